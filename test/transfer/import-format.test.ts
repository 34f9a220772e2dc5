import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { permissionNames } from '../../src/domain/permission.js';
import { uidTypes } from '../../src/domain/uid.js';
import { NAME_LENGTH, TEXT_BYTES } from '../../src/model/columns.js';
import { recordTypes } from '../../src/model/index.js';
import { readRecord } from '../../src/transfer/records.js';
import { emptyStore } from '../helpers/database.js';
import { file, importAll, NOW } from './galaxy.js';

const page = readFileSync(join(import.meta.dirname, '../../../docs/import-format.md'), 'utf8');

const example = /```ndjson\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

test('the example has every kind, and can be imported', async (t) => {
  const store = await emptyStore(t);
  const { refused, result } = await importAll(store, file(example));
  t.deepEqual(refused, []);
  t.false(result instanceof Error);
  const read = 'types' in result ? Object.entries(result.types).filter(([, { added }]) => added > 0) : [];
  t.deepEqual(read.map(([kind]) => kind).sort(), [...recordTypes].sort());
});

for (const kind of recordTypes) {
  test(`the list of ${kind} has its fields, and says which must be there`, (t) => {
    const rows = fieldsOf(kind);
    const unknown = readRecord(JSON.stringify({ kind, '?': 1 }), NOW);
    const fields = /their fields are (.*?)(;|$)/.exec('reason' in unknown ? unknown.reason : '')?.[1]?.split(', ');
    const written = rows.map(({ field }) => field);
    t.deepEqual(written, fields ?? []);
    const record = example.split('\n').find((line) => line.startsWith(`{"kind":"${kind}"`)) ?? '';
    for (const { field, required } of rows) {
      const result = readRecord(JSON.stringify({ ...JSON.parse(record), [field]: undefined }), NOW);
      t.is('reason' in result ? result.reason : '', required ? `${field} is missing` : '');
    }
  });
}

test('the permissions of a grant are those of the program', (t) => {
  const names = permissionNames.map((name) => `\`${name}\``).join(', ');
  t.true(page.replaceAll(/\s+/g, ' ').includes(`- \`permissions\`: list of ${names} -`), names);
});

test('the limits and the types of uids are those of the program', (t) => {
  const types = Object.entries(uidTypes).map(([type, number]) => `${number} ${type === 'npc' ? 'NPC' : type}`);
  t.true(page.replaceAll('\n', ' ').includes(`Types of uids: ${types.join(', ')}.`));
  t.true(page.includes(`1 to ${NAME_LENGTH} characters`));
  t.true(page.includes(`${TEXT_BYTES.toLocaleString('en')} bytes`));
});

/** Returns the fields in the list of a kind: the names of a line have the same default, which is in parentheses. */
function fieldsOf(kind: string) {
  const section = page.split(`\n### ${kind}\n`)[1]?.split(/\n##/)[0] ?? '';
  return [...section.matchAll(/^- ((?:`\w+`(?:, )?)+)( \()?/gm)].flatMap(([, names = '', standard]) =>
    names.split(', ').map((name) => ({ field: name.replaceAll('`', ''), required: standard === undefined })),
  );
}
