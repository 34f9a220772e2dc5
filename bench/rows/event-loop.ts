import type { Request } from '../answer.js';
import type { Bench } from '../bench.js';
import { type Contestant, contestLasts, loadWith } from '../contest.js';
import type { Delays } from '../preload/delay.js';
import { type Line, measureParts, type Row, type Series } from '../row.js';
import { queryChild, type Server, startService } from '../server.js';
import { median, summarize } from '../statistics.js';
import { aim } from '../targets.js';
import { assignment, grownGalaxy, lists, log } from './grown.js';
import { withBearer } from './replayed.js';

const xml = { headers: { Accept: 'application/xml' } };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

/**
 * The calls of all rows, sent one after the other on one connection: with several connections, a turn of the event loop may
 * answer all of those that are ready.
 */
const calls: Record<string, Request> = {
  'GET api/time, JSON': { path: '/ws/v2.0/api/time' },
  'GET api/time, XML': { path: '/ws/v2.0/api/time', ...xml },
  'POST api/time, form': { path: '/ws/v2.0/api/time', method: 'POST', headers: form, body: 'cgt=Year+12+Day+3' },
  'GET index': { path: '/ws/v2.0/' },
  'GET character': { path: '/ws/v2.0/character' },
  'GET datacard': { path: '/ws/v2.0/datacard/14:1' },
  'GET creditlog, 50 rows, JSON': { path: log },
  'GET creditlog, 50 rows, XML': { path: log, ...xml },
  'POST datacard, assign': assignment,
};

const long: Record<string, Request> = {
  'GET creditlog, 1000 rows, JSON': { path: `${log}?item_count=1000` },
  'GET creditlog, 1000 rows, XML': { path: `${log}?item_count=1000`, ...xml },
  ...lists,
};

interface Started {
  server: Server;
  token: string;
}

/** Returns a row for the longest time that one request delays all others, on a grown galaxy. */
function holds(name: string, what: string, all: Record<string, Request>): Row {
  return {
    name,
    what,
    lasts: (bench) => contestLasts(bench, Object.keys(all).length) + 15,
    async measure(bench) {
      let started: Promise<Started> | undefined;
      const start = async (): Promise<Started> => {
        const { database, token } = await grownGalaxy(bench);
        return { server: await startService({ database, preload: 'preload/delay.js' }), token };
      };
      return measureParts(all, async (part, request) => {
        started ??= start();
        const { server, token } = await started;
        const contestant = { name: part, server, request: withBearer(request, token) };
        return [toLine(part, await delaysOf(bench, contestant))];
      });
    },
  };
}

const onOneConnection = (bench: Bench): Bench => ({ ...bench, connections: 1 });

/** Measures the turns of the event loop of a service under the load of one connection, round by round. */
async function delaysOf(bench: Bench, contestant: Contestant): Promise<Delays[]> {
  const oneConnection = onOneConnection(bench);
  const delays: Delays[] = [];
  await loadWith(oneConnection, contestant, bench.warmUpSeconds);
  for (let round = 1; round <= bench.rounds; round += 1) {
    bench.log(`round ${round} of ${bench.rounds}: ${contestant.name}`);
    await queryChild(contestant.server, 'watch');
    await loadWith(oneConnection, contestant, bench.roundSeconds);
    delays.push(await queryChild<Delays>(contestant.server, 'report'));
  }
  return delays;
}

function toLine(what: string, delays: Delays[]): Line {
  const rounds = (key: keyof Delays) => delays.map((each) => each[key]);
  const series = (name: string, key: keyof Delays, unit = 'ms'): Series => ({
    ...{ name: `${what}: ${name}`, unit, rounds: rounds(key) },
  });
  return {
    what: `Longest hold of the event loop, ${what}`,
    ...aim('Longest hold of the event loop, garbage collection apart, ms'),
    summary: summarize(rounds('longest')),
    unit: 'ms',
    series: [
      series('longest hold', 'longest'),
      series('with pauses and other programs', 'withPauses'),
      series('longest pause of the garbage collector', 'pause'),
      series('holds over 2 ms', 'over', 'in a round'),
    ],
    note: `with pauses of the garbage collector and other programs: ${median(rounds('withPauses')).toFixed(1)} ms`,
  };
}

export const eventLoopRows = [
  holds('event-loop', 'Longest hold of the event loop', calls),
  holds('long-lists', 'Longest hold of the event loop, long lists', long),
];
