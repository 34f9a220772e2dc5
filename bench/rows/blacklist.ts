import { type Contestant, contest, contestLasts, type Result } from '../contest.js';
import { copyOf, galaxy } from '../galaxy.js';
import { populate } from '../populate.js';
import { formatNumber } from '../report/format.js';
import { measureParts, type Row } from '../row.js';
import { startService } from '../server.js';
import { median, ratios, summarize } from '../statistics.js';
import { aim } from '../targets.js';
import { USUAL, withBearer } from './replayed.js';

const ADDRESSES = 100_000;

const calls = {
  'GET api/time': '/ws/v2.0/api/time',
  'GET character': '/ws/v2.0/character',
  'GET creditlog, 50 rows': '/ws/v2.0/character/1:1/creditlog',
};

/** Every call looks for its address on the blacklist, which should not slow down any of them. */
const blacklist: Row = {
  name: 'blacklist',
  what: `Calls with ${ADDRESSES.toLocaleString('en')} blacklisted addresses`,
  lasts: (bench) => contestLasts(bench, 2 * Object.keys(calls).length) + 5,
  async measure(bench) {
    const [listed, empty] = [copyOf(await galaxy(USUAL)), copyOf(await galaxy(USUAL))];
    populate(listed.database, { addresses: ADDRESSES });
    const [withList, without] = await Promise.all([startService(listed), startService(empty)]);
    return measureParts(calls, async (what, path) => {
      const contestants: Record<'listed' | 'empty', Contestant> = {
        listed: { name: 'with the addresses', server: withList, request: withBearer({ path }, listed.token) },
        empty: { name: 'with none', server: without, request: withBearer({ path }, empty.token) },
      };
      const results = await contest(bench, contestants);
      const p99 = (result: Result) => formatNumber(median(result.p99));
      return [
        {
          what: `${what} with ${ADDRESSES.toLocaleString('en')} blacklisted addresses`,
          ...aim('Any call with 100,000 blacklisted addresses, 99th percentile of that with none'),
          summary: summarize(ratios(results.listed.p99, results.empty.p99)),
          unit: 'of the 99th percentile with none',
          series: (['listed', 'empty'] as const).map((name) => ({
            name: `${what} ${contestants[name].name}, 99 % are answered within`,
            unit: 'ms',
            rounds: results[name].p99,
          })),
          note: `${p99(results.listed)} ms, and ${p99(results.empty)} ms with none`,
        },
      ];
    });
  },
};

export const blacklistRows = [blacklist];
