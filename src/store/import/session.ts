import { type Kysely, type RawBuilder, sql } from 'kysely';
import { typeOfUid, uidTypes } from '../../domain/uid.js';
import { grantPermission } from '../../model/access.js';
import { Column, type DerivedColumn } from '../../model/column.js';
import { assignment } from '../../model/datacard.js';
import { models, type RecordType, recordModels, type Tables } from '../../model/index.js';
import { columnsOf, type Model } from '../../model/model.js';

export type Db = Kysely<Tables>;

/** The columns of a table of an import by name, with their types. */
export type Columns = Readonly<Record<string, 'integer' | 'text'>>;

/** Rows as a part of a query: what follows `from`, the name of a column there, and the parameters of the text. */
export interface RowSource {
  from: string;
  column(name: string): string;
  parameters: readonly unknown[];
}

/** A connection on which files are compared with the galaxy, and the ways in which the two databases differ there. */
export interface ImportSession {
  /** Its temporary tables are seen by this connection alone, and end with it. It is that of a transaction while there is one. */
  readonly db: Db;
  types: Record<'integer' | 'text', string>;
  /** The options after the columns of a temporary table. */
  tableOptions: string;
  /** Returns the objects of a JSON list, which is a parameter (`?`) or a column, as rows with the alias j. */
  rowsOf(json: string, columns: Columns): Omit<RowSource, 'parameters'>;
  /** Tells the planner about a large temporary table. */
  analyze(table: string): Promise<void>;
  /** Runs reads of one snapshot. */
  read<T>(work: () => Promise<T>): Promise<T>;
  /** Runs a transaction that changes the galaxy. It sees the named temporary tables, and cannot change them. */
  write<T>(tables: readonly TempTable[], work: (db: Db) => Promise<T>): Promise<T>;
  /** Yields the rows of a temporary table in pieces that `write` can use without naming the table. */
  pieces(table: TempTable): AsyncGenerator<RowSource>;
  /** Waits between two transactions, so that others can write. */
  rest(): Promise<void>;
  /** Returns true for the error of a row that breaks a rule of the database, or of a conflict with another transaction. */
  isRefusal(error: unknown): boolean;
}

/** A temporary table of an import; each has the column `at`, the place of a record. */
export interface TempTable {
  name: string;
  columns: Columns;
  key: readonly string[];
}

/** Opens a session, and closes it after the work. Sessions of all processes take turns. */
export type WithSession = <T>(options: SessionOptions, work: (session: ImportSession) => Promise<T>) => Promise<T>;

export interface SessionOptions {
  signal?: AbortSignal | undefined;
  /** Called when another session has its turn for longer than a moment. */
  onWait?: (() => void) | undefined;
  /** The longest wait for the turn, in milliseconds. */
  timeout?: number | undefined;
}

/** The wait that nobody notices, in milliseconds: an import from a pipe has a short turn each second. */
const MOMENT = 1000;

/** Waits for the turn of a session, and calls `onWait` if it does not come soon. */
export async function reportWait<T>(turn: Promise<T>, onWait: SessionOptions['onWait']): Promise<T> {
  const noticing = setTimeout(() => onWait?.(), MOMENT);
  try {
    return await turn;
  } finally {
    clearTimeout(noticing);
  }
}

/** The number of rows in a piece. */
const PIECE = 1000;

/** Yields the rows of a temporary table in the order of their places, in pieces, where the table can be read. */
export async function* piecesOf(db: Db, { name }: TempTable): AsyncGenerator<RowSource> {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const [found] = await all<{ upto: number | null }>(
      db,
      `select max(at) as upto from (select at from ${name} where at > ? order by at limit ${PIECE}) as piece`,
      after,
    );
    if (found?.upto == null) return;
    const from = `(select * from ${name} where at > ? and at <= ?) as j`;
    yield { from, column: (column) => `j.${column}`, parameters: [after, found.upto] };
    after = found.upto;
  }
}

