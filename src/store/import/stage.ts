import type { Reason } from '../../domain/refusals.js';
import { printable } from '../../domain/text.js';
import { DerivedColumn } from '../../model/column.js';
import { type RecordType, recordModels, type StagedType } from '../../model/index.js';
import { columnsOf } from '../../model/model.js';
import type { Removal } from '../../model/record-format.js';
import { turn } from '../../turn.js';
import { type ImportSession, run, type SessionOptions } from './session.js';
import { kindOf, list, type Target, targetOf, targets, targetsOf } from './tables.js';

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

export interface Fault {
  at: number;
  kind: RecordType;
  reason: string;
}

/** Maximum rows that a query of faults reads. */
export const FAULTS = 500;

export function faultOf(target: Target, row: Values & { at: number }, reason: Reason): Fault {
  return { at: row.at, kind: kindOf(target, row[target.key[0] as string]), reason: printable(reason) };
}

/** Limits of a batch: rows, and characters of their JSON. */
const BATCH_ROWS = 2000;
const BATCH_LENGTH = 1024 * 1024;

interface Batch {
  /** JSON by key. */
  rows: Map<string, string>;
  length: number;
  isLarge: boolean;
}

/**
 * A temporary table `stage_…` for each table of the files, with one row for a key. `at` is the position of its record, and `gone`
 * that of a later removal, whose fields are `gone_…`. `change` and `effect` are what they do: see compare.ts.
 */
export class Stage {
  readonly session: ImportSession;
  readonly options: ImportOptions;
  readonly #batches = new Map<string, Batch>();
  readonly #refused = new Map<number, Fault>();

  constructor(session: ImportSession, options: ImportOptions) {
    this.session = session;
    this.options = options;
  }

  has(table: string): boolean {
    return this.#batches.has(table);
  }

  /** Returns the targets with a temporary table, in their order. */
  get targets(): Target[] {
    return targets.filter(({ name }) => this.has(name));
  }

  /** Returns the rows with a record, as a query after `from`. */
  named(table: string): string {
    return this.#rows(table, 'at is not null');
  }

  /** Returns the rows whose record changes something. */
  changed(table: string): string {
    return this.#rows(table, 'change <> 0');
  }

  /** Returns the rows whose removal changes something. */
  gone(table: string): string {
    return this.#rows(table, 'effect <> 0');
  }

