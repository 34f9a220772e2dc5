import type { ExecutionContext } from 'ava';
import type { Store } from '../../src/store/store.js';
import { lastingDatabase } from './database.js';
import { loadRows } from './load-rows.js';
import { type Answer, type Server, type ServerSetup, startServer } from './server.js';

/** Starts servers on one database, with the same addresses in their answers. */
export async function startAll(
  t: ExecutionContext,
  ...setups: ServerSetup[]
): Promise<{ database: string; servers: Server[] }> {
  const database = await lastingDatabase(t);
  const servers: Server[] = [];
  for (const setup of setups) {
    const options = { publicUrl: 'http://galaxy.example', rateLimit: 1e9, metricsPort: 0 as const };
    const server = await startServer({ database, ...options, ...setup });
    t.teardown(() => server.close());
    servers.push(server);
  }
  return { database, servers };
}

/** Asks servers the same with the same token. */
export async function ask(servers: Server[], path: string, token: string): Promise<Pick<Answer, 'status' | 'text'>[]> {
  const headers = { Authorization: `Bearer ${token}`, 'X-Request-Id': 'the-same' };
  const answers = await Promise.all(servers.map((server) => server.call(path, { headers })));
  return answers.map(({ status, text }) => ({ status, text }));
}

/** Changes something, as another process does. */
export async function rename(store: Store, name: string): Promise<void> {
  await loadRows(store, 'entity', [{ uid: '4:1', name, owner_uid: '20:1' }]);
}