/** Executes a statement, and returns the number of rows that it has changed. Each `?` stands for a parameter. */
export async function run(db: Db, text: string, ...parameters: readonly unknown[]): Promise<number> {
  const { numAffectedRows } = await query(text, parameters).execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Executes a query, and returns its rows. */
export async function all<Row>(db: Db, text: string, ...parameters: readonly unknown[]): Promise<Row[]> {
  return (await query(text, parameters).execute(db)).rows as Row[];
}

function query(text: string, parameters: readonly unknown[]): RawBuilder<unknown> {
  const parts = text.split('?').map((part) => sql.raw(part));
  return sql.join(
    parts.flatMap((part, index) => (index === 0 ? [part] : [sql`${parameters[index - 1]}`, part])),
    sql.raw(''),
  );
}

/** A table that files have rows for. */
export interface Target {
  name: string;
  model: Model;
  key: readonly string[];
  columns: Columns;
  /** The columns that a later record changes, and those that it sets in place of null. */
  always: readonly string[];
  once: readonly string[];
  /** The columns that hold keys of other rows. */
  references: readonly { column: string; table: string; key: string }[];
  /** The table with a part of each row, which a record has as a list. */
  part?: { field: string; table: string; columns: Columns };
}

/** The tables in an order in which each refers only to those before it. Datacards come late, since changes of players lock them. */
const order = [
  ...[
    'accounts',
    'entities',
    'characters',
    'memberships',
    'account_characters',
    'clients',
    'grants',
    'grant_permissions',
  ],
  ...['tokens', 'idempotency_keys', 'blacklist', 'facts', 'datacards', 'assignments', 'datacard_changes'],
  // After the lines that bring their numbers along.
  ...['uses', 'transactions', 'events'],
];

/** The tables whose rows stand alone: a part of them may be written before the others. */
export const histories: readonly string[] = ['transactions', 'events'];

/** The tables whose rows belong to others, and are written with these. */
export const parts: readonly string[] = [assignment.table, grantPermission.table];

const stored: readonly Model[] = [...Object.values(recordModels), assignment, grantPermission];

export const targets: readonly Target[] = order.map((name) => {
  const model = stored.find(({ table, fields }) => table === name && fields !== recordModels.faction.fields) as Model;
  const columns = columnsOf(model);
  const updated = (update: string) =>
    columns.flatMap(([column, { options }]) =>
      !model.key.includes(column) && (options.update ?? model.update ?? 'always') === update ? [column] : [],
    );
  return {
    name,
    model,
    key: model.key,
    columns: Object.fromEntries(columns.map(([column, { options }]) => [column, options.type])),
    always: updated('always'),
    once: updated('once'),
    references: columns.flatMap(([column, field]) => referenceOf(column, field)),
    ...partOf(name),
  };
});

function referenceOf(column: string, field: Column<unknown> | DerivedColumn<unknown>): Target['references'] {
  const table = field instanceof Column ? field.options.references : undefined;
  const target = models.find((model) => model.table === table);
  return target ? [{ column, table: target.table, key: target.key[0] as string }] : [];
}

function partOf(name: string): Pick<Target, 'part'> {
  const columns = { location_uid: 'text', uses: 'integer' } as const;
  if (name === 'datacards') return { part: { field: 'assignments', table: assignment.table, columns } };
  if (name !== 'grants') return {};
  return { part: { field: 'permissions', table: grantPermission.table, columns: { permission: 'text' } } };
}

export function targetOf(name: string): Target {
  return targets.find((target) => target.name === name) as Target;
}

/** Returns the tables that hold a record of a kind: that of its base first, and the one that each record has a row in last. */
export function targetsOf(kind: RecordType): Target[] {
  const { base, table } = recordModels[kind];
  return [...(base ? [targetOf(base.table)] : []), targetOf(table)];
}

/** Returns the kind of a row of a table, by its key. */
export function kindOf({ name }: Target, key: unknown): RecordType {
  if (name === 'entities') {
    const type = typeOfUid(String(key));
    return type === 'character' || type === 'faction' ? type : 'entity';
  }
  const table = name === 'assignments' ? 'datacards' : name;
  const [kind] = Object.entries(recordModels).find(([, model]) => model.table === table) ?? [];
  return (kind ?? 'grant') as RecordType;
}

/** Returns the condition that a row of a table is of a kind: the entities are of three, which the index tells apart. */
export function isOfKind(kind: RecordType, { name }: Target, alias: string): string {
  if (name !== 'entities') return 'true';
  // Text is compared by its bytes, and “;” follows “:”.
  const isOf = (type: number) => `(${alias}.uid >= '${type}:' and ${alias}.uid < '${type};')`;
  const [character, faction] = [isOf(uidTypes.character), isOf(uidTypes.faction)];
  if (kind === 'character') return character;
  return kind === 'faction' ? faction : `(not ${character} and not ${faction})`;
}

/** Compares the keys of two aliases. */
export function sameKey({ key }: Pick<Target, 'key'>, one: string, other: string): string {
  return key.map((name) => `${one}.${name} = ${other}.${name}`).join(' and ');
}

/** Names columns, each after an alias where one is given. */
export function list(names: readonly string[], alias?: string): string {
  return names.map((name) => (alias === undefined ? name : `${alias}.${name}`)).join(', ');
}
