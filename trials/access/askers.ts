import type { Store } from '../../src/store/store.js';
import { REVOKED_CLIENT } from '../../test/helpers/access-table.js';
import { loadGalaxy } from '../../test/helpers/galaxy.js';
import type { Database } from '../backends/database.js';
import { statesNow } from './cases.js';
import { type Character, characters, grants } from './table.js';

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