  #rows(table: string, where: string): string {
    if (this.has(table)) return `(select * from stage_${table} where ${where})`;
    const removal = Object.entries(targetOf(table).removal).map(([name, type]) => `cast(null as ${type}) as ${name}`);
    return `(select 0 as at, 0 as change, 0 as effect, ${list(removal)}, t.* from ${table} as t where false)`;
  }

  /** Adds a row; the last one with a key wins. `at` grows from record to record. */
  async add(type: StagedType, at: number, row: Values): Promise<void> {
    for (const target of targetsOf(type)) {
      const values: Record<string, unknown> = { at };
      for (const [name, column] of columnsOf(target.model)) {
        values[name] = column instanceof DerivedColumn ? column.derive(row as never) : (row[name] ?? null);
      }
      if (target.part) values[target.part.field] = partText(target.part.field, row);
      await this.#put(target, values, values);
    }
  }

  /** Adds a removal; a later row with its key voids it. */
  async remove(type: StagedType, gone: number, removal: Removal): Promise<void> {
    const target = targetOf((recordModels[type].base ?? recordModels[type]).table);
    const values = Object.entries(removal).map(([name, value]) =>
      target.key.includes(name) ? [name, value] : [`gone_${name}`, value],
    );
    await this.#put(target, removal, { gone, ...Object.fromEntries(values) });
  }

  async flush(): Promise<void> {
    for (const target of this.targets) {
      await this.#write(target);
      if (this.#batches.get(target.name)?.isLarge) await this.session.analyze(`stage_${target.name}`);
    }
  }

  /** Makes the temporary table of a target unless there is one. */
  async open(target: Target): Promise<Batch> {
    const { name, key, staged, removal } = target;
    const known = this.#batches.get(name);
    if (known) return known;
    const { db, types, tableOptions } = this.session;
    const columns = Object.entries({ ...staged, ...removal }).map(([column, type]) => `${column} ${types[type]}`);
    const flags = ['change', 'effect'].map((column) => `${column} ${types.integer} not null default 0`);
    await run(
      db,
      `create temp table stage_${name} (${list([...columns, ...flags])}, primary key (${list(key)})) ${tableOptions}`,
    );
    await run(db, `create index stage_${name}_change on stage_${name} (at) where change <> 0`);
    await run(db, `create index stage_${name}_effect on stage_${name} (gone) where effect <> 0`);
    const batch = { rows: new Map(), length: 0, isLarge: false };
    this.#batches.set(name, batch);
    return batch;
  }

  /** Leaves records out, so that the rest is judged without them. Of two reasons the first counts. */
  async refuse(faults: readonly Fault[]): Promise<void> {
    for (const fault of faults) if (!this.#refused.has(fault.at)) this.#refused.set(fault.at, fault);
    const ats = JSON.stringify(faults.map(({ at }) => ({ at })));
    const { from, column } = this.session.rowsOf('?', { at: 'integer' });
    for (const { name } of this.targets) {
      const isRefused = `at in (select ${column('at')} from ${from})`;
      await run(this.session.db, `delete from stage_${name} where ${isRefused} and gone is null`, ats);
      await run(this.session.db, `update stage_${name} set at = null, change = 0 where ${isRefused}`, ats);
    }
  }

  /** Returns the refusals since the last call, in the order of the files. */
  takeRefused(): Fault[] {
    const faults = [...this.#refused.values()].sort((one, other) => one.at - other.at);
    this.#refused.clear();
    return faults;
  }

  /** Lets signals and timers run, since SQLite answers synchronously. @throws the reason of the signal */
  async breathe(): Promise<void> {
    await turn();
    this.options.signal?.throwIfAborted();
  }

  async #put(target: Target, row: Values, values: Values): Promise<void> {
    const batch = await this.open(target);
    const key = JSON.stringify(target.key.map((column) => row[column]));
    // A removal leaves the record before it as it is.
    const known = values.at === undefined ? batch.rows.get(key) : undefined;
    const text = JSON.stringify(known === undefined ? values : { ...JSON.parse(known), ...values });
    batch.rows.set(key, text);
    batch.length += text.length;
    if (batch.rows.size < BATCH_ROWS && batch.length < BATCH_LENGTH) return;
    batch.isLarge = true;
    await this.#write(target);
  }

  async #write(target: Target): Promise<void> {
    const { name, key, staged, removal } = target;
    const batch = await this.open(target);
    if (batch.rows.size === 0) return;
    const columns = { ...staged, ...removal };
    const names = Object.keys(columns);
    const isRemoval = 'excluded.at is null';
    const set = names.map((each) =>
      each in removal
        ? `${each} = excluded.${each}`
        : `${each} = case when ${isRemoval} then stage_${name}.${each} else excluded.${each} end`,
    );
    const { from, column } = this.session.rowsOf('?', columns);
    await run(
      this.session.db,
      `insert into stage_${name} (${list(names)}) select ${list(names.map(column))} from ${from} where true
      on conflict (${list(key)}) do update set ${list(set)}`,
      `[${[...batch.rows.values()].join()}]`,
    );
    batch.rows.clear();
    batch.length = 0;
    await this.breathe();
  }
}

/** Returns the list of a row as JSON, the same for equal lists. */
function partText(field: string, row: Values): string {
  const value = row[field] as readonly unknown[];
  if (field !== 'permissions') return JSON.stringify(value);
  return JSON.stringify([...new Set(value)].sort().map((permission) => ({ permission })));
}
