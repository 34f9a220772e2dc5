import test from 'ava';
import { DatabaseSync, Statements } from '../../src/store/sqlite/driver.js';
import { lastingDatabase, onPostgres, openTestStore } from '../helpers/database.js';
import { NOW } from '../helpers/galaxy.js';
import { needs } from '../helpers/needs.js';
import { form, type Server, startServer } from '../helpers/server.js';
import { Visitor } from '../helpers/visitor.js';
import { askDevice, people, post, signInApp, statusWith } from '../server/oauth/flow.js';

/** One after the other: the texts of all that is prepared meanwhile are those of one test. */
const onSqlite = onPostgres ? needs('SQLite', false) : test.serial;

/** Every table that grows. */
const tables = [
  ...['entities', 'characters', 'memberships', 'datacards', 'assignments', 'transactions', 'events', 'clients'],
  ...['grants', 'grant_permissions', 'tokens', 'blacklist', 'idempotency_keys', 'datacard_changes', 'accounts'],
  ...['account_characters', 'invitations', 'sessions', 'codes'],
];

/** Runs work, and returns the texts of all queries and changes that were prepared meanwhile. */
async function preparedBy(work: () => Promise<unknown>): Promise<Set<string>> {
  const { prepare } = Statements.prototype;
  const texts = new Set<string>();
  Statements.prototype.prepare = function (sql) {
    texts.add(sql);
    return prepare.call(this, sql);
  };
  try {
    await work();
  } finally {
    Statements.prototype.prepare = prepare;
  }
  return texts;
}

/** Returns the steps of a plan. */
function stepsOf(path: string, sql: string): string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare(`explain query plan ${sql}`).all() as { detail: string }[];
  database.close();
  return rows.map(({ detail }) => detail);
}

/** True for a step that reads a whole table or sorts. */
const isCostly = (step: string) =>
  step.includes('TEMP B-TREE') || tables.some((table) => step === `SCAN ${table}` || step.startsWith(`SCAN ${table} `));

const works: Record<string, [least: number, work: (server: Server) => Promise<unknown>]> = {
  'a call': [
    20,
    async (server) => {
      const creditlog = ['', '?start_id=1', '?start_id=1&start_index=2&item_count=2'].map(
        (query) => `creditlog${query}`,
      );
      const lists = ['', `?start_time=${NOW}`, '?start_index=9'].flatMap((query) => [
        `personal${query}`,
        `personal/xp${query}`,
      ]);
      for (const route of [
        ...[...creditlog, 'permissions', 'credits'].map((name) => `/character/1:1/${name}`),
        ...lists.map((list) => `/events/${list}`),
        ...['/character', '/character/Hana Veil', '/character/handlecheck/hana', '/entity/4:1', '/entity/14:1'],
        ...['/datacard/14:1', '/datacards/20:1', '/api/helloauth', '/api/ratelimits'],
      ])
        await server.call(route);
      const key = { 'Idempotency-Key': 'one' };
      const assign = { ...form({ production_entity_uid: '4:1', uses: 1 }), headers: key };
      for (let call = 0; call < 2; call++) await server.call('/datacard/14:1', assign);
      for (let call = 0; call < 8; call++) await server.call('/event/39:1');
    },
  ],
  'a sign-in, an exchange of tokens or the removal of an account': [
    50,
    async (started) => {
      const server = { ...started, ...(await people(started)) };
      const { account, store, url, visitor } = server;
      const { token, refresh } = await signInApp(server, visitor);
      await statusWith(server, token);
      const { json } = await post(server, '/token', refresh);
      for (const ended of [json.access_token, json.refresh_token])
        await post(server, '/revoke', { token: ended, client_id: 'app' });
      const { poll, user_code } = await askDevice(server);
      for (let call = 0; call < 2; call++) await poll();
      await visitor.visit('/account/device');
      await visitor.send({ user_code });
      await visitor.send({ decision: 'allow' });
      server.time.now += 60_000;
      await poll();
      const code = await store.invitations.create(account, NOW, NOW + 600);
      await new Visitor(url).signIn('Hana');
      for (const page of ['', '/tokens', '/my-programs', '/sessions']) await visitor.visit(`/account${page}`);
      await visitor.postTo('/account/end-session', { id: 'v' });
      await visitor.submit({}, { form: visitor.forms().length - 1 });
      await visitor.visit(`/account/invitation?code=${code}`);
      const password = 'quite another set of words';
      await visitor.submit({ password, repeated: password });
      await store.grants.end('g', NOW);
      await store.accounts.remove(account, NOW);
    },
  ],
};

for (const [what, [least, work]] of Object.entries(works)) {
  onSqlite(`${what} neither reads a whole table nor sorts in the database`, async (t) => {
    const path = await lastingDatabase(t);
    const server = await startServer({ database: path, rateLimit: 6, blacklistAfter: 2 });
    const texts = await preparedBy(() => work(server));
    await server.close();
    t.true(texts.size > least, [...texts].join('\n'));
    for (const sql of texts) {
      // The plan of an upsert lists scans for the foreign keys of other tables, which SQLite skips while none is violated.
      if (!/^\s*(with|select|insert|update|delete)\b/i.test(sql) || sql.includes('on conflict')) continue;
      t.deepEqual(stepsOf(path, sql).filter(isCostly), [], sql);
    }
  });
}

onSqlite(
  'a page of a credit log merges its sides, and reads the transactions that it shows and no others',
  async (t) => {
    const path = await lastingDatabase(t);
    const server = await startServer({ database: path });
    const texts = await preparedBy(async () => {
      for (const query of ['', '?start_id=1', '?start_id=9000']) await server.call(`/character/1:1/creditlog${query}`);
    });
    await server.close();
    const logs = [...texts].filter((text) => /^(with|select)[\s\S]*from "transactions"/.test(text));
    t.is(logs.length, 3, logs.join('\n'));
    for (const sql of logs) {
      const steps = stepsOf(path, sql);
      const reading = steps.filter((step) => step.includes(' transactions '));
      const uncovered = reading.filter((step) => !step.includes('COVERING INDEX') && !step.includes('(rowid=?)'));
      t.deepEqual(uncovered, [], sql);
      const isPage = sql.includes('"communication"');
      t.is(reading.length - reading.filter((step) => step.includes('COVERING')).length, isPage ? 1 : 0);
      const merges = steps.filter((step) => step.startsWith('MERGE')).length;
      t.is(merges, isPage ? (sql.includes('with "highest"') ? 2 : 1) : 0, steps.join('\n'));
    }
  },
);

onSqlite('what has expired is found by its time, and nothing else is read', async (t) => {
  const path = await lastingDatabase(t);
  const store = await openTestStore(path);
  const texts = await preparedBy(async () => void (await store.prune(NOW)));
  await store.close();
  const searches = [...texts].flatMap((text) => (text.includes(' limit ') ? stepsOf(path, text) : []));
  const found = searches.flatMap((step) => {
    const [, index, by] = / INDEX (\w+) \((.*)\)$/.exec(step) ?? [];
    return by?.endsWith('_at<?') ? [`${index}: ${by}`] : [];
  });
  t.deepEqual(found.sort(), [
    'blacklist_end: expires_at<?',
    'codes_end: expires_at<?',
    'grants_end: expires_at<?',
    'grants_revoked: revoked_at<?',
    'idempotency_keys_age: created_at<?',
    'invitations_end: expires_at<?',
    'sessions_end: expires_at<?',
    'tokens_consumed: consumed_at<?',
    'tokens_end: expires_at<?',
  ]);
});
