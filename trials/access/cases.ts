import type { Store } from '../../src/store/store.js';
import { REVOKED_CLIENT, type TokenState, tokenStates } from '../../test/helpers/access-table.js';
import { loadGalaxy } from '../../test/helpers/galaxy.js';
import { type Row, rows } from '../../test/helpers/reference.js';
import type { Database } from '../backends/database.js';
import { type Character, characters, type Format, formats, grants } from './table.js';

/** One call: a route and a method, by whom, and in which format. */
export interface Case {
  row: Row;
  method: string;
  /** An address of the row, below `/ws/v2.0`. */
  sample: string;
  format: Format;
  /** The places of the state and of the permissions in their lists. */
  state: number;
  grant: number;
  character: Character;
}

/** Seconds that are left to a token that is about to expire: more than a run takes. */
const SOON = 86_400;

/** Returns the states of a token at the present. */
export function statesNow(): TokenState[] {
  return tokenStates(Math.floor(Date.now() / 1000), SOON);
}

const [usual] = formats as [Format];
const STATES = statesNow().length;

/** Methods that some routes have and others have not, beside the one that asks which. */
const OTHERS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

let enumerated: Case[] | undefined;

/** Returns every case. */
export function allCases(): Case[] {
  enumerated ??= [...declared(), ...heads(), ...profiles(), ...undeclared()];
  return enumerated;
}

/** Every state, permissions and character. */
function* askers(): Generator<Pick<Case, 'state' | 'grant' | 'character'>> {
  for (let state = 0; state < STATES; state += 1)
    for (let grant = 0; grant < grants.length; grant += 1)
      for (const character of characters) yield { state, grant, character };
}

/** Each row of the reference, in each format. */
function* declared(): Generator<Case> {
  for (const row of rows)
    for (const format of formats)
      for (const asker of askers()) yield { row, method: row.method, sample: row.sample, format, ...asker };
}

function* heads(): Generator<Case> {
  for (const row of rows.filter(({ method }) => method === 'GET'))
    for (const asker of askers()) yield { row, method: 'HEAD', sample: row.sample, format: usual, ...asker };
}

/** The profile of each character, and that of whoever asks. */
function* profiles(): Generator<Case> {
  const row = rows.find(({ number }) => number === 9) as Row;
  for (const target of ['', ...characters.map((uid) => `/${uid}`)])
    for (const asker of askers()) yield { row, method: 'GET', sample: `/character${target}`, format: usual, ...asker };
}

/** Methods that a path does not have, and OPTIONS: they need no token, so that all of them and none are enough. */
function* undeclared(): Generator<Case> {
  for (const row of new Map(rows.map((each) => [each.path, each])).values()) {
    const own = rows.filter(({ path }) => path === row.path).map(({ method }) => method as string);
    for (const method of OTHERS.filter((each) => !own.includes(each)))
      for (const format of formats)
        for (let state = 0; state < STATES; state += 1)
          for (const grant of [0, grants.length - 1])
            yield { row, method, sample: row.sample, format, state, grant, character: '1:1' };
  }
}

/** A prime that is no factor of the number of cases: its multiples meet each case once, in an order that looks random. */
const STRIDE = 1_000_003;

/** Returns the case of a number: neighbours have little in common, so that any run of numbers is a sample of all. */
export function caseOf(number: number, seed: number): Case {
  const all = allCases();
  return all[(number * STRIDE + seed) % all.length] as Case;
}

/** Returns a case as people read it. */
export function describeCase({ method, sample, format, state, grant, character }: Case): string {
  const held = grants[grant]?.join(', ') || 'no permission';
  return `${method} ${sample} by ${character}, ${statesNow()[state]?.name}, ${held}, ${format.name}`;
}

/** The tokens of everybody who asks, and the changes that bring them into their states. */
export interface Askers {
  /** Returns the Authorization header of a state, some permissions and a character, each by its place in its list. */
  header(state: number, grant: number, character: Character): string;
  /** Applies what the store has no method for: tokens of the past. */
  prepare(database: Database): Promise<void>;
}

/** Loads the galaxy and makes the tokens. */
export async function makeAskers(store: Store): Promise<Askers> {
  const now = Math.floor(Date.now() / 1000);
  await loadGalaxy(store);
  await store.clients.create({ id: REVOKED_CLIENT, name: 'Revoked client' }, now - 1000);
  await store.clients.revoke(REVOKED_CLIENT, now - 1);
  const headers = new Map<string, string>();
  const changes: string[] = [];
  await store.transaction(async ({ tokens }) => {
    for (const [state, { header, sql }] of statesNow().entries())
      for (const [index, permissions] of grants.entries())
        for (const character of characters) {
          const grant = { client_id: 'console', character_uid: character, permissions, expires_at: now + 30 * 86_400 };
          const { id, token } = await tokens.create(grant, now - 1000);
          headers.set(`${state} ${index} ${character}`, header(token));
          if (sql) changes.push(sql(id));
        }
  });
  return {
    header: (state, grant, character) => headers.get(`${state} ${grant} ${character}`) ?? '',
    prepare: (database) => database.execute(`begin; ${changes.join('; ')}; commit`),
  };
}
