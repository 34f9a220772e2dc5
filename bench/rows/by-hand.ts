import { type Request, send } from '../answer.js';
import type { Bench } from '../bench.js';
import { type Contestant, contest, contestLasts, type Result, seriesOf } from '../contest.js';
import { script } from '../environment.js';
import { copyOf, galaxy } from '../galaxy.js';
import { FIRST, populate } from '../populate.js';
import { type Goal, type Line, measureParts, type Row, Skipped } from '../row.js';
import { type Server, start, startService } from '../server.js';
import { ratios, summarize } from '../statistics.js';
import { installTools } from '../tools.js';
import { assign, withDatacard } from './assign.js';
import { insistOnMore } from './different.js';
import { fill, withDatabase } from './postgres.js';
import { USUAL, withBearer } from './replayed.js';

/** The number of characters, and of datacards. */
const EACH = 50_000;

const CONNECTIONS = [1, 8, 32];

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const LOG = '/ws/v2.0/character/1:1/creditlog';

interface Reading {
  paths: string[];
  isKept?: boolean;
  /** The goal on SQLite. */
  atMost: number;
}

const calls: Record<string, Reading> = {
  'GET character, every one different': {
    paths: numbers(EACH).map((number) => `/ws/v2.0/character/1:${FIRST + number}`),
    atMost: 0.8,
  },
  'GET datacard, every one different': {
    paths: numbers(EACH - 1).map((number) => `/ws/v2.0/datacard/14:${FIRST + 1 + number}`),
    atMost: 0.8,
  },
  'GET creditlog, 50 rows, every page different': {
    paths: [0, 1].flatMap((run) => numbers(951).map((index) => `${LOG}?start_id=${run}&start_index=${index + 1}`)),
    atMost: 1,
  },
  'GET character, 200 in turn': {
    paths: numbers(200).map((number) => `/ws/v2.0/character/1:${FIRST + number}`),
    isKept: true,
    atMost: 0.5,
  },
  'GET datacard, repeated': { paths: [`/ws/v2.0/datacard/14:${FIRST + 1}`], isKept: true, atMost: 0.5 },
  'GET creditlog, 50 rows, repeated': { paths: [LOG], isKept: true, atMost: 0.5 },
};

/** A server, by its name in NAMES, and what all of them answer. */
type Servers = Partial<Record<keyof typeof NAMES, Server>>;

interface Called {
  requests: readonly Request[];
  /** The goal beside Koa, at a number of connections. */
  goalAt(connections: number): Goal | undefined;
  /** Compares requests a second, which hold what the database takes; processor time otherwise. */
  isByRequests?: boolean;
}

/** Compares the service with each other server, with 1, 8 and 32 connections. */
async function compare(bench: Bench, what: string, servers: Servers, called: Called): Promise<Line[]> {
  const { requests, goalAt, isByRequests = false } = called;
  const [request] = requests as [Request];
  const names = Object.keys(servers) as (keyof typeof NAMES)[];
  const contestants = Object.fromEntries(
    names.map((name): [string, Contestant] => {
      return [name, { name: NAMES[name], server: servers[name] as Server, request, requests }];
    }),
  );
  const lines: Line[] = [];
  for (const connections of CONNECTIONS) {
    const results = await contest({ ...bench, connections }, contestants);
    const goal = goalAt(connections);
    const svcapi = results.svcapi as Result;
    for (const name of names.filter((each) => each !== 'svcapi')) {
      const other = results[name] as Result;
      lines.push({
        what: `${what}, ${connections} connection${connections === 1 ? '' : 's'}`,
        ...(name === 'koa' && goal && { goal }),
        summary: summarize(isByRequests ? ratios(svcapi.perSecond, other.perSecond) : ratios(svcapi.cpu, other.cpu)),
        unit: `of the ${isByRequests ? 'requests a second' : 'processor time'} of ${NAMES[name]}`,
        series: name === 'koa' ? seriesOf(contestants, results) : [],
      });
    }
  }
  return lines;
}

const peer = (kind: string, database: string, ...args: string[]) =>
  start([script(`peers/by-hand/${kind}.js`), database, ...args], ['ignore', 'pipe', 'inherit']);

const stopAll = (servers: Servers) => Promise.all(Object.values(servers).map((server) => server.stop()));

const lasts = (bench: Bench, count: number, servers: number) =>
  count * CONNECTIONS.length * contestLasts(bench, servers) + 10;

