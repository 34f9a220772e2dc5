import type { Request } from '../answer.js';
import type { Bench } from '../bench.js';
import { copyOf, galaxy } from '../galaxy.js';
import type { Load } from '../load/load.js';
import { FIRST, populate } from '../populate.js';
import { residentBytes } from '../proc.js';
import type { Row, Series } from '../row.js';
import { type Server, startService } from '../server.js';
import { single } from '../statistics.js';
import { aim } from '../targets.js';
import { insistOnMore } from './different.js';
import { USUAL, withBearer } from './replayed.js';

const MEGABYTE = 1e6;

/** The number of requests of these rows, and an estimate of the requests a second. */
const many = ({ quick }: Bench) => (quick ? 10_000 : 1_000_000);
const PACE = 10_000;

/** Every client address has a counter in memory, so their number needs a bound. */
const addresses: Row = {
  name: 'addresses',
  what: 'A million distinct client addresses',
  lasts: (bench) => many(bench) / PACE,
  async measure(bench) {
    const { database } = copyOf(await galaxy(USUAL));
    const server = await startService({ database, flags: ['--trusted-proxies', '127.0.0.1'] });
    // Without a token, which is checked after the call is counted.
    const request = { path: '/ws/v2.0/character' };
    const share = many(bench) / 2;
    const rounds = [await memoryAfter(bench, server, { requests: [request], count: share / 10 })];
    for (const addressesFrom of [0, share]) {
      bench.log(`addresses from number ${addressesFrom} on`);
      rounds.push(await memoryAfter(bench, server, { requests: [request], count: share, addressesFrom }));
    }
    const [before = 0, half = 0, all = 0] = rounds;
    const { peak } = residentBytes(server.pid);
    await server.stop();
    return [
      {
        what: `${many(bench).toLocaleString('en')} distinct client addresses`,
        goal: { atMost: 200 },
        summary: single(peak / MEGABYTE - before),
        unit: 'MB more at the most',
        series: [inMemory('before, after half of them and after all', rounds)],
        note: `the second half of them: ${Math.round(all - half)} MB`,
      },
    ];
  },
};

/** The characters that are asked for in turn: their answers are more than the cache of answers holds. */
const CHARACTERS = 40_000;

/** Memory that answered requests leave behind: none but that of the full cache of answers. */
const requests: Row = {
  name: 'memory',
  what: 'Memory after a million requests with the cache full',
  lasts: (bench) => (many(bench) / PACE) * 1.2 + 5,
  async measure(bench) {
    const { database, token } = copyOf(await galaxy(USUAL));
    populate(database, { characters: CHARACTERS });
    const server = await startService({ database });
    const different = Array.from({ length: CHARACTERS }, (_, number) =>
      withBearer({ path: `/ws/v2.0/character/1:${FIRST + number}` }, token),
    );
    await insistOnMore(server, different);
    const time = { path: '/ws/v2.0/api/time' };
    const repeated: Request[] = [
      time,
      { ...time, headers: { Accept: 'application/xml' } },
      withBearer({ path: '/ws/v2.0/character' }, token),
    ];
    const mixture = different.flatMap((request) => [...repeated, request]);
    const rounds: number[] = [];
    for (const share of [0.1, 0.8, 0.1]) {
      bench.log(`${Math.round(share * 100)} % of the requests`);
      rounds.push(await memoryAfter(bench, server, { requests: mixture, count: many(bench) * share }));
    }
    const [first = 0, , last = 0] = rounds;
    await server.stop();
    const what = `Memory after ${many(bench).toLocaleString('en')} requests`;
    return [
      {
        ...{ what, ...aim('Memory after 1,000,000 requests with the cache full, MB') },
        ...{ summary: single(last), unit: 'MB', note: 'with the cache of answers full' },
        series: [inMemory('after a tenth, nine tenths and all of them', rounds)],
      },
      {
        ...{
          what,
          goal: { atMost: 1.1 },
          summary: single(last / first),
          unit: 'of what it was after a tenth',
          series: [],
        },
      },
    ];
  },
};

/** Memory of a server after some load, in megabytes. */
async function memoryAfter(bench: Bench, server: Server, load: Pick<Load, 'requests' | 'count' | 'addressesFrom'>) {
  const { failed } = await bench.tool.send({ url: server.url, connections: bench.connections, ...load });
  if (failed > 0) throw new Error(`${failed} requests were not answered`);
  return residentBytes(server.pid).now / MEGABYTE;
}

const inMemory = (name: string, rounds: number[]): Series => ({ name, unit: 'MB', rounds });

export const memoryRows = [addresses, requests];
