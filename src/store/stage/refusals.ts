import { type Kysely, sql } from 'kysely';
import { printable, quote } from '../../domain/printable.js';
import type { Reason } from '../../domain/refusals.js';
import type { Tables } from '../../model/index.js';
import type { Model } from '../../model/model.js';
import type { StageArea } from './area.js';
import { kindOf, modelsOf, partOf } from './record-types.js';
import { columnNames } from './stage-table.js';
import type { Refusal } from './stage-types.js';

/** A row at fault, and why. */
export interface Fault {
  model: Model;
  key: readonly unknown[];
  at: number;
  reason: Reason;
}

const TABLE = 'stage_refusals';

/** The number of refusals in one query. */
const PAGE = 500;

/** The records that were refused by their comparison with others: they leave the stage, so that others are judged without them. */
export class Refusals {
  readonly #area: StageArea;
  #exists = false;

  constructor(area: StageArea) {
    this.#area = area;
  }

  async add(db: Kysely<Tables>, faults: readonly Fault[]): Promise<void> {
    const { types, tableOptions } = this.#area.session;
    if (!this.#exists) {
      await sql`create temp table ${sql.table(TABLE)} (
        at ${sql.raw(types.integer)} primary key, kind ${sql.raw(types.text)}, reason ${sql.raw(types.text)},
        is_reported ${sql.raw(types.integer)} not null default 0) ${sql.raw(tableOptions)}`.execute(db);
      this.#exists = true;
    }
    for (const { model, key, at, reason } of faults) {
      const kind = kindOf(model, key);
      await sql`
        insert into ${sql.table(TABLE)} (at, kind, reason) values (${at}, ${kind}, ${printable(reason)})
        on conflict (at) do nothing`.execute(db);
      for (const each of modelsOf(kind)) await this.#forget(db, each, each.key, key);
      const part = partOf(kind);
      if (part) await this.#forget(db, part, part.key.slice(0, 1), key);
    }
  }

  /** Yields the refusals that were not yielded before, in the order of the files. */
  async *report(): AsyncGenerator<Refusal> {
    if (!this.#exists) return;
    for (let after = -1; ; ) {
      const { rows } = await sql<Refusal>`
        select at, kind, reason from ${sql.table(TABLE)} where at > ${after} and is_reported = 0
        order by at limit ${sql.lit(PAGE)}`.execute(this.#area.session.db);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.at;
    }
    await sql`update ${sql.table(TABLE)} set is_reported = 1`.execute(this.#area.session.db);
  }

  async #forget(db: Kysely<Tables>, model: Model, names: readonly string[], key: readonly unknown[]): Promise<void> {
    const table = this.#area.find(model.table);
    if (!table) return;
    const isKey = sql.join(
      names.map((name, index) => sql`${sql.ref(name)} = ${key[index]}`),
      sql` and `,
    );
    for (const name of new Set([table.name, table.differences])) {
      await sql`delete from ${sql.table(name)} where ${isKey}`.execute(db);
    }
  }
}

/** Names a row: its kind, its key, and its name if it has one. */
export function nameRow(model: Model, row: Record<string, unknown>): string {
  const key = model.key.map((name) => row[name]);
  const kind = kindOf(model, key);
  const name = columnNames(model).includes('name') && row.name != null ? ` ${quote(row.name)}` : '';
  const shown =
    model.table === 'entities' || model.table === 'characters'
      ? key[0]
      : `the ${kind.replaceAll('_', ' ')} ${key.join(', ')}`;
  return `${shown}${name}`;
}
