import { contestLasts, loadWith } from '../contest.js';
import { copyOf, galaxy } from '../galaxy.js';
import type { Delays } from '../preload/delay.js';
import type { Line, Row, Series } from '../row.js';
import { queryChild, startService } from '../server.js';
import { summarize } from '../statistics.js';
import { USUAL, withBearer } from './replayed.js';

const longList = { path: '/ws/v2.0/character/1:1/creditlog?item_count=1000' };
const page = { path: '/ws/v2.0/character/1:1/creditlog' };
const xml = { headers: { Accept: 'application/xml' } };

/**
 * The requests, sent one after the other on one connection: with several connections, a timer also waits for the answers of
 * all those that are ready, each of which may be short.
 */
const readings = {
  '1000 rows, XML': { ...longList, ...xml },
  '1000 rows, JSON': longList,
  '50 rows, XML': { ...page, ...xml },
  'api/time, for comparison': { path: '/ws/v2.0/api/time' },
};

/** The longest time that one request delays all others. */
const eventLoop: Row = {
  name: 'event-loop',
  what: 'Longest hold of the event loop, GET creditlog',
  lasts: (bench) => contestLasts(bench, Object.keys(readings).length),
  async measure(bench) {
    const { database, token } = copyOf(await galaxy(USUAL));
    const server = await startService({ database, preload: 'preload/delay.js' });
    const oneConnection = { ...bench, connections: 1 };
    const contestants = Object.entries(readings).map(([name, request]) => ({
      ...{ name, server, request: withBearer(request, token) },
      delays: [] as Delays[],
    }));
    for (const contestant of contestants) await loadWith(oneConnection, contestant, bench.warmUpSeconds);
    for (let round = 1; round <= bench.rounds; round += 1) {
      for (const contestant of contestants) {
        bench.log(`round ${round} of ${bench.rounds}: ${contestant.name}`);
        await queryChild(server, 'forget');
        await loadWith(oneConnection, contestant, bench.roundSeconds);
        contestant.delays.push(await queryChild<Delays>(server, 'report'));
      }
    }
    await server.stop();
    return contestants.map(({ name, delays }, index) =>
      toLine(`${this.what}, ${name}`, delays, index < contestants.length - 1),
    );
  },
};

function toLine(what: string, delays: Delays[], hasGoal: boolean): Line {
  const series = (name: string, key: keyof Delays): Series => ({
    ...{ name: `${what}: ${name}`, unit: 'ms', rounds: delays.map((each) => each[key]) },
  });
  const [longest, usual, pause] = [
    series('longest hold', 'longest'),
    series('99.9 % of the looks', 'usual'),
    series('longest pause of the garbage collector', 'pause'),
  ];
  return {
    what,
    ...(hasGoal ? { goal: { atMost: 5 } } : {}),
    summary: summarize(longest.rounds),
    unit: 'ms',
    series: [longest, usual, pause],
    note: `garbage collector: up to ${summarize(pause.rounds).median.toFixed(1)} ms`,
  };
}

export const eventLoopRows = [eventLoop];
