import { DerivedColumn } from '../../model/column.js';
import { type RecordType, recordModels, type StagedType } from '../../model/index.js';
import { columnsOf } from '../../model/model.js';
import type { Removal } from '../../model/record-format.js';
import { turn } from '../../turn.js';
import {
  all,
  type Columns,
  type ImportSession,
  list,
  run,
  type Target,
  type TempTable,
  targetOf,
  targets,
  targetsOf,
} from './session.js';

type Values = Readonly<Record<string, unknown>>;

/** Limits of a batch: rows, and characters of their JSON. */
const BATCH_ROWS = 2000;
const BATCH_LENGTH = 1024 * 1024;

export interface Fault {
  at: number;
  kind: RecordType;
  reason: string;
}

interface Batch {
  rows: Map<string, string>;
  length: number;
}

/** Temporary tables: `stage_…` has the rows of the files, `new_…` those that differ from stored ones, `gone_…` the removals. */
export class Stage {
  readonly session: ImportSession;
  readonly #made = new Map<string, TempTable>();
  readonly #batches = new Map<string, Batch>();
  /** Tables that the planner needs statistics for. */
  readonly #large = new Set<string>();

  constructor(session: ImportSession) {
    this.session = session;
  }

  get staged(): Target[] {
    return targets.filter(({ name }) => this.#made.has(`stage_${name}`));
  }

  get removedFrom(): Target[] {
    return targets.filter(({ name }) => this.#made.has(`gone_${name}`));
  }

  made(...kinds: ('stage' | 'new' | 'gone')[]): TempTable[] {
    return [...this.#made.values()].filter(({ name }) => kinds.some((kind) => name.startsWith(`${kind}_`)));
  }

  find(kind: 'new', { name }: Target): TempTable | undefined {
    return this.#made.get(`${kind}_${name}`);
  }

  /** Returns the name of a temporary table, or an empty query if there is none. */
  from(kind: 'stage' | 'new' | 'gone', table: string): string {
    const name = `${kind}_${table}`;
    if (this.#made.has(name)) return name;
    const more = kind === 'gone' ? ', 0 as effect' : ', 0 as change';
    return `(select 0 as at${more}, t.* from ${table} as t where false)`;
  }

  async add(type: StagedType, at: number, row: Values): Promise<void> {
    for (const target of targetsOf(type)) {
      const values: Record<string, unknown> = { at };
      for (const [name, column] of columnsOf(target.model)) {
        values[name] = column instanceof DerivedColumn ? column.derive(row as never) : (row[name] ?? null);
      }
      if (target.part) values[target.part.field] = partText(target, row);
      await this.#put('stage', target, values);
    }
  }

  async remove(type: StagedType, at: number, removal: Removal): Promise<void> {
    const target = targetOf((recordModels[type].base ?? recordModels[type]).table);
    await this.#put('gone', target, { ...removal, at, effect: 0 });
  }

  async flush(): Promise<void> {
    for (const name of this.#batches.keys()) await this.#write(name);
    for (const name of this.#large) await this.session.analyze(name);
  }

  openRemovals(target: Target): Promise<void> {
    return this.#open('gone', target);
  }

  async openDifferences(target: Target): Promise<void> {
    const name = `new_${target.name}`;
    if (this.#made.delete(name)) await run(this.session.db, `drop table ${name}`);
    await this.#open('new', target);
    await run(this.session.db, `create index ${name}_at on ${name} (at)`);
  }

  /** Moves refused records to a separate table, so that the rest is judged without them. */
  async refuse(faults: readonly Fault[]): Promise<void> {
    const { db } = this.session;
    const columns = { at: 'integer', kind: 'text', reason: 'text', reported: 'integer' } as const;
    await this.#create({ name: 'refused', columns, key: ['at'] });
    for (const { at, kind, reason } of faults) {
      await run(
        db,
        `insert into refused (at, kind, reason, reported) values (?, ?, ?, 0) on conflict (at) do nothing`,
        ...[at, kind, reason],
      );
    }
    const places = faults.map(({ at }) => at).join(', ');
    for (const { name } of this.made('stage', 'new')) await run(db, `delete from ${name} where at in (${places})`);
  }

  async *refusals(): AsyncGenerator<Fault> {
    if (!this.#made.has('refused')) return;
    const { db } = this.session;
    for (let after = -1; ; ) {
      const rows = await all<Fault>(
        db,
        `select at, kind, reason from refused where at > ? and reported = 0 order by at limit 500`,
        after,
      );
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.at;
    }
    await run(db, 'update refused set reported = 1');
  }

  async #put(kind: 'stage' | 'gone', target: Target, values: Values): Promise<void> {
    const name = `${kind}_${target.name}`;
    const key = JSON.stringify(target.key.map((column) => values[column]));
    const text = JSON.stringify(values);
    const batch = this.#batches.get(name) ?? { rows: new Map<string, string>(), length: 0 };
    if (!this.#batches.has(name)) {
      await this.#open(kind, target);
      this.#batches.set(name, batch);
    }
    batch.rows.set(key, text);
    batch.length += text.length;
    if (batch.rows.size < BATCH_ROWS && batch.length < BATCH_LENGTH) return;
    this.#large.add(name);
    await this.#write(name);
  }

  async #write(name: string): Promise<void> {
    const batch = this.#batches.get(name);
    const table = this.#made.get(name);
    if (!batch || !table || batch.rows.size === 0) return;
    await insertJson(this.session.db, this.session, table, `[${[...batch.rows.values()].join()}]`);
    batch.rows.clear();
    batch.length = 0;
    // SQLite answers synchronously: without this, signals and timers would wait.
    await turn();
  }

  async #open(kind: 'stage' | 'new' | 'gone', target: Target): Promise<void> {
    const name = `${kind}_${target.name}`;
    await this.#create({ name, columns: columnsOfTemp(kind, target), key: target.key });
  }

  async #create(table: TempTable): Promise<void> {
    if (this.#made.has(table.name)) return;
    await createTemp(this.session.db, this.session, table);
    this.#made.set(table.name, table);
  }
}

export async function createTemp(
  db: ImportSession['db'],
  { types, tableOptions }: ImportSession,
  { name, columns, key }: TempTable,
): Promise<void> {
  const definitions = Object.entries(columns).map(([column, type]) => `${column} ${types[type]}`);
  await run(db, `create temp table ${name} (${definitions.join(', ')}, primary key (${list(key)})) ${tableOptions}`);
}

/** Inserts a JSON list of objects, in place of rows with their keys. */
export async function insertJson(
  db: ImportSession['db'],
  session: ImportSession,
  { name, columns, key }: TempTable,
  json: string,
): Promise<void> {
  const names = Object.keys(columns);
  const { from, column } = session.rowsOf('?', columns);
  await run(
    db,
    `insert into ${name} (${list(names)}) select ${names.map(column).join(', ')} from ${from} where true
      on conflict (${list(key)}) do update set ${names.map((each) => `${each} = excluded.${each}`).join(', ')}`,
    json,
  );
}

function columnsOfTemp(kind: 'stage' | 'new' | 'gone', { model, key, columns, part }: Target): Columns {
  if (kind === 'gone') {
    const names = [...key, ...(model.tombstone ?? [])];
    const kept = Object.fromEntries(names.map((name) => [name, columns[name] ?? 'text'] as const));
    return { at: 'integer', effect: 'integer', ...kept, removed_at: 'integer' };
  }
  return {
    at: 'integer',
    ...(kind === 'new' && { change: 'integer' }),
    ...columns,
    ...(part && { [part.field]: 'text' }),
  };
}

/** Returns the list of a row as JSON, the same for equal lists. */
function partText({ part }: Target, row: Values): string {
  const value = row[part?.field ?? ''] as readonly unknown[];
  if (part?.field !== 'permissions') return JSON.stringify(value);
  return JSON.stringify([...new Set(value)].sort().map((permission) => ({ permission })));
}
