import test, { type ExecutionContext } from 'ava';
import { models } from '../../src/model/index.js';
import { columnsOf, type Model } from '../../src/model/model.js';
import { isPostgres } from '../../src/store/address.js';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { lastingDatabase, openTestStore, query } from '../helpers/database.js';

interface Column {
  name: string;
  type: string;
  isNullable: boolean;
}

interface Table {
  columns: Column[];
  key: string[];
  /** `column -> table`. */
  references: string[];
}

/** The tables of a new database by name, as the database describes them; those of the migrations are left out. */
async function describeDatabase(t: ExecutionContext): Promise<Record<string, Table>> {
  const address = await lastingDatabase(t);
  const store = await openTestStore(address);
  t.teardown(() => store.close());
  return isPostgres(address) ? describePostgres(address) : describeSqlite(address);
}

function describeSqlite(path: string): Record<string, Table> {
  const database = new DatabaseSync(path, { readOnly: true });
  const ask = (pragma: string, table: string) =>
    database.prepare(`select * from ${pragma}(?)`).all(table) as Record<string, unknown>[];
  const names = database
    .prepare(
      "select name from sqlite_master where type = 'table' and name not glob 'kysely_*' and name not glob 'sqlite_*'",
    )
    .all()
    .map((row) => String((row as { name: unknown }).name));
  const tables = names.map((table): [string, Table] => {
    const columns = ask('pragma_table_info', table);
    const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
    return [
      table,
      {
        columns: columns.map(({ name, type, notnull, pk }) => ({
          name: String(name),
          type: String(type).toLowerCase(),
          // SQLite does not say that a key is never null.
          isNullable: notnull === 0 && pk === 0,
        })),
        key: key.map(({ name }) => String(name)),
        references: ask('pragma_foreign_key_list', table).map((row) => `${row.from} -> ${row.table}`),
      },
    ];
  });
  database.close();
  return Object.fromEntries(tables);
}

const POSTGRES_TYPES: Record<string, string> = { bigint: 'integer', text: 'text' };

async function describePostgres(address: string): Promise<Record<string, Table>> {
  const columns = (await query(
    address,
    // The uses are a view.
    `select table_name, column_name, data_type, is_nullable from information_schema.columns
     where table_schema = current_schema() and table_name not like 'kysely%' and table_name <> 'uses' order by table_name, ordinal_position`,
  )) as { table_name: string; column_name: string; data_type: string; is_nullable: string }[];
  const constraints = (await query(
    address,
    `select conrelid::regclass::text as table_name, contype, confrelid::regclass::text as target,
       array(select attname::text from unnest(conkey) with ordinality as k (attnum, place)
         join pg_attribute a on a.attrelid = conrelid and a.attnum = k.attnum order by place) as names
     from pg_constraint where connamespace = current_schema()::regnamespace and contype in ('p', 'f')`,
  )) as { table_name: string; contype: string; target: string; names: string[] }[];
  const tables: Record<string, Table> = {};
  for (const { table_name, column_name, data_type, is_nullable } of columns) {
    tables[table_name] ??= { columns: [], key: [], references: [] };
    tables[table_name].columns.push({
      name: column_name,
      type: POSTGRES_TYPES[data_type] ?? data_type,
      isNullable: is_nullable === 'YES',
    });
  }
  for (const { table_name, contype, target, names } of constraints) {
    if (contype === 'p') tables[table_name]?.key.push(...names);
    else tables[table_name]?.references.push(`${names.join()} -> ${target}`);
  }
  return tables;
}

function describeModel(model: Model): Table {
  const columns = columnsOf(model);
  const base = model.base ? [`${model.key[0]} -> ${model.base.table}`] : [];
  return {
    columns: columns.map(([name, { options }]) => ({
      name,
      type: options.type,
      isNullable: options.isNullable === true,
    })),
    key: [...model.key],
    references: [
      ...base,
      ...columns.flatMap(([name, { options }]) => (options.references ? [`${name} -> ${options.references}`] : [])),
    ],
  };
}

const sorted = ({ columns, key, references }: Table) => ({
  columns: [...columns].sort((a, b) => a.name.localeCompare(b.name)),
  key,
  references: [...references].sort(),
});

test('each newest table has the columns, key and references of its model', async (t) => {
  const tables = await describeDatabase(t);
  for (const model of models) {
    const table = tables[model.table];
    // Only databases that several processes share have it.
    if (table === undefined && model.table === 'rate_windows') continue;
    t.deepEqual(table && sorted(table), sorted(describeModel(model)), model.table);
  }
});

test('each table has a model', async (t) => {
  const known = new Set<string>(models.map(({ table }) => table));
  t.deepEqual(
    Object.keys(await describeDatabase(t)).filter((table) => !known.has(table)),
    [],
  );
});
