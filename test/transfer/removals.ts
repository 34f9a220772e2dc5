import { copyFileSync } from 'node:fs';
import test from 'ava';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { openSqlite } from '../../src/store/sqlite/open.js';
import type { DumpScope, Store } from '../../src/store/store.js';
import { exportRecords } from '../../src/transfer/records.js';
import { temporaryFolder } from '../helpers/folder.js';
import { file, galaxy, importAll, NOW, send } from './galaxy.js';

/** Returns the records of a store, without the end record. */
export async function exportAll(store: Store, scope?: DumpScope): Promise<string> {
  let text = '';
  for await (const piece of exportRecords(store, scope)) text += piece;
  return text.replace(/\{"kind":"end","records":\d+\}\n$/, '');
}

let made: ReturnType<typeof makeTemplates> | undefined;

/** Returns files that tests copy: making one takes longer than an import. */
export function templates() {
  made ??= makeTemplates();
  return made;
}

async function makeTemplates() {
  const folder = temporaryFolder();
  const [empty, full] = [`${folder}/empty.db`, `${folder}/full.db`];
  await (await openSqlite({ path: empty })).close();
  copyFileSync(empty, full);
  const store = await openSqlite({ path: full });
  await send(store, [...galaxy]);
  await store.close();
  return { empty, full };
}

/** The keys of one of each kind in the sample galaxy. */
export const keys: Record<string, object> = {
  faction: { uid: '20:7' },
  entity: { uid: '4:31' },
  character: { uid: '1:12' },
  membership: { character: '1:12', faction: '20:7' },
  datacard: { uid: '14:3' },
  event: { uid: '39:1' },
  transaction: { id: 1 },
  account: { id: 'a1' },
  account_character: { account: 'a1', character: '1:12' },
  client: { id: 'app' },
  grant: { id: 'g1' },
  token: { id: 't1' },
  idempotency_key: { client: 'app', character: '1:12', key: 'k1' },
  blacklist: { address: '192.0.2.7' },
  fact: { name: 'demo' },
};

/**
 * Every row of every table, read without the store; but the order of arrival and the number of changes are those of each database
 * alone.
 */
function contentsOf(path: string) {
  const database = new DatabaseSync(path, { readOnly: true });
  const tables = database.prepare("select name from sqlite_master where type = 'table' order by name").all();
  const names = tables.map(({ name }) => String(name)).filter((name) => !/^((sqlite|kysely)_|arrivals$)/.test(name));
  const contents = names.map((name) => {
    const rows = database.prepare(`select * from ${name} order by 1, 2`).all();
    return [name, rows] as const;
  });
  database.close();
  return Object.fromEntries(contents);
}

const galaxies = new Map<string, Promise<string>>();

/** Returns the galaxy that an empty database exports after an import. Many removals leave the same one. */
function returned(text: string): Promise<string> {
  const known = galaxies.get(text) ?? importAndExport(text);
  galaxies.set(text, known);
  return known;
}

async function importAndExport(text: string): Promise<string> {
  const path = `${temporaryFolder()}/other.db`;
  copyFileSync((await templates()).empty, path);
  const store = await openSqlite({ path });
  const { refused } = await importAll(store, file(text), { now: NOW + 9 });
  if (refused.length > 0) throw new Error(refused[0]?.reason);
  const exported = await exportAll(store);
  await store.close();
  return exported;
}

/** Declares the test that an export without the record of a kind makes an equal service. */
export function testExportWithout(kind: string): void {
  test(`an export without a ${kind} makes an equal service, and changes none`, async (t) => {
    const folder = temporaryFolder();
    const [from, to] = [`${folder}/from.db`, `${folder}/to.db`];
    const { empty, full } = await templates();
    copyFileSync(full, from);
    copyFileSync(empty, to);
    const first = await openSqlite({ path: from });
    await send(first, [{ kind, ...keys[kind], removed: true }], { now: NOW + 5 });
    const text = await exportAll(first);
    const again = await importAll(first, file(text), { now: NOW + 7 });
    t.deepEqual(again.refused, []);
    for (const counts of Object.values('types' in again.result ? again.result.types : {})) {
      t.is(counts.added + counts.changed + counts.removed, 0);
    }
    await first.close();

    const second = await openSqlite({ path: to });
    t.deepEqual((await importAll(second, file(text), { now: NOW + 9 })).refused, []);
    t.is(await exportAll(second), text);
    const ofGalaxy = await exportAll(second, 'galaxy');
    await second.close();
    t.deepEqual(contentsOf(to), contentsOf(from));

    t.is(await returned(ofGalaxy), ofGalaxy);
  });
}
