import { type Kysely, type RawBuilder, sql } from 'kysely';
import { typeOfUid, uidTypes } from '../../domain/uid.js';
import { grantPermission } from '../../model/access.js';
import { Column, type DerivedColumn } from '../../model/column.js';
import { assignment } from '../../model/datacard.js';
import { models, type RecordType, recordModels, type Tables } from '../../model/index.js';
import { columnsOf, type Model } from '../../model/model.js';

export type Db = Kysely<Tables>;

export type Columns = Readonly<Record<string, 'integer' | 'text'>>;

/** Rows as a part of a query: the text after `from`, its columns, and the parameters. */
export interface RowSource {
  from: string;
  column(name: string): string;
  parameters: readonly unknown[];
}

export interface ImportSession {
  /** The current transaction, if there is one. Temporary tables belong to this connection, and end with it. */
  readonly db: Db;
  types: Record<'integer' | 'text', string>;
  tableOptions: string;
  /** Returns a JSON list of objects, given as a parameter (`?`) or a column, as rows with the alias j. */
  rowsOf(json: string, columns: Columns): Omit<RowSource, 'parameters'>;
  analyze(table: string): Promise<void>;
  /** Runs reads on one snapshot. */
  read<T>(work: () => Promise<T>): Promise<T>;
  /** Runs a transaction that changes the galaxy. It can read the named temporary tables, but not change them. */
  write<T>(tables: readonly TempTable[], work: (db: Db) => Promise<T>): Promise<T>;
  /** Yields the rows of a temporary table in pieces that `write` can use without naming the table. */
  pieces(table: TempTable): AsyncGenerator<RowSource>;
  /** Pauses between two transactions, so that others can write. */
  rest(): Promise<void>;
  /** Returns true for a violated constraint, or a conflict with another transaction. */
  isRefusal(error: unknown): boolean;
}

/** A temporary table; its column `at` is the position of a record in the files. */
export interface TempTable {
  name: string;
  columns: Columns;
  key: readonly string[];
}

/** Opens a session for the work, then closes it. Sessions of all processes take turns. */
export type WithSession = <T>(options: SessionOptions, work: (session: ImportSession) => Promise<T>) => Promise<T>;

export interface SessionOptions {
  signal?: AbortSignal | undefined;
  onWait?: (() => void) | undefined;
  /** Maximum wait for the turn, in milliseconds. */
  timeout?: number | undefined;
}

/** Milliseconds before a wait is reported: an import from a pipe takes a short turn each second. */
const MOMENT = 1000;

export async function reportWait<T>(turn: Promise<T>, onWait: SessionOptions['onWait']): Promise<T> {
  const noticing = setTimeout(() => onWait?.(), MOMENT);
  try {
    return await turn;
  } finally {
    clearTimeout(noticing);
  }
}

const PIECE = 1000;

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

/** Executes a statement with `?` as parameters, and returns the number of changed rows. */
export async function run(db: Db, text: string, ...parameters: readonly unknown[]): Promise<number> {
  const { numAffectedRows } = await query(text, parameters).execute(db);
  return Number(numAffectedRows ?? 0);
}

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

export interface Target {
  name: string;
  model: Model;
  key: readonly string[];
  columns: Columns;
  /** Columns that a later record replaces (`always`), or sets only where they are null (`once`). */
  always: readonly string[];
  once: readonly string[];
  references: readonly { column: string; table: string; key: string }[];
  /** The table of a list in each record, such as the permissions of a grant. */
  part?: { field: string; table: string; columns: Columns };
}

/** Each table refers only to earlier ones. Datacards come late, since changes by players lock them. */
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
  // After the audit lines, which bring their ids: uses add lines with higher ids.
  ...['uses', 'transactions', 'events'],
];

/** Tables whose rows do not depend on each other, and may be written in parts. */
export const histories: readonly string[] = ['transactions', 'events'];

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

/** Returns the tables of a record type: its base first, then the one with a row for each record. */
export function targetsOf(kind: RecordType): Target[] {
  const { base, table } = recordModels[kind];
  return [...(base ? [targetOf(base.table)] : []), targetOf(table)];
}

export function kindOf({ name }: Target, key: unknown): RecordType {
  if (name === 'entities') {
    const type = typeOfUid(String(key));
    return type === 'character' || type === 'faction' ? type : 'entity';
  }
  const table = name === 'assignments' ? 'datacards' : name;
  const [kind] = Object.entries(recordModels).find(([, model]) => model.table === table) ?? [];
  return (kind ?? 'grant') as RecordType;
}

/** Returns the condition that a row has a type; entities have three, which are ranges of an index. */
export function isOfKind(kind: RecordType, { name }: Target, alias: string): string {
  if (name !== 'entities') return 'true';
  // Text is compared by its bytes, and “;” follows “:”.
  const isOf = (type: number) => `(${alias}.uid >= '${type}:' and ${alias}.uid < '${type};')`;
  const [character, faction] = [isOf(uidTypes.character), isOf(uidTypes.faction)];
  if (kind === 'character') return character;
  return kind === 'faction' ? faction : `(not ${character} and not ${faction})`;
}

export function sameKey({ key }: Pick<Target, 'key'>, one: string, other: string): string {
  return key.map((name) => `${one}.${name} = ${other}.${name}`).join(' and ');
}

export function list(names: readonly string[], alias?: string): string {
  return names.map((name) => (alias === undefined ? name : `${alias}.${name}`)).join(', ');
}
