import { type Request, send } from '../answer.js';
import { bareContestants, contest, contestLasts, seriesOf, stop } from '../contest.js';
import { copyOf, galaxy } from '../galaxy.js';
import { FIRST, populate } from '../populate.js';
import type { Row } from '../row.js';
import { type Server, startService } from '../server.js';
import { aim, type Target } from '../targets.js';
import { shareOfBare, USUAL, withBearer } from './replayed.js';

interface Different {
  name: string;
  what: string;
  /** The requests that take turns, of which the first is compared with the bare servers. */
  paths: string[];
  target: Target;
  /** Their answers fit into the cache of answers, so that all but the first are kept ones. */
  isKept?: boolean;
}

/** Returns a row whose requests ask for something else each time, beside bare servers that send one answer to all of them. */
function different({ name, what, paths, target, isKept = false }: Different): Row {
  return {
    name,
    what,
    lasts: (bench) => contestLasts(bench, 4) + 5,
    async measure(bench) {
      const { database, token } = copyOf(await galaxy(USUAL));
      populate(database, { characters: EACH, datacards: EACH, assignments: 100, transactions: 2500 });
      const requests = paths.map((path): Request => withBearer({ path }, token));
      const [request] = requests as [Request];
      const server = await startService({ database });
      if (!isKept) await insistOnMore(server, requests);
      const bare = await bareContestants(server, request);
      const contestants = {
        svcapi: { name: 'svcapi', server, request, requests },
        http: { ...bare.http, requests },
        koa: { ...bare.koa, requests },
        'koa-write-head': { ...bare['koa-write-head'], requests },
      };
      const results = await contest(bench, contestants);
      await stop(contestants);
      return [
        shareOfBare(results.svcapi, results, {
          ...{ what, goal: aim(target) },
          series: seriesOf(contestants, results),
        }),
      ];
    },
  };
}

/** The number of characters, and of datacards. */
const EACH = 50_000;

/** The memory for finished answers at its default, in bytes. */
const CACHE = 16e6;

/**
 * Makes sure that requests in turn find nothing in the cache of answers.
 *
 * @throws where their answers are less than twice what it holds
 */
export async function insistOnMore({ url }: Server, requests: readonly Request[]): Promise<void> {
  const middle = requests[Math.floor(requests.length / 2)] as Request;
  const { status, body } = await send(url, middle);
  const bytes = body.length * requests.length;
  if (status !== 200 || bytes < 2 * CACHE) {
    throw new Error(`${requests.length} answers like ${middle.path}, with status ${status}, are ${bytes} bytes`);
  }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const character = (number: number) => `/ws/v2.0/character/1:${FIRST + number}`;

export const differentRows = [
  different({
    name: 'character-different',
    what: 'GET character, every one different',
    paths: numbers(EACH).map(character),
    target: 'GET character, every one different, of bare Koa',
  }),
  different({
    name: 'character-200',
    what: 'GET character, 200 in turn',
    paths: numbers(200).map(character),
    target: 'GET character, 200 in turn, of bare Koa',
    isKept: true,
  }),
  different({
    name: 'datacard-different',
    what: 'GET datacard, every one different',
    paths: numbers(EACH - 1).map((number) => `/ws/v2.0/datacard/14:${FIRST + 1 + number}`),
    target: 'GET datacard, every one different, of bare Koa',
  }),
  different({
    name: 'creditlog-different',
    what: 'GET creditlog, 50 rows, every page different',
    // Each page of the newest 1000, and of the oldest.
    paths: [0, 1].flatMap((run) => {
      const log = `/ws/v2.0/character/1:1/creditlog?start_id=${run}`;
      return numbers(951).map((number) => `${log}&start_index=${number + 1}`);
    }),
    target: 'GET creditlog, 50 rows, every page different, of bare Koa',
  }),
];
