import test from 'ava';
import { rateWindow } from '../../src/model/bookkeeping.js';
import { models } from '../../src/model/index.js';
import { routes } from '../../src/routes/index.js';
import { pages } from '../../src/server/accounts/pages/index.js';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { tokenHash } from '../../src/store/token.js';
import { galaxyFile } from '../helpers/database.js';
import { NOW } from '../helpers/galaxy.js';
import { metricsOf } from '../helpers/scrape.js';
import { form, type Server, startServer } from '../helpers/server.js';
import { accountFor, PASSWORD, Visitor } from '../helpers/visitor.js';

/** Examples for the parameters of paths. */
const PARAMETERS: Record<string, string> = { uid: '1:1', id: '1', name: 'Hana Veil', path: 'entity' };

const fill = (path: string) =>
  path.replace(/\[.*?\]/g, '').replace(/\{(\w+)\}/g, (_, name: string) => PARAMETERS[name] ?? '1');

/** Sends every kind of request, and returns the status of each. */
async function statuses(server: Server, visitor: Visitor): Promise<Map<string, number>> {
  const { url, call } = server;
  const seen = new Map<string, number>();
  const record = (what: string, { status }: { status: number }) => seen.set(what, status);
  for (const { method, path, stream } of routes)
    if (method === 'GET' && stream === undefined) record(path.path, await call(fill(path.path)));
  for (const { path, get } of pages) if (get) record(`account page ${path}`, await visitor.open(fill(path)));
  for (const path of ['/documentation', '/openapi.json'])
    record(path, await call(path, { headers: { 'Accept-Encoding': 'gzip' } }));
  const token = { grant_type: 'refresh_token', refresh_token: 'none', client_id: 'console', client_secret: 'none' };
  for (const [path, init] of [
    ['/ws/oauth2/auth?client_id=console&response_type=code&redirect_uri=http://127.0.0.1/', { redirect: 'manual' }],
    ['/ws/oauth2/token', form(token)],
    ['/ws/oauth2/device', form({ client_id: 'svcapi-cli', scope: 'character_auth' })],
    ['/ws/oauth2/introspect', form({ token: 'none', client_id: 'console', client_secret: 'none' })],
  ] as const)
    record(path, await fetch(new URL(path, url), init as RequestInit));
  record('metrics', await fetch(metricsOf(server)).catch(() => ({ status: 0 })));
  const newcomer = new Visitor(url);
  await newcomer.visit('/account/sign-in');
  record('sign-in', await newcomer.send({ name: 'Hana Veil', password: PASSWORD }));
  return seen;
}

/** A server that nobody has asked anything, and a browser in which Hana is signed in. */
async function prepared() {
  const database = await galaxyFile();
  const server = await startServer({ database, metricsPort: 0 });
  const account_id = await accountFor(server.store, 'Hana Veil');
  const cookie = 'a'.repeat(43);
  await server.store.sessions.save(tokenHash(cookie), { uid: 'session', account_id, expires_at: NOW + 1000 });
  const visitor = new Visitor(server.url);
  visitor.cookies.set('svcapi_session', cookie);
  return { database, server, visitor };
}

function rename(path: string, from: string, to: string): void {
  const database = new DatabaseSync(path);
  database.exec(`alter table ${from} rename to ${to}`);
  database.close();
}

const baseline = (async () => {
  const { server, visitor } = await prepared();
  const seen = await statuses(server, visitor);
  await server.close();
  return seen;
})();

// SQLite counts in memory.
for (const { table } of models.filter((model) => model.table !== rateWindow.table)) {
  test(`whatever is made once is made again after its queries have failed: ${table}`, async (t) => {
    const { database, server, visitor } = await prepared();
    t.teardown(() => server.close());
    rename(database, table, 'away');
    await statuses(server, visitor);
    rename(database, 'away', table);
    t.deepEqual(await statuses(server, visitor), await baseline);
  });
}
