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

/** Tables that are away at the same time: no request that fails for one of them would have needed another. */
const GROUPS = [
  ['blacklist', 'facts'],
  ['tokens', 'sessions', 'clients', 'invitations'],
  ['grants', 'accounts', 'codes'],
  ['grant_permissions', 'account_characters', 'memberships', 'arrivals'],
  ['characters', 'assignments', 'datacard_changes'],
  ['entities', 'events', 'transactions', 'datacards', 'idempotency_keys'],
];

test('whatever is made once is made again after its queries have failed', async (t) => {
  // SQLite counts in memory.
  const tables = models.map(({ table }) => table).filter((table) => table !== rateWindow.table);
  t.deepEqual(GROUPS.flat().sort(), [...new Set(tables)].sort());
  let expected: Map<string, number> | undefined;
  for (const group of [[], ...GROUPS]) {
    const { database, server, visitor } = await prepared();
    for (const table of group) rename(database, table, `away_${table}`);
    if (group.length > 0) await statuses(server, visitor);
    for (const table of group) rename(database, `away_${table}`, table);
    const seen = await statuses(server, visitor);
    await server.close();
    expected ??= seen;
    t.deepEqual(seen, expected, group.join());
  }
});