/** The service that a user would write instead, with token, rate limit and log, and without them. */
const byHand: Row = {
  name: 'by-hand',
  what: 'Beside a service written by hand',
  lasts: (bench) => lasts(bench, Object.keys(calls).length, 5),
  async measure(bench) {
    await installTools();
    const { database, token } = copyOf(await galaxy(USUAL));
    populate(database, { characters: EACH, datacards: EACH, assignments: 100, transactions: 2500 });
    const servers = {
      svcapi: await startService({ database, flags: ['--request-log'] }),
      koa: await peer('koa', database),
      fastify: await peer('fastify', database),
      plainKoa: await peer('koa', database, 'plain'),
      plainFastify: await peer('fastify', database, 'plain'),
    };
    const lines = await measureParts(calls, async (what, { paths, isKept = false, atMost }) => {
      const requests = paths.map((path): Request => withBearer({ path }, token));
      if (!isKept) await insistOnMore(servers.svcapi, requests);
      await insistOnSame(Object.values(servers), requests);
      const goalAt = (connections: number) => (connections === 1 && !isKept ? undefined : { atMost });
      return compare(bench, what, servers, { requests, goalAt });
    });
    await stopAll(servers);
    return lines;
  },
};

/** A change that is on disk when it is acknowledged. */
const assignByHand: Row = {
  name: 'by-hand-assign',
  what: 'Assign a datacard, durable, beside a service written by hand',
  lasts: (bench) => lasts(bench, 1, 2),
  async measure(bench) {
    // Each has a database of its own, since it waits for no other program. The first makes the galaxy that both are copied from.
    const ours = await withDatacard();
    const theirs = await withDatacard();
    const servers = {
      svcapi: await startService({ database: ours.database, flags: ['--request-log'] }),
      koa: await peer('koa', theirs.database),
    };
    const requests = [withBearer(assign, ours.token)];
    const lines = await compare(bench, ASSIGN, servers, { requests, goalAt: () => ({ atMost: 1.05 }) });
    await stopAll(servers);
    return lines;
  },
};

const ASSIGN = 'POST datacard, durable';

/** The same on PostgreSQL. */
const onPostgres: Row = {
  name: 'by-hand-postgres',
  what: 'Beside a service written by hand, both on PostgreSQL',
  lasts: (bench) => lasts(bench, Object.keys(calls).length + 1, 2) + 60,
  async measure(bench) {
    const url = process.env.SVCAPI_TEST_POSTGRES_URL;
    if (!url) throw new Skipped('SVCAPI_TEST_POSTGRES_URL does not name a server');
    const file = await withDatacard();
    populate(file.database, { characters: EACH, datacards: EACH, assignments: 100, transactions: 2500 });
    return withDatabase(url, async (database) => {
      bench.log('filling PostgreSQL');
      const token = await fill(database, file);
      const servers = {
        svcapi: await startService({ database, flags: ['--request-log'] }),
        koa: await peer('koa', database),
      };
      const all: Record<string, Reading | undefined> = { ...calls, [ASSIGN]: undefined };
      const lines = await measureParts(all, async (what, call) => {
        if (call === undefined) {
          const requests = [withBearer(assign, token)];
          const goalAt = (connections: number) => (connections === 32 ? { atLeast: 1 } : undefined);
          return compare(bench, what, servers, { requests, goalAt, isByRequests: true });
        }
        const requests = call.paths.map((path): Request => withBearer({ path }, token));
        await insistOnSame(Object.values(servers), requests);
        return compare(bench, what, servers, { requests, goalAt: () => ({ atMost: call.isKept ? 0.5 : 1.25 }) });
      });
      await stopAll(servers);
      return lines;
    });
  },
};

const NAMES = {
  svcapi: 'svcapi',
  koa: 'Koa by hand',
  fastify: 'Fastify by hand',
  plainKoa: 'Koa by hand, without token, rate limit and log',
  plainFastify: 'Fastify by hand, without token, rate limit and log',
};

/** @throws where servers answer with different bodies, apart from their timestamps and addresses */
async function insistOnSame(servers: readonly Server[], requests: readonly Request[]): Promise<void> {
  for (const request of [requests[0], requests[Math.floor(requests.length / 2)], requests.at(-1)] as Request[]) {
    const bodies = await Promise.all(
      servers.map(async ({ url }) => {
        const { body } = await send(url, request);
        return body.replace(/"timestamp":\d+/, '').replaceAll(new URL(url).host, 'host');
      }),
    );
    if (new Set(bodies).size > 1)
      throw new Error(`${request.path}: the servers answer differently: ${bodies.join('\n')}`);
  }
}

export const byHandRows = [byHand, assignByHand, onPostgres];
