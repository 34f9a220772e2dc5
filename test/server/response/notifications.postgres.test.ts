import { randomBytes } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { AnswerCache } from '../../../src/server/response/answer-cache.js';
import { PostgresChanges } from '../../../src/store/postgres/changes.js';
import type { Store } from '../../../src/store/store.js';
import { found, isWatching, noticed } from '../../helpers/changes.js';
import { openTestStore, postgresDatabase, postgresUrl, query } from '../../helpers/database.js';
import { form, type Server, startServer } from '../../helpers/server.js';
import { hasPgBouncer, startPgBouncer } from '../../helpers/servers/pgbouncer.js';
import { until } from '../../helpers/until.js';

/** Kept answers of a service that the notifications of PostgreSQL do not reach: none is older than the data. */

const withPostgres = postgresUrl === undefined ? test.skip : test;

const PATH = '/entity/4:1';

async function start(t: ExecutionContext, database: string): Promise<Server> {
  const options = { publicUrl: 'http://galaxy.example', redis: undefined, metricsPort: 0 as const };
  const server = await startServer({ database, ...options });
  t.teardown(() => server.close());
  return server;
}

/** Changes what PATH shows, as another instance does. */
async function rename(store: Store, name: string): Promise<void> {
  await store.transaction(async ({ load }) => {
    await load.write('entity', [{ uid: '4:1', name, owner_uid: '20:1' }]);
  });
}

const nameOf = async ({ call }: Server): Promise<string> => (await call(PATH)).json.svcapi.entity.name;

/** Waits until an answer is kept: what expired is removed after a start, which is a change. */
async function isKept(server: Server, name: string): Promise<number> {
  const { hits } = await found(server);
  const isFound = async () => (await nameOf(server)) === name && (await found(server)).hits > hits;
  await until(isFound, { what: `${name} is kept` });
  return (await found(server)).hits;
}

/** A server whose connection for notifications a test can cut, for as long as it likes: its user may not sign in meanwhile. */
async function startCuttable(t: ExecutionContext) {
  const database = await postgresDatabase(t);
  const other = await openTestStore(database);
  t.teardown(() => other.close());
  const user = `svcapi_${randomBytes(6).toString('hex')}`;
  await query(database, `create role ${user} superuser login password '${user}'`);
  t.teardown(() => query(database, `drop owned by ${user}; drop role ${user}`));
  const address = new URL(database);
  [address.username, address.password] = [user, user];
  const server = await start(t, address.href);
  await isWatching(server);
  // All connections of its pool are open before it may open none.
  await Promise.all(Array.from({ length: 20 }, () => server.store.metadata.get('anything')));
  const listener = "query = 'listen svcapi_' || md5(current_schema())";
  return {
    ...{ server, other },
    async cut() {
      await query(database, `alter role ${user} nologin`);
      await query(database, `select pg_terminate_backend(pid) from pg_stat_activity where ${listener}`);
      await until(() => noticed(server.store) === undefined, { what: 'the cut is noticed' });
    },
    async mend() {
      await query(database, `alter role ${user} login`);
      await isWatching(server);
    },
  };
}

withPostgres('while the connection for notifications is away, no kept answer is sent', async (t) => {
  const { server, other, cut, mend } = await startCuttable(t);
  const hits = await isKept(server, 'Ember Works');
  await cut();
  for (const name of ['Amber Works', 'Coral Works', 'Opal Works']) {
    await rename(other, name);
    for (let turn = 0; turn < 2; turn++) t.is(await nameOf(server), name, 'it is seen at once');
  }
  t.is((await found(server)).hits, hits);
  const unnoticed = 'changes of other instances go unnoticed: no answer is kept until they are noticed';
  const lines = (message: string) => server.log.filter((line) => JSON.parse(line).msg === message);
  await until(() => lines(unnoticed).length > 0, { what: 'the log has a warning' });
  await mend();
  t.is(await nameOf(server), 'Opal Works');
  await isKept(server, 'Opal Works');
  t.is(lines(unnoticed).length, 1);
  await until(() => lines('changes of other instances are noticed again: answers are kept').length === 1, {
    what: 'the log has the end of it',
  });
});

withPostgres('an answer from before the connection was away is not sent after it', async (t) => {
  const { server, other, cut, mend } = await startCuttable(t);
  await isKept(server, 'Ember Works');
  await cut();
  await rename(other, 'Amber Works');
  await mend();
  t.is(await nameOf(server), 'Amber Works');
});

withPostgres('the ETag of an instance is a 304 of another, until what it stands for changes', async (t) => {
  const database = await postgresDatabase(t);
  const [one, other] = [await start(t, database), await start(t, database)];
  await Promise.all([one, other].map(isWatching));
  for (const accept of ['application/json', 'application/xml']) {
    const path = '/datacard/14:1';
    const first = await one.call(path, { headers: { Accept: accept } });
    const etag = first.headers.get('etag') ?? '';
    const headers = { Accept: accept, 'If-None-Match': etag };
    for (let turn = 0; turn < 2; turn++) {
      const answer = await other.call(path, { headers });
      t.deepEqual([answer.status, answer.text, answer.headers.get('etag')], [304, '', etag]);
    }
    await one.call(path, form({ production_entity_uid: '4:2', uses: 1 }));
    t.is((await one.call(path, { headers })).status, 200);
    await until(async () => (await other.call(path, { headers })).status === 200, { what: 'the other one notices it' });
    const [mine, its] = [await one.call(path, { headers }), await other.call(path, { headers })];
    t.is(mine.text.replace(/1\d{9}/, ''), its.text.replace(/1\d{9}/, ''));
    t.is(mine.headers.get('etag'), its.headers.get('etag'));
    t.not(mine.headers.get('etag'), etag);
  }
});

(hasPgBouncer ? withPostgres : test.skip)(
  'behind a pooler in transaction mode nothing is kept, and it is reported once (needs PgBouncer)',
  async (t) => {
    const database = await postgresDatabase(t);
    await (await openTestStore(database)).close();
    const pooled = await startPgBouncer(t, database);
    const pool = new pg.Pool({ connectionString: pooled });
    const reported: (Error | undefined)[] = [];
    const changes = new PostgresChanges(pooled, (statement, values) => pool.query(statement, values));
    t.teardown(async () => {
      await changes.close();
      await pool.end();
    });
    changes.onWatch = (cause) => reported.push(cause);
    const cache = new AnswerCache(changes, 1e6);
    const versions = new Set<number | undefined>();
    await until(
      () => {
        versions.add(cache.version());
        return reported.length > 0;
      },
      { what: 'it is reported' },
    );
    t.deepEqual([...versions], [undefined]);
    t.deepEqual(reported.map(String), ['Error: no notification arrives']);
  },
);
