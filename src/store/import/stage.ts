import { DerivedColumn } from '../../model/column.js';
import { type RecordType, recordModels, type StagedType } from '../../model/index.js';
import { columnsOf } from '../../model/model.js';
import type { Removal } from '../../model/record-format.js';
import { turn } from '../../turn.js';
import {
  all,
  createTemp,
  type ImportSession,
  insertJson,
  run,
  type SessionOptions,
  type TempTable,
} from './session.js';
import { type Columns, type Target, targetOf, targets, targetsOf } from './tables.js';

export interface ImportOptions extends SessionOptions {
  /** Unix seconds for removals without a time. */
  now: number;
  /** Returns the position of a record for messages; null is a row that only the database has. */
  place(at: number | null): string;
  /** Remove what the files do not name, of the types that they contain. */
  sync?: boolean;
  /** Take uses back where a new total is below what is assigned. */
  reclaim?: boolean;
}

type Values = Readonly<Record<string, unknown>>;

type Prefix = 'stage' | 'new' | 'gone';

/** Limits of a batch: rows, and characters of their JSON. */
const BATCH_ROWS = 2000;
const BATCH_LENGTH = 1024 * 1024;

export interface Fault {
  at: number;
  kind: RecordType;
  reason: string;
}

interface Batch {
  table: TempTable;
  rows: Map<string, string>;
  length: number;
  isLarge: boolean;
}

const refused: TempTable = { name: 'refused', columns: { at: 'integer', kind: 'text', reason: 'text' }, key: ['at'] };

/** Temporary tables: `stage_…` has the rows of the files, `new_…` those that differ from stored ones, `gone_…` the removals. */
export class Stage {
  readonly session: ImportSession;
  readonly options: ImportOptions;
  readonly #tables = new Map<string, TempTable>();
  readonly #batches = new Map<string, Batch>();

  constructor(session: ImportSession, options: ImportOptions) {
    this.session = session;
    this.options = options;
  }

  tables(...prefixes: Prefix[]): TempTable[] {
    return [...this.#tables.values()].filter(({ name }) => prefixes.some((prefix) => name.startsWith(`${prefix}_`)));
  }

  has(prefix: Prefix, table: string): boolean {
    return this.#tables.has(`${prefix}_${table}`);
  }

  /** Returns the targets with a temporary table, in their order. */
  with(prefix: Prefix): Target[] {
    return targets.filter(({ name }) => this.has(prefix, name));
  }

  /** Returns the name of a temporary table, or an empty query if there is none. */
  from(prefix: Prefix, table: string): string {
    if (this.has(prefix, table)) return `${prefix}_${table}`;
    const more = prefix === 'gone' ? 'effect' : 'change';
    return `(select 0 as at, 0 as ${more}, t.* from ${table} as t where false)`;
  }

  /** Adds a row; the last one with a key wins. `at` grows from record to record. */
  async add(type: StagedType, at: number, row: Values): Promise<void> {
    for (const target of targetsOf(type)) {
      const values: Record<string, unknown> = { at };
      for (const [name, column] of columnsOf(target.model)) {
        values[name] = column instanceof DerivedColumn ? column.derive(row as never) : (row[name] ?? null);
      }
      if (target.part) values[target.part.field] = partText(target.part.field, row);
      await this.#put('stage', target, values);
    }
  }

  /** Adds a removal; a later row with its key voids it. */
  async remove(type: StagedType, at: number, removal: Removal): Promise<void> {
    const target = targetOf((recordModels[type].base ?? recordModels[type]).table);
    await this.#put('gone', target, { ...removal, at, effect: 0 });
  }

  async flush(): Promise<void> {
    for (const batch of this.#batches.values()) {
      await this.#write(batch);
      if (batch.isLarge) await this.session.analyze(batch.table.name);
    }
  }

  async open(prefix: Prefix, target: Target): Promise<TempTable> {
    const name = `${prefix}_${target.name}`;
    const table = this.#tables.get(name) ?? { name, columns: columnsOfTemp(prefix, target), key: target.key };
    await this.#create(table);
    return table;
  }

  /** Opens an empty table of differences. */
  async openDifferences(target: Target): Promise<void> {
    const { name } = await this.open('new', target);
    await run(this.session.db, `delete from ${name}`);
    await run(this.session.db, `create index if not exists ${name}_at on ${name} (at)`);
  }

  /** Moves refused records to a separate table, so that the rest is judged without them. Of two reasons the first counts. */
  async refuse(faults: readonly Fault[]): Promise<void> {
    const { db } = this.session;
    await this.#create(refused);
    const first = new Map(faults.toReversed().map((fault) => [fault.at, fault]));
    await insertJson(db, this.session, refused, JSON.stringify([...first.values()]));
    for (const { name } of this.tables('stage', 'new')) {
      await run(db, `delete from ${name} where at in (select at from refused)`);
    }
  }

  /** Yields each refusal once, in the order of the files. */
  async *refusals(): AsyncGenerator<Fault> {
    if (!this.#tables.has(refused.name)) return;
    const { db } = this.session;
    for (;;) {
      const rows = await all<Fault>(db, 'select at, kind, reason from refused order by at limit 500');
      const last = rows.at(-1);
      if (last === undefined) return;
      yield* rows;
      await run(db, 'delete from refused where at <= ?', last.at);
    }
  }

  /** Lets signals and timers run, since SQLite answers synchronously. @throws the reason of the signal */
  async breathe(): Promise<void> {
    await turn();
    this.options.signal?.throwIfAborted();
  }

  async #put(prefix: Prefix, target: Target, values: Values): Promise<void> {
    const name = `${prefix}_${target.name}`;
    let batch = this.#batches.get(name);
    if (!batch) {
      batch = { table: await this.open(prefix, target), rows: new Map(), length: 0, isLarge: false };
      this.#batches.set(name, batch);
    }
    const text = JSON.stringify(values);
    batch.rows.set(JSON.stringify(target.key.map((column) => values[column])), text);
    batch.length += text.length;
    if (batch.rows.size < BATCH_ROWS && batch.length < BATCH_LENGTH) return;
    batch.isLarge = true;
    await this.#write(batch);
  }

  async #write(batch: Batch): Promise<void> {
    if (batch.rows.size === 0) return;
    await insertJson(this.session.db, this.session, batch.table, `[${[...batch.rows.values()].join()}]`);
    batch.rows.clear();
    batch.length = 0;
    await this.breathe();
  }

  async #create(table: TempTable): Promise<void> {
    if (this.#tables.has(table.name)) return;
    await createTemp(this.session.db, this.session, table);
    this.#tables.set(table.name, table);
  }
}

function columnsOfTemp(prefix: Prefix, { model, key, columns, part }: Target): Columns {
  if (prefix === 'gone') {
    const names = [...key, ...(model.tombstone ?? [])];
    const kept = Object.fromEntries(names.map((name) => [name, columns[name] ?? 'text'] as const));
    return { at: 'integer', effect: 'integer', ...kept, removed_at: 'integer' };
  }
  return { at: 'integer', change: 'integer', ...columns, ...(part && { [part.field]: 'text' }) };
}

/** Returns the list of a row as JSON, the same for equal lists. */
function partText(field: string, row: Values): string {
  const value = row[field] as readonly unknown[];
  if (field !== 'permissions') return JSON.stringify(value);
  return JSON.stringify([...new Set(value)].sort().map((permission) => ({ permission })));
}
