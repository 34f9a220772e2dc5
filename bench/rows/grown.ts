import { existsSync, renameSync } from 'node:fs';
import type { Request } from '../answer.js';
import type { Bench } from '../bench.js';
import { type Contestant, contest, contestLasts, type Result, seriesOf } from '../contest.js';
import { copyOf, type Galaxy, galaxy } from '../galaxy.js';
import { ASSIGNED_DATACARD, FIRST, type Growth, populate } from '../populate.js';
import { formatNumber } from '../report/format.js';
import { type Line, measureParts, type Row } from '../row.js';
import { type Server, startService } from '../server.js';
import { median, ratios, summarize } from '../statistics.js';
import { aim } from '../targets.js';
import { MILLIONS } from './credit-log.js';
import { USUAL, withBearer } from './replayed.js';

/** Enough for every call to find something. */
const SMALL: Growth = { characters: 100, transactions: 2500, datacards: 10, assignments: 10, tokens: 10, keys: 10 };

const GROWN: Growth = {
  ...{ characters: 100_000, transactions: 1_000_000, datacards: 11_200, assignments: 10_000 },
  ...{ tokens: 1_000_000, keys: 1_000_000, addresses: 100_000 },
};

/** A twentieth of what is grown: a short run still shows what is read as a whole. */
const QUICK = Object.fromEntries(Object.entries(GROWN).map(([name, count]) => [name, count / 20])) as Growth;

const sizes = (bench: Bench) => (bench.quick ? QUICK : GROWN);

/** The credit log of the character of the token. */
export const log = '/ws/v2.0/character/1:1/creditlog';

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** An assignment of the datacard with the most assignments, to a production entity that has it. */
export const assignment: Request = {
  path: `/ws/v2.0/datacard/${ASSIGNED_DATACARD}`,
  method: 'POST',
  headers: form,
  body: `production_entity_uid=4:${FIRST + 1}&uses=1`,
};

/** Lists that are whole answers. */
export const lists: Record<string, Request> = {
  'GET datacard with 10,000 assignments': { path: `/ws/v2.0/datacard/${ASSIGNED_DATACARD}` },
  'GET datacards of a faction, 11,200': { path: '/ws/v2.0/datacards/20:1' },
};

/** A call, and the galaxy that gives the same answer to it without the growth. */
interface Call {
  request: (middle: number) => Request;
  beside: 'small' | 'lists';
}

const short = (request: Request): Call => ({ request: () => request, beside: 'small' });

const calls: Record<string, Call> = {
  'GET creditlog, 50 rows, newest page': short({ path: log }),
  'GET creditlog, 50 rows, start_id=1': short({ path: `${log}?start_id=1` }),
  'GET creditlog, 50 rows, start_id in the middle': {
    request: (middle) => ({ path: `${log}?start_id=${middle}` }),
    beside: 'small',
  },
  'GET character': short({ path: '/ws/v2.0/character' }),
  'GET datacard with one assignment': short({ path: `/ws/v2.0/datacard/14:${FIRST + 1}` }),
  'POST datacard with 10,000 assignments, assign': short(assignment),
  'POST datacard with one assignment, assign': short({
    ...assignment,
    path: `/ws/v2.0/datacard/14:${FIRST + 2}`,
    body: `production_entity_uid=4:${FIRST + 2}&uses=1`,
  }),
  ...Object.fromEntries(
    Object.entries(lists).map(([what, request]): [string, Call] => [what, { ...short(request), beside: 'lists' }]),
  ),
};

/** The connections of the calls for lists, which take long. */
const FEW = 4;

/** Every call costs what it answers, and not what is stored. */
const flat: Row = {
  name: 'grown',
  what: 'Calls on grown data',
  lasts: (bench) => contestLasts(bench, 2 * Object.keys(calls).length) + 20,
  async measure(bench) {
    const [small, withLists, grown] = await Promise.all([
      start(populated(await galaxy(USUAL), SMALL)),
      start(populated(await galaxy(USUAL), { ...SMALL, ...listsOf(bench) })),
      start(await grownGalaxy(bench)),
    ]);
    const middle = (bench.quick ? USUAL : MILLIONS) + (sizes(bench).transactions ?? 0) / 2;
    return measureParts(calls, async (what, { request, beside }) => {
      const other = beside === 'lists' ? withLists : small;
      const contestants: Record<'grown' | 'small', Contestant> = {
        grown: { name: `${what}, grown`, server: grown.server, request: withBearer(request(middle), grown.token) },
        small: { name: `${what}, small`, server: other.server, request: withBearer(request(1000), other.token) },
      };
      const connections = beside === 'lists' ? FEW : bench.connections;
      return [toLine(what, contestants, await contest({ ...bench, connections }, contestants))];
    });
  },
};

function toLine(
  what: string,
  contestants: Record<'grown' | 'small', Contestant>,
  { grown, small }: Record<'grown' | 'small', Result>,
): Line {
  const micros = ({ cpu }: Result) => formatNumber(median(cpu));
  return {
    what: `${what}, grown data`,
    ...aim('Any call on grown data, processor time for the same answer on small data'),
    summary: summarize(ratios(grown.cpu, small.cpu)),
    unit: 'of its processor time on small data',
    series: seriesOf(contestants, { grown, small }),
    note: `${micros(small)} µs on small data, ${micros(grown)} µs on grown data`,
  };
}

const listsOf = (bench: Bench): Growth => {
  const { datacards = 0, assignments = 0 } = sizes(bench);
  return { datacards, assignments };
};

function populated(from: Galaxy, growth: Growth): Galaxy {
  const made = copyOf(from);
  populate(made.database, growth);
  return made;
}

async function start({ database, token }: Galaxy): Promise<Started> {
  return { server: await startService({ database }), token };
}

interface Started {
  server: Server;
  token: string;
}

/** Returns a copy of the grown galaxy, which is made once and kept. */
export async function grownGalaxy(bench: Bench): Promise<Galaxy> {
  const from = await galaxy(bench.quick ? USUAL : MILLIONS);
  // Named by its sizes: other sizes get another file.
  const size = Object.values(sizes(bench)).join('-');
  const kept = { ...from, database: from.database.replace(/galaxy\.db$/, `grown-${size}.db`) };
  if (!existsSync(kept.database)) {
    bench.log('growing the galaxy');
    renameSync(populated(from, sizes(bench)).database, kept.database);
  }
  return copyOf(kept);
}

export const grownRows = [flat];
