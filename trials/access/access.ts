import { startService } from '../../bench/server.js';
import type { Store } from '../../src/store/store.js';
import { loadGalaxy } from '../../test/helpers/galaxy.js';
import { rows } from '../../test/helpers/reference.js';
import { type Database, prepareDatabase } from '../backends/database.js';
import { HttpClient } from '../harness.js';
import type { Task, Trial } from '../trial.js';
import {
  type Case,
  characters,
  deviationsOf,
  expectedOutcome,
  formats,
  grants,
  REVOKED_CLIENT,
  type TokenState,
  tokenStates,
} from './expectation.js';

const CONNECTIONS = 16;

/** Everybody gets what a table written by hand says, and nothing else. */
export const access: Trial = {
  name: 'access',
  what: 'Every route, method and format with every state of a token, its permissions and memberships',
  promise: 'Every answer is the one in a table that is written by hand.',
  unit: 'calls',
  get fullSize() {
    return allCases().length;
  },
  shortSize: 1500,
  backends: ['sqlite', 'postgres'],
  faults: {
    permission: 'grants that hold every permission',
    revoked: 'tokens and grants that nobody has revoked',
  },
  run,
};

async function run(task: Task): Promise<void> {
  const { made: askers, copy } = await prepareDatabase(task, makeAskers);
  const database = await copy();
  await askers.prepare(database);
  await plantFault(task, database);
  const service = await startService({ database: database.address });
  const client = new HttpClient(`${service.url}/ws/v2.0`, CONNECTIONS);
  const states = tokenStates();
  // There must be something to revoke: pairs of calls take turns.
  let lastRevocation: Promise<unknown> = Promise.resolve();
  await task.inParallel(CONNECTIONS, async (number) => {
    const each = caseOf(number, task.seed);
    const state = states[each.state] as TokenState;
    const send = () => client.send(requestOf(each, askers));
    let answer = expectedOutcome(each, state) === 'datacard_revoke' ? undefined : send();
    if (!answer) {
      answer = lastRevocation.then(() => client.send(assignment(askers))).then(send);
      lastRevocation = answer.catch(() => {});
    }
    const reply = await answer;
    for (const deviation of deviationsOf(each, state, reply))
      task.violate(number, `${describeCase(each)}: ${deviation}`);
    task.count(`answers with ${reply.status}`);
  });
  client.close();
  await service.stop();
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

function requestOf({ row, method, sample, format, ...asker }: Case, askers: Askers) {
  const [path = '', query] = sample.split('?');
  const queries = [query, format.query].filter((part) => part !== undefined);
  const Authorization = askers.header(asker.state, asker.grant, asker.character);
  const isForm = method === row.method && row.body !== undefined;
  return {
    method,
    path: `${path}${format.suffix ?? ''}${queries.length > 0 ? `?${queries.join('&')}` : ''}`,
    headers: {
      ...(Authorization !== '' && { Authorization }),
      ...(format.accept !== undefined && { Accept: format.accept }),
      ...(isForm && FORM),
    },
    ...(isForm && { body: new URLSearchParams(row.body).toString() }),
  };
}

/** Assigns what the next revocation takes back. */
function assignment(askers: Askers) {
  const valid = tokenStates().findIndex(({ expected }) => expected === 'valid');
  const headers = { Authorization: askers.header(valid, grants.length - 1, '1:1'), ...FORM };
  return { method: 'POST', path: '/datacard/14:3', headers, body: 'production_entity_uid=4:1&uses=1' };
}

async function plantFault({ fault }: Task, database: Database): Promise<void> {
  if (fault === 'revoked')
    await database.execute('update tokens set revoked_at = null; update grants set revoked_at = null');
  if (fault === 'permission')
    await database.execute(`insert into grant_permissions (grant_id, permission) select id, permission from grants
      cross join (select distinct permission from grant_permissions) as known where true on conflict do nothing`);
}

/** Methods that some routes have and others have not, beside the one that asks which. */
const OTHERS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const STATES = [...tokenStates().keys()];

let enumerated: Case[] | undefined;

/** Returns every case: the routes in each format, HEAD, the profiles of everybody, and methods that a path does not have. */
function allCases(): Case[] {
  enumerated ??= rows.flatMap((row) => {
    const { method, path, sample } = row;
    const inUsualFormat = [
      ...(method === 'GET' ? [{ method: 'HEAD', sample }] : []),
      ...(row.number === 9 ? ['', ...characters.map((uid) => `/${uid}`)] : []).map((target) => ({
        ...{ method, sample: `/character${target}` },
      })),
    ];
    const own = rows.filter((each) => each.path === path);
    const others = own.at(-1) === row ? OTHERS.filter((other) => !own.some((each) => each.method === other)) : [];
    return [
      ...formats.flatMap((format) => byEverybody({ row, method, sample, format })),
      ...inUsualFormat.flatMap((call) => byEverybody({ row, ...call, format: formats[0] })),
      // These need no token, so that all permissions and none are enough.
      ...others.flatMap((other) =>
        formats.flatMap((format) =>
          byEverybody({ row, method: other, sample, format }, [0, grants.length - 1], ['1:1']),
        ),
      ),
    ];
  });
  return enumerated;
}

function byEverybody(
  call: Omit<Case, 'state' | 'grant' | 'character'>,
  some: readonly number[] = [...grants.keys()],
  whose: readonly Case['character'][] = characters,
): Case[] {
  return STATES.flatMap((state) =>
    some.flatMap((grant) => whose.map((character) => ({ ...call, state, grant, character }))),
  );
}

/** A prime that is no factor of the number of cases: its multiples meet each case once, in an order that looks random. */
const STRIDE = 1_000_003;

/** Returns the case of a number: neighbours have little in common, so that any run of numbers is a sample of all. */
function caseOf(number: number, seed: number): Case {
  const all = allCases();
  return all[(number * STRIDE + seed) % all.length] as Case;
}

function describeCase({ method, sample, format, state, grant, character }: Case): string {
  const held = grants[grant]?.join(', ') || 'no permission';
  return `${method} ${sample} by ${character}, ${tokenStates()[state]?.name}, ${held}, ${format.name}`;
}

type Askers = Awaited<ReturnType<typeof makeAskers>>;

/** Loads the galaxy and makes the tokens of everybody who asks. */
async function makeAskers(store: Store) {
  const now = Math.floor(Date.now() / 1000);
  await loadGalaxy(store);
  await store.clients.create({ id: REVOKED_CLIENT, name: 'Revoked client' }, now - 1000);
  await store.clients.revoke(REVOKED_CLIENT, now - 1);
  const headers = new Map<string, string>();
  const changes: string[] = [];
  await store.transaction(async ({ tokens }) => {
    for (const [state, { header, sql }] of tokenStates().entries())
      for (const [index, permissions] of grants.entries())
        for (const character of characters) {
          const grant = { client_id: 'console', character_uid: character, permissions, expires_at: now + 30 * 86_400 };
          const { id, token } = await tokens.create(grant, now - 1000);
          headers.set(`${state} ${index} ${character}`, header(token));
          if (sql) changes.push(sql(id));
        }
  });
  return {
    /** Returns the Authorization header of a state, some permissions and a character, each by its place in its list. */
    header: (state: number, grant: number, character: string) => headers.get(`${state} ${grant} ${character}`) ?? '',
    /** Brings the tokens into their states, which the store has no method for. */
    prepare: (database: Database) => database.execute(`begin; ${changes.join('; ')}; commit`),
  };
}
