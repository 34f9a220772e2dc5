import { bareContestants, contest, contestLasts, seriesOf, stop } from '../contest.js';
import { copyOf, galaxy } from '../galaxy.js';
import type { Row } from '../row.js';
import { startService } from '../server.js';
import { ratios, summarize } from '../statistics.js';
import { aim } from '../targets.js';
import { shareOfBare, USUAL, withBearer } from './replayed.js';

export const MILLIONS = 5_000_000;
const path = '/ws/v2.0/character/1:1/creditlog';

/** A page of a credit log, whose cost should not depend on the number of all transactions. */
const page: Row = {
  name: 'creditlog-page',
  what: 'GET creditlog, 50 rows, repeated',
  lasts: (bench) => contestLasts(bench, 5),
  async measure(bench) {
    const large = copyOf(await galaxy(bench.quick ? USUAL * 10 : MILLIONS));
    const small = copyOf(await galaxy(USUAL));
    const [fromLarge, fromSmall] = await Promise.all([startService(large), startService(small)]);
    const request = withBearer({ path }, large.token);
    const contestants = {
      large: { name: `out of ${thousands(bench.quick ? USUAL * 10 : MILLIONS)}`, server: fromLarge, request },
      small: { name: `out of ${thousands(USUAL)}`, server: fromSmall, request: withBearer({ path }, small.token) },
      ...(await bareContestants(fromLarge, request)),
    };
    const results = await contest(bench, contestants);
    await stop(contestants);
    const what = `GET creditlog, 50 rows, repeated, ${contestants.large.name} transactions`;
    return [
      shareOfBare(results.large, results, {
        ...{ what, goal: aim('GET creditlog, 50 rows, repeated, of bare Koa') },
        series: seriesOf(contestants, results),
      }),
      {
        what,
        goal: { atLeast: 0.9 },
        summary: summarize(ratios(results.large.perSecond, results.small.perSecond)),
        byTime: summarize(ratios(results.small.cpu, results.large.cpu)),
        unit: `of the same ${contestants.small.name}`,
        series: [],
      },
    ];
  },
};

/** The longest list that the service writes, in both formats. */
const longList: Row = {
  name: 'creditlog-long',
  what: 'GET creditlog, 1000 rows, XML',
  lasts: (bench) => contestLasts(bench, 2),
  async measure(bench) {
    const { database, token } = copyOf(await galaxy(USUAL));
    const server = await startService({ database });
    const request = withBearer({ path: `${path}?item_count=1000` }, token);
    const contestants = {
      json: { name: 'JSON', server, request },
      xml: {
        name: 'XML',
        server,
        request: { ...request, headers: { ...request.headers, Accept: 'application/xml' } },
      },
    };
    const results = await contest(bench, contestants);
    await stop(contestants);
    return [
      {
        what: this.what,
        goal: { atLeast: 0.2 },
        summary: summarize(ratios(results.xml.perSecond, results.json.perSecond)),
        byTime: summarize(ratios(results.json.cpu, results.xml.cpu)),
        unit: 'of the same in JSON',
        series: seriesOf(contestants, results),
      },
    ];
  },
};

export const creditLogRows = [page, longList];

function thousands(count: number): string {
  return count.toLocaleString('en');
}
