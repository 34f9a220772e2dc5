import test from 'ava';
import { models } from '../../src/model/index.js';
import { columnsOf, type Model } from '../../src/model/model.js';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { galaxyFile } from '../helpers/database.js';

interface Table {
  /** By name: the type, with a question mark where it can be null. */
  columns: Record<string, string>;
  key: string[];
  /** `column -> table`. */
  references: string[];
}

/** The tables of a new file, without those of SQLite and of the migrations. */
function describeFile(path: string): Record<string, Table> {
  const database = new DatabaseSync(path, { readOnly: true });
  const ask = (statement: string, ...parameters: string[]) =>
    database.prepare(statement).all(...parameters) as Record<string, unknown>[];
  const tables = ask(
    "select name from sqlite_master where type = 'table' and name not glob 'kysely_*' and name not glob 'sqlite_*'",
  ).map(({ name }): [string, Table] => {
    const table = String(name);
    const columns = ask('select * from pragma_table_info(?)', table);
    const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
    // SQLite does not say that a key is never null.
    const type = ({ type, notnull, pk }: (typeof columns)[number]) =>
      `${String(type).toLowerCase()}${notnull === 0 && pk === 0 ? '?' : ''}`;
    const references = ask('select * from pragma_foreign_key_list(?)', table);
    return [
      table,
      {
        columns: Object.fromEntries(columns.map((column) => [String(column.name), type(column)])),
        key: key.map((column) => String(column.name)),
        references: references.map((row) => `${row.from} -> ${row.table}`).sort(),
      },
    ];
  });
  database.close();
  return Object.fromEntries(tables);
}

function describeModel(model: Model): Table {
  const columns = columnsOf(model);
  const base = model.base ? [`${model.key[0]} -> ${model.base.table}`] : [];
  const others = columns.flatMap(([name, { options }]) =>
    options.references ? [`${name} -> ${options.references}`] : [],
  );
  return {
    columns: Object.fromEntries(
      columns.map(([name, { options }]) => [name, options.isNullable ? `${options.type}?` : options.type]),
    ),
    key: [...model.key],
    references: [...base, ...others].sort(),
  };
}

test('each table has a model with its columns, key and references', async (t) => {
  const tables = describeFile(await galaxyFile());
  // Only databases that several processes share have rate windows.
  const stored = models.filter(({ table }) => table !== 'rate_windows');
  for (const model of stored) t.deepEqual(tables[model.table], describeModel(model), model.table);
  t.deepEqual(Object.keys(tables).sort(), stored.map(({ table }) => String(table)).sort());
});
