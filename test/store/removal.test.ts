import test from 'ava';
import { Kysely, sql } from 'kysely';
import { UNLIMITED } from '../../src/domain/datacard.js';
import type { Tables } from '../../src/model/index.js';
import { galaxy } from '../../src/store/migrations/0001-galaxy.js';
import { removal } from '../../src/store/migrations/0006-removal.js';
import { dialect } from '../../src/store/sqlite/dialect.js';
import { DatabaseSync } from '../../src/store/sqlite/engine.js';
import type { Store } from '../../src/store/store.js';
import { tokenHash } from '../../src/store/token.js';
import { emptyStore } from '../helpers/database.js';
import { loadGalaxy, NOW } from '../helpers/galaxy.js';

const remove = (store: Store, ...args: Parameters<Store['load']['remove']>) =>
  store.transaction(({ load }) => load.remove(...args));

test('removing nothing does nothing', async (t) => {
  const store = await emptyStore(t);
  t.deepEqual(await remove(store, 'character', [], NOW), { written: 0, refused: [] });
});

test('of several removals, those that changed something are counted', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  const removals = [
    { uid: '1:1' },
    { uid: '1:404' },
    { uid: '1:2', name: 'Removed player' },
    { uid: '1:405', name: 'x' },
  ];
  t.deepEqual(await remove(store, 'character', removals, NOW), { written: 3, refused: [] });
  t.deepEqual(await remove(store, 'character', removals, NOW + 1), { written: 0, refused: [] });
  t.deepEqual(await remove(store, 'character', [{ uid: '1:1', name: 'x' }], NOW), { written: 1, refused: [] });
});

test('a removal that the database refuses is reported by its position, and the others are kept', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  const unknown = { uid: '14:8', owner_uid: '20:404', entity_uid: '2:1' };
  const { written, refused } = await remove(store, 'datacard', [{ uid: '14:1' }, unknown, { uid: '14:2' }], NOW);
  t.is(written, 2);
  t.like(refused, [{ position: 1 }]);
  t.regex(refused[0]?.reason ?? '', /^it refers to 20:404, which is not known/);
  t.like(await remove(store, 'datacard_change', [{ id: 1 }], NOW), {
    refused: [{ reason: 'it cannot be removed: the audit trail keeps every line' }],
  });
});

test('unlimited uses return, too', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  await store.datacards.assign('14:2', '4:1', UNLIMITED);
  await remove(store, 'entity', [{ uid: '4:1' }], NOW);
  t.deepEqual(await store.datacards.assignments('14:2'), []);
  t.like(await store.datacards.changes('14:2'), [{ location_uid: '4:1', uses_before: UNLIMITED, uses_after: 0 }]);
});

test('a grant that was made while its character was removed gives nothing', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  await remove(store, 'character', [{ uid: '1:4' }], NOW);
  const account = await store.accounts.create('Dorn', [], NOW);
  const grant = { client_id: 'console', character_uid: '1:4', permissions: [], expires_at: NOW + 60 };
  const { token } = await store.tokens.create(grant, NOW, account);
  t.is(await store.tokens.principal(token, NOW), undefined);
  t.is(await store.tokens.find(tokenHash(token), NOW), undefined);
  t.deepEqual(await store.grants.ofAccount(account, NOW), []);
});

test('a removal that fails later leaves everything as it was', async (t) => {
  const store = await emptyStore(t);
  await loadGalaxy(store);
  await t.throwsAsync(
    store.transaction(async ({ load }) => {
      await load.remove('entity', [{ uid: '20:1' }], NOW);
      throw new Error('later');
    }),
    { message: 'later' },
  );
  t.truthy(await store.entities.find('20:1'));
  t.like(await store.datacards.assignments('14:3'), [{ uses: 4 }]);
});

test('the migration keeps the audit trail of SQLite, and the number of its next line', async (t) => {
  const database = new DatabaseSync(':memory:');
  const db = new Kysely<Tables>({ dialect: dialect(database, () => {}) });
  const ddl = {
    ...{ integer: 'integer', serial: 'integer primary key autoincrement', text: 'text', tableOptions: 'strict' },
    ...{
      canDropNotNull: false,
      findTable: () => sql``,
      recordArrivals: () => [],
      readsConditionOfIndex: false,
      parsesTriggers: false,
      afterChanges: () => [],
      reportChanges: () => [],
    },
  };
  await galaxy(ddl).up(db);
  const add = "insert into datacard_changes values (null, 1, 'assign', 'app', '1:1', '14:1', '4:1', 0, 4, 'r')";
  database.exec(`
    insert into entities (uid, name) values ('1:1', 'a'), ('20:1', 'b'), ('2:1', 'c'), ('4:1', 'd');
    insert into characters values ('1:1', '', null, '', 0, '', '', 0, 0, 0, 0, 0, 0);
    insert into datacards values ('14:1', '20:1', '2:1', 5);
    insert into clients values ('app', 'App', 0, null);
    ${add}; ${add}; ${add}; delete from datacard_changes where id = 3`);
  const lines = () => database.prepare('select * from datacard_changes order by id').all();
  const before = lines();
  await removal(ddl).up(db);
  t.deepEqual(lines(), before);
  database.exec(add);
  t.deepEqual(
    lines().map((line) => (line as { id: number }).id),
    [1, 2, 4],
  );
  t.deepEqual(database.prepare('pragma foreign_key_check').all(), []);
  await db.destroy();
});
