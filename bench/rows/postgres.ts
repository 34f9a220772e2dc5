import pg from 'pg';
import type { Request } from '../answer.js';
import type { Bench } from '../bench.js';
import { run } from '../child.js';
import { type Contestant, contest, contestLasts, type Result, seriesOf } from '../contest.js';
import { ENVIRONMENT, PROGRAM, temporaryFolder } from '../environment.js';
import { copyOf, type Galaxy, galaxy, makeToken } from '../galaxy.js';
import { FIRST, populate } from '../populate.js';
import { type Line, measureParts, type Row, Skipped } from '../row.js';
import { type Server, startService } from '../server.js';
import { ratios, summarize } from '../statistics.js';
import { aim, type Target } from '../targets.js';
import { insistOnMore } from './different.js';
import { USUAL, withBearer } from './replayed.js';

/** The characters that are asked for in turn: their answers are more than the cache of answers holds. */
const CHARACTERS = 40_000;

const different = Array.from({ length: CHARACTERS }, (_, number) => ({
  path: `/ws/v2.0/character/1:${FIRST + number}`,
}));

/** What the service runs on, beside SQLite alone. */
const backends = {
  postgres: 'PostgreSQL',
  both: 'PostgreSQL with Redis',
  redis: 'SQLite with Redis',
} as const;
type Backend = keyof typeof backends | 'sqlite';

interface Call {
  requests: Request[];
  targets?: Record<keyof typeof backends, Target>;
}

const REPEATED = 'GET character on PostgreSQL or with Redis, repeated, of the same on SQLite';

const calls: Record<string, Call> = {
  'GET character, every one different': {
    requests: different,
    targets: {
      postgres: 'GET character on PostgreSQL, every one different, of the same on SQLite',
      both: 'GET character on PostgreSQL with Redis, every one different, of the same on SQLite',
      redis: 'GET character on SQLite with Redis, every one different, of the same without it',
    },
  },
  'GET character, repeated': {
    requests: [{ path: '/ws/v2.0/character' }],
    targets: { postgres: REPEATED, both: REPEATED, redis: REPEATED },
  },
  'GET creditlog, 50 rows, repeated': { requests: [{ path: '/ws/v2.0/character/1:1/creditlog' }] },
};

/** The same service on PostgreSQL, and with its counters in Redis. */
const postgres: Row = {
  name: 'postgres',
  what: 'The same on PostgreSQL and with Redis',
  lasts: (bench) => contestLasts(bench, 4 * Object.keys(calls).length) + 20,
  async measure(bench) {
    const url = process.env.SVCAPI_TEST_POSTGRES_URL;
    if (!url) throw new Skipped('SVCAPI_TEST_POSTGRES_URL does not name a server');
    const file = copyOf(await galaxy(USUAL));
    populate(file.database, { characters: CHARACTERS });
    return withDatabase(url, async (database) => {
      bench.log('filling PostgreSQL');
      return beside(bench, file, { database, token: await fill(database, file) });
    });
  },
};

/** Copies a galaxy to an empty database, and returns a token for it. */
export async function fill(database: string, from: Galaxy): Promise<string> {
  const records = `${temporaryFolder}/characters.ndjson`;
  await run(process.execPath, [PROGRAM, 'export', '--database', from.database, records], { env: ENVIRONMENT });
  await run(process.execPath, [PROGRAM, 'import', '--database', database, records], { env: ENVIRONMENT });
  return makeToken(database);
}

async function beside(bench: Bench, file: Galaxy, other: Galaxy): Promise<Line[]> {
  const redis = process.env.SVCAPI_TEST_REDIS_URL;
  const counters = { env: { SVCAPI_REDIS: redis ?? '' }, flags: ['--redis-prefix', `svcapi-bench-${process.pid}:`] };
  // Copied before a service opens it.
  const copy = copyOf(file);
  const servers: Partial<Record<Backend, Server>> = {
    sqlite: await startService(file),
    postgres: await startService(other),
    ...(redis && {
      both: await startService({ ...other, ...counters }),
      redis: await startService({ ...copy, ...counters }),
    }),
  };
  const lines = await measureParts(calls, async (what, { requests, targets }) => {
    const contestants = Object.fromEntries(
      Object.entries(servers).map(([backend, server]): [string, Contestant] => {
        const { token } = backend === 'sqlite' || backend === 'redis' ? file : other;
        const all = requests.map((request) => withBearer(request, token));
        const name = backend === 'sqlite' ? 'SQLite' : backends[backend as keyof typeof backends];
        return [backend, { name: `on ${name}`, server, request: all[0] as Request, requests: all }];
      }),
    );
    if (requests.length > 1) await insistOnMore(servers.sqlite as Server, contestants.sqlite?.requests ?? []);
    const results = await contest(bench, contestants);
    const sqlite = results.sqlite as Result;
    return (Object.keys(backends) as (keyof typeof backends)[])
      .filter((backend) => results[backend] !== undefined)
      .map((backend, index): Line => {
        const result = results[backend] as Result;
        return {
          what: `${what}, ${backends[backend]}`,
          ...(targets && aim(targets[backend])),
          summary: summarize(ratios(result.perSecond, sqlite.perSecond)),
          byTime: summarize(ratios(sqlite.cpu, result.cpu)),
          unit: 'of the same on SQLite',
          series: index === 0 ? seriesOf(contestants, results) : [],
        };
      });
  });
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  return lines;
}

/** Runs work with a database of its own on a server, which is dropped afterwards. */
export async function withDatabase<T>(server: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `svcapi_bench_${process.pid}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    return await work(url.href);
  } finally {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
  }
}

export const postgresRows = [postgres];
