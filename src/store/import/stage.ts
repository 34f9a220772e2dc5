import { type RawBuilder, sql } from 'kysely';
import type { Reason } from '../../domain/refusals.js';
import { printable } from '../../domain/text.js';
import { DerivedColumn } from '../../model/column.js';
import type { RecordType } from '../../model/index.js';
import { columnsOf } from '../../model/model.js';
import { turn } from '../../turn.js';
import type { ImportSession, SessionOptions } from './session.js';
import { type Columns, fieldsOf, list, type StagedRow, type Target, targets, targetsOf } from './tables.js';

export interface StageOptions extends SessionOptions {
  /** Unix seconds: the default time of removals, and of the creation of clients and grants. */
  now: number;
  /** Returns the position of a record for messages; null is a row that only the database has. */
  place(at: number | null): string;
  /** Remove what the files do not name, of the types that they contain. */
  sync?: boolean;
  /** Take uses back where a new total is below what is assigned. */
  reclaim?: boolean;
}

export interface Fault {
  at: number;
  kind: RecordType;
  reason: string;
}

/** Maximum rows that a query of faults reads: each repetition joins all rows again. */
export const FAULTS = 20_000;

export function faultOf({ at, record }: StagedRow, reason: Reason): Fault {
  return { at, kind: record, reason: printable(reason) };
}

/** Changes by a record: none (0), a changed row, one that is new or comes back, or that comes back under another name. */
export const CHANGED = 1;
export const ADDED = 2;
export const RENAMED = 3;

/** Changes by a removal: it ends a row, or stores the name of something unknown. */
export const ENDS = 4;
export const NAMES = 5;

/** The position of rows that no record has. */
export const UNNAMED = -1;

/** Maximum characters of JSON that wait for a statement. */
const BATCH_LENGTH = 256 * 1024;

/**
 * A temporary table `stage_…` for each table of the files, with one row for a key: that of the last record, at position `at`.
 * `record` is its kind, `removes` is 1 for a removal, and `change` is what the row does.
 */
export class Stage {
  readonly session: ImportSession;
  readonly options: StageOptions;
  /** JSON by table and key. */
  readonly #batches = new Map<string, Map<string, string>>();
  readonly #refused = new Map<number, Fault>();
  #waiting = 0;

  constructor(session: ImportSession, options: StageOptions) {
    this.session = session;
    this.options = options;
  }

  /** Executes a statement with `?` as a parameter, and returns the number of changed rows. */
  async run(text: string, json?: string): Promise<number> {
    return Number((await query(text, json).execute(this.session.db)).numAffectedRows ?? 0);
  }

  async all<Row>(text: string, json?: string): Promise<Row[]> {
    return (await query(text, json).execute(this.session.db)).rows as Row[];
  }

  has(table: string): boolean {
    return this.#batches.has(table);
  }

  /** Returns the targets with a temporary table, in their order. */
  get targets(): Target[] {
    return targets.filter(({ name }) => this.has(name));
  }

  /** Returns the rows of a table as a query after `from`. */
  rows(table: string, where = 'true'): string {
    if (this.has(table)) return `(select * from stage_${table} where ${where})`;
    return `(select 0 as at, '' as record, 0 as removes, 0 as change, t.* from ${table} as t where false)`;
  }

  /** Return the rows with a record, those whose record changes something, and those that end. */
  readonly named = (table: string) => this.rows(table, 'removes = 0');
  readonly changed = (table: string) => this.rows(table, `change <> 0 and change < ${ENDS}`);
  readonly ended = (table: string) => this.rows(table, `change = ${ENDS}`);

  /** Adds a row or a removal; the last one with a key wins. `at` grows from record to record. */
  async add(kind: RecordType, at: number, row: object, removes = false): Promise<void> {
    const values: Readonly<Record<string, unknown>> = { ...row };
    for (const target of targetsOf(kind)) {
      const staged: Record<string, unknown> = { at, record: kind, removes: removes ? 1 : 0 };
      for (const [name, column] of columnsOf(target.model)) {
        const isDerived = column instanceof DerivedColumn && !removes;
        staged[name] = isDerived ? column.derive(values as never) : values[name];
      }
      if (target.part && !removes) staged[target.part.field] = textOf(values[target.part.field] as readonly unknown[]);
      const text = JSON.stringify(staged);
      (await this.open(target)).set(JSON.stringify(target.key.map((name) => values[name])), text);
      this.#waiting += text.length;
    }
    if (this.#waiting >= BATCH_LENGTH) await this.#write();
  }

  async flush(): Promise<void> {
    await this.#write();
    for (const { name } of this.targets) await this.analyze(name);
  }

  /** Counts rows for the planner. */
  async analyze(table: string): Promise<void> {
    if (this.session.traits.rowLocks) await this.run(`analyze stage_${table}`);
  }

  /** Makes the temporary table of a target unless there is one. */
  async open(target: Target): Promise<Map<string, string>> {
    const { name, key } = target;
    const known = this.#batches.get(name);
    if (known) return known;
    const types = { integer: 'bigint', text: this.session.text };
    const columns = Object.entries(stagedColumns(target)).map(([column, type]) => `${column} ${types[type]}`);
    columns.push('change bigint not null default 0', `primary key (${list(key)})`);
    await this.run(`create temp table stage_${name} (${list(columns)})`);
    await this.run(`create index stage_${name}_change on stage_${name} (at) where change <> 0`);
    const batch = new Map<string, string>();
    this.#batches.set(name, batch);
    return batch;
  }

  /** Leaves records out, so that the rest is judged without them. Of two reasons the first counts. */
  async refuse(faults: readonly Fault[]): Promise<void> {
    for (const fault of faults) if (!this.#refused.has(fault.at)) this.#refused.set(fault.at, fault);
    const ats = `select ${fieldsOf({ at: 'integer' })} from ${this.session.elements('?')}`;
    for (const { name } of this.targets) {
      await this.run(`delete from stage_${name} where at in (${ats})`, JSON.stringify(faults));
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

  async #write(): Promise<void> {
    this.#waiting = 0;
    for (const target of this.targets) {
      const batch = this.#batches.get(target.name) as Map<string, string>;
      if (batch.size === 0) continue;
      const columns = stagedColumns(target);
      const names = Object.keys(columns);
      await this.run(
        `insert into stage_${target.name} (${list(names)}) select ${fieldsOf(columns)} from ${this.session.elements('?')} where true
        on conflict (${list(target.key)}) do update set ${list(names.map((name) => `${name} = excluded.${name}`))}`,
        `[${[...batch.values()].join()}]`,
      );
      batch.clear();
      await this.breathe();
    }
  }
}

function stagedColumns({ columns, part }: Target): Columns {
  return { at: 'integer', record: 'text', removes: 'integer', ...columns, ...(part && { [part.field]: 'text' }) };
}

/** Returns a list as JSON, the same for equal lists. */
function textOf(values: readonly unknown[]): string {
  if (typeof values[0] !== 'string') return JSON.stringify(values);
  return JSON.stringify([...new Set(values)].sort().map((permission) => ({ permission })));
}

function query(text: string, json?: string): RawBuilder<unknown> {
  const [before = '', after = ''] = text.split('?');
  return json === undefined ? sql.raw(text) : sql`${sql.raw(before)}${json}${sql.raw(after)}`;
}
