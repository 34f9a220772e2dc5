import test, { type ExecutionContext } from 'ava';
import { MIGRATIONS, type Migrations } from '../../src/store/migrations/migrate.js';
import { openStore } from '../../src/store/open-store.js';
import type { OpenOptions } from '../../src/store/store.js';
import { UnusableDatabase } from '../../src/store/unusable-database.js';
import { galaxyFile, openTestStore, postgresDatabase, postgresUrl } from '../helpers/database.js';
import { needs } from '../helpers/needs.js';

/** What migrations do to a database that has rows, with two of the tests' own. */

const notes: Migrations = {
  ...MIGRATIONS,
  '0002-notes': ({ types, tableOptions }) => [`create table notes (text ${types.text} not null) ${tableOptions}`],
  '0003-note': () => ["insert into notes select value from facts where name = 'greeting'"],
};

const broken: Migrations = { ...notes, '0004-broken': () => ['create table more (text text)', 'this is no SQL'] };

const backends: [name: string, make: (t: ExecutionContext) => Promise<string>, test: typeof test.skip][] = [
  ['SQLite', galaxyFile, test],
  ['PostgreSQL', postgresDatabase, needs('SVCAPI_TEST_POSTGRES_URL', postgresUrl !== undefined)],
];

async function open(options: OpenOptions): Promise<string[]> {
  let applied: string[] = [];
  const onPrepared: OpenOptions['onPrepared'] = (prepared) => {
    applied = prepared.applied;
  };
  await (await openStore({ connections: 1, onPrepared, ...options })).close();
  return applied;
}

for (const [name, make, testOn] of backends) {
  const withRows = async (t: ExecutionContext) => {
    const database = await make(t);
    const store = await openTestStore(database);
    await store.metadata.set('greeting', 'hello');
    await store.close();
    return database;
  };
  const without = ({ '0002-notes': _, ...others }: Migrations): Migrations => others;

  testOn(`${name}: missing migrations are applied in order, once, and keep the rows`, async (t) => {
    const database = await withRows(t);
    t.deepEqual(await open({ database, migrations: notes, prepare: 'migrate' }), ['0002-notes', '0003-note']);
    t.deepEqual(await open({ database, migrations: notes, prepare: 'none' }), []);
    const store = await openStore({ database, migrations: notes });
    t.is(await store.metadata.get('greeting'), 'hello');
    await store.close();
  });

  testOn(`${name}: a migration that fails leaves nothing, nor do those before it`, async (t) => {
    const database = await withRows(t);
    await t.throwsAsync(open({ database, migrations: broken }), { message: /this|syntax/ });
    await t.throwsAsync(open({ database, migrations: notes, prepare: 'none' }), {
      instanceOf: UnusableDatabase,
      message:
        /older than this version of svcapi \(0002-notes, 0003-note missing\); make a backup, then run svcapi mig/,
    });
    t.deepEqual(await open({ database, migrations: notes }), ['0002-notes', '0003-note']);
  });

  testOn(`${name}: a version that lacks a migration refuses the tables, and one that has it goes on`, async (t) => {
    const database = await withRows(t);
    const older = await openTestStore(database);
    await open({ database, migrations: notes });
    t.true(await older.metadata.areTablesCurrent(), 'a process that runs goes on');
    t.is(await older.metadata.get('greeting'), 'hello');
    await older.close();
    for (const prepare of ['none', 'migrate', 'create'] as const) {
      await t.throwsAsync(open({ database, migrations: without(notes), prepare }), {
        instanceOf: UnusableDatabase,
        message: /newer version of svcapi \(it has 0002-notes\); install that version/,
      });
    }
  });

  testOn(`${name}: of several processes that migrate at once, one does`, async (t) => {
    const database = await withRows(t);
    const applied = await Promise.all([1, 2, 3, 4].map(() => open({ database, migrations: notes, patient: true })));
    const effective = applied.filter((names) => names.length > 0);
    t.deepEqual(effective, [['0002-notes', '0003-note']]);
  });
}
