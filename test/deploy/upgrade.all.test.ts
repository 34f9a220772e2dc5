import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { temporaryFolder } from '../helpers/folder.js';
import { form, startServer } from '../helpers/server.js';

/** Two releases serve at once while instances are restarted one after another. */

test('an older release serves on tables that a newer one has extended', async (t) => {
  const database = join(temporaryFolder(), 'galaxy.db');
  const server = await startServer({ database });
  t.teardown(() => server.close());
  const newer = new DatabaseSync(database);
  newer.exec(`
    alter table datacard_changes add column later text;
    create table later (id integer primary key) strict;
    insert into kysely_migration values ('9999-later', '');
  `);
  newer.close();
  t.is((await fetch(new URL('/readyz', server.url))).status, 200);
  t.is((await server.call('/datacard/14:1', form({ production_entity_uid: '4:1', uses: 1 }))).status, 200);
  t.is((await server.call('/datacard/14:1')).status, 200);
});

test('no migration after the first removes anything', (t) => {
  const folder = fileURLToPath(new URL('../../../src/store/migrations/', import.meta.url));
  const migrations = readdirSync(folder).filter((name) => /^\d{4}-/.test(name));
  const later = migrations.filter((name) => !name.startsWith('0001-'));
  t.is(migrations.length - later.length, 1);
  const removes = /drop (table|column|index|constraint|trigger)|rename /i;
  t.deepEqual(
    later.filter((name) => removes.test(readFileSync(join(folder, name), 'utf8'))),
    [],
  );
});
