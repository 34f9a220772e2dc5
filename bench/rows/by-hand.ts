import { type Request, send } from '../answer.js';
import { type Contestant, contest, contestLasts, type Result, seriesOf } from '../contest.js';
import { script } from '../environment.js';
import { copyOf, galaxy } from '../galaxy.js';
import { FIRST, populate } from '../populate.js';
import { type Goal, type Line, measureParts, type Row } from '../row.js';
import { type Server, start, startService } from '../server.js';
import { ratios, summarize } from '../statistics.js';
import { installTools } from '../tools.js';
import { insistOnMore } from './different.js';
import { USUAL, withBearer } from './replayed.js';

/** The number of characters, and of datacards. */
const EACH = 50_000;

const CONNECTIONS = [1, 8, 32];

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const LOG = '/ws/v2.0/character/1:1/creditlog';

const calls: Record<string, { paths: string[]; isKept?: boolean; atMost: number }> = {
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

/** The service that a user would write instead, with token, rate limit and log, and without them. */
const byHand: Row = {
  name: 'by-hand',
  what: 'Beside a service written by hand',
  lasts: (bench) => Object.keys(calls).length * CONNECTIONS.length * contestLasts(bench, 5) + 10,
  async measure(bench) {
    await installTools();
    const { database, token } = copyOf(await galaxy(USUAL));
    populate(database, { characters: EACH, datacards: EACH, assignments: 100, transactions: 2500 });
    const peer = (kind: string, ...args: string[]) =>
      start([script(`peers/by-hand/${kind}.js`), database, ...args], ['ignore', 'pipe', 'inherit']);
    const servers = {
      svcapi: await startService({ database, flags: ['--request-log'] }),
      koa: await peer('koa'),
      fastify: await peer('fastify'),
      plainKoa: await peer('koa', 'plain'),
      plainFastify: await peer('fastify', 'plain'),
    };
    const lines = await measureParts(bench, calls, async (what, { paths, isKept = false, atMost }) => {
      const requests = paths.map((path): Request => withBearer({ path }, token));
      const [request] = requests as [Request];
      if (!isKept) await insistOnMore(servers.svcapi, requests);
      await insistOnSame(Object.values(servers), requests);
      const contestant = (name: keyof typeof NAMES): Contestant => ({
        name: NAMES[name],
        server: servers[name],
        request,
        requests,
      });
      const contestants = {
        svcapi: contestant('svcapi'),
        koa: contestant('koa'),
        fastify: contestant('fastify'),
        plainKoa: contestant('plainKoa'),
        plainFastify: contestant('plainFastify'),
      };
      const ofCalls: Line[] = [];
      for (const connections of CONNECTIONS) {
        const results = await contest({ ...bench, connections }, contestants);
        const goal: Goal | undefined = connections === 1 && !isKept ? undefined : { atMost };
        const title = `${what}, ${connections} connection${connections === 1 ? '' : 's'}`;
        for (const name of ['koa', 'fastify', 'plainKoa', 'plainFastify'] as const) {
          ofCalls.push({
            what: title,
            ...(name === 'koa' && goal && { goal }),
            summary: ofTime(results.svcapi, results[name]),
            unit: `of the processor time of ${NAMES[name]}`,
            series: name === 'koa' ? seriesOf(contestants, results) : [],
          });
        }
      }
      return ofCalls;
    });
    await Promise.all(Object.values(servers).map((server) => server.stop()));
    return lines;
  },
};

const NAMES = {
  svcapi: 'svcapi',
  koa: 'Koa by hand',
  fastify: 'Fastify by hand',
  plainKoa: 'Koa by hand, without token, rate limit and log',
  plainFastify: 'Fastify by hand, without token, rate limit and log',
};

const ofTime = (one: Result, other: Result) => summarize(ratios(one.cpu, other.cpu));

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

export const byHandRows = [byHand];
