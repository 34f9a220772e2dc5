import { send } from '../answer.js';
import { bareContestants, contest, contestLasts, seriesOf, stop } from '../contest.js';
import { copyOf, galaxy } from '../galaxy.js';
import type { Row } from '../row.js';
import { startService } from '../server.js';
import { ratios, summarize } from '../statistics.js';
import { shareOfBare, USUAL, withBearer } from './replayed.js';

const what = 'Refused by the rate limit';

/** Refusing protects the service from a client, so it has to cost less than serving. */
const refused: Row = {
  name: 'refused',
  what,
  lasts: (bench) => contestLasts(bench, 5),
  async measure(bench) {
    const { database, token } = copyOf(await galaxy(USUAL));
    const other = copyOf(await galaxy(USUAL));
    const [strict, lenient] = await Promise.all([
      startService({ database, flags: ['--rate-limit', '1'] }),
      startService(other),
    ]);
    const request = withBearer({ path: '/ws/v2.0/character' }, token);
    // The one call that the limit allows is used up, so that what is recorded is a refusal.
    await send(strict.url, request);
    const contestants = {
      refused: { name: 'refused', server: strict, request },
      served: { name: 'served', server: lenient, request },
      ...(await bareContestants(strict, request)),
    };
    const results = await contest(bench, contestants);
    await stop(contestants);
    return [
      shareOfBare(results.refused, results, {
        ...{ what, goal: { goal: { atLeast: 0.7 } } },
        series: seriesOf(contestants, results),
      }),
      {
        what,
        goal: { atLeast: 1 },
        summary: summarize(ratios(results.refused.perSecond, results.served.perSecond)),
        byTime: summarize(ratios(results.served.cpu, results.refused.cpu)),
        unit: 'of serving the same route',
        series: [],
      },
    ];
  },
};

export const refusedRows = [refused];
