import { join } from 'node:path';
import { contest, contestLasts, seriesOf, stop } from '../contest.js';
import { temporaryFolder } from '../environment.js';
import { copyOf, galaxy } from '../galaxy.js';
import type { Row } from '../row.js';
import { startService } from '../server.js';
import { ratios, summarize } from '../statistics.js';
import { aim } from '../targets.js';
import { USUAL } from './replayed.js';

const GOAL = aim('With the default request log, of without it');

/** The cost of a log line for every request. */
const requestLog: Row = {
  name: 'request-log',
  what: 'GET api/time, JSON, with the log of requests',
  lasts: (bench) => contestLasts(bench, 3),
  async measure(bench) {
    const small = await galaxy(USUAL);
    const start = (setup: { flags?: string[]; log?: string }) =>
      startService({ database: copyOf(small).database, ...setup });
    const [none, nowhere, file] = await Promise.all([
      start({}),
      start({ flags: ['--request-log'] }),
      start({ flags: ['--request-log'], log: join(temporaryFolder, 'requests.log') }),
    ]);
    const request = { path: '/ws/v2.0/api/time' };
    const contestants = {
      none: { name: 'without a log of requests, as in every other row', server: none, request },
      nowhere: { name: 'log to /dev/null', server: nowhere, request },
      file: { name: 'log to a file', server: file, request },
    };
    const results = await contest(bench, contestants);
    await stop(contestants);
    const share = (of: 'nowhere' | 'file') => ({
      summary: summarize(ratios(results[of].perSecond, results.none.perSecond)),
      byTime: summarize(ratios(results.none.cpu, results[of].cpu)),
    });
    const unit = 'of the same without it';
    return [
      {
        what: `${this.what} to /dev/null`,
        ...GOAL,
        ...share('nowhere'),
        unit,
        series: seriesOf(contestants, results),
      },
      { what: `${this.what} to a file`, ...GOAL, ...share('file'), unit, series: [] },
    ];
  },
};

export const requestLogRows = [requestLog];
