import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { client, grant, token } from '../../model/access.js';
import { DerivedColumn } from '../../model/column.js';
import { name } from '../../model/columns.js';
import { datacard } from '../../model/datacard.js';
import { entity } from '../../model/entity.js';
import {
  type RecordType,
  type RowType,
  rowModels,
  type StagedType,
  stagedModels,
  type Tables,
} from '../../model/index.js';
import type { Model } from '../../model/model.js';
import type { Removal } from '../../model/removal-format.js';
import { hasDependents } from '../load/removal/dependents.js';
import { makeRemovers } from '../load/removal/removers.js';
import type { Traits } from '../traits.js';
import { isOfKind } from './record-types.js';
import type { StageSession } from './session.js';
import { createStageTable, refs, type StageTable, sameKey } from './stage-table.js';
import type { Placed } from './stage-types.js';
import { stageWriter } from './stage-writer.js';

/** In a row of removals, in place of a mask: nothing would change, a row ends, or a name is kept of what is not known. */
export const effects = { none: 0, ends: 1, names: 2 } as const;

/** The places of what the files do not name, and of what transactions and events name though nobody knows it. */
export const UNNAMED = -1;
export const UNKNOWN = -2;

/** The name of what nobody knows. */
const NAMELESS = 'unknown';

/** The names that records give to others, in case nobody knows them. */
const partyNames: Model = { table: 'party_names', key: ['uid'], fields: { uid: name(), name: name() } };

/** The number of rows that are removed together. */
const ROWS = 500;

/** The kinds of which files can be the whole truth; nothing else ends because files do not name it. */
export const syncedKinds = ['faction', 'entity', 'character', 'membership', 'datacard'] as const satisfies RecordType[];

/** A temporary table, and what writes into it. */
interface Opened {
  staged: StageTable;
  write(rows: readonly Placed[]): Promise<void>;
}

/** The removals of the files: by a record, or because they do not name a row. */
export class Removals {
  readonly #session: StageSession;
  readonly #tables = new Map<string, Opened>();
  #names: Opened | undefined;

  constructor(session: StageSession) {
    this.#session = session;
  }

  /** Adds removals of rows of one type, of which none has the key of another. */
  async add(type: StagedType, rows: readonly Placed<Removal>[]): Promise<void> {
    await (await this.#open(storedIn(type))).write(rows);
  }

  /** Returns the temporary table of the removals from a table, if there are any. */
  find(table: string): StageTable | undefined {
    return this.#tables.get(table)?.staged;
  }

  get isEmpty(): boolean {
    return this.#tables.size === 0;
  }

  /** Compares the removals with the stored rows; one that is followed by a record of the same thing is void. */
  async compare(db: Kysely<Tables>, findStaged: (table: string) => StageTable | undefined): Promise<void> {
    for (const [table, { staged: removals }] of this.#tables) {
      const { name } = removals;
      const model = { ...removals.model, table };
      await sql`delete from ${sql.table(name)} where at < 0`.execute(db);
      const staged = findStaged(table);
      const isStaged = staged
        ? sql`exists (select 1 from ${sql.table(staged.name)} as s where ${sameKey(model, 's', name)} and s.at`
        : undefined;
      if (isStaged) await sql`delete from ${sql.table(name)} where ${isStaged} > ${sql.ref(`${name}.at`)})`.execute(db);
      const isStored = (condition: RawBuilder<unknown>) =>
        sql`exists (select 1 from ${sql.table(table)} as t where ${sameKey(model, 't', name)} and ${condition})`;
      // A record that stands before its removal is written first, and ends with what it has.
      const isWrittenFirst = isStaged ? sql`${isStaged} < ${sql.ref(`${name}.at`)})` : sql`1 = 0`;
      const ends = [isStored(isPresent(table)), isWrittenFirst];
      if (table === entity.table) {
        ends.push(isStored(sql`t.name <> ${sql.ref(`${name}.tombstone_name`)}`), hasDependents(sql.ref(`${name}.uid`)));
      }
      const names = sql`is_whole = 1 and not ${isStored(sql`1 = 1`)} and not (${isWrittenFirst})`;
      await sql`
        update ${sql.table(name)} set mask = case when ${names} then ${sql.lit(effects.names)}
          when ${sql.join(ends, sql` or `)} then ${sql.lit(effects.ends)} else ${sql.lit(effects.none)} end`.execute(
        db,
      );
    }
  }

  /** Adds the stored rows of a kind that the files do not name, but for those that are spared. */
  async addUnnamed(
    db: Kysely<Tables>,
    kind: (typeof syncedKinds)[number],
    staged: StageTable,
    isSpared: RawBuilder<SqlBool>,
  ): Promise<void> {
    const { model } = staged;
    const { staged: removals } = await this.#open(model, db);
    const isNamed = (name: string) =>
      sql`exists (select 1 from ${sql.table(name)} as s where ${sameKey(model, 's', 't')})`;
    await sql`
      insert into ${sql.table(removals.name)} (at, mask, is_whole, ${refs(model.key)})
      select ${sql.lit(UNNAMED)}, ${sql.lit(effects.ends)}, 0, ${refs(model.key, 't')} from ${sql.table(model.table)} as t
      where ${isOfKind(kind, model, 't')} and ${isPresent(model.table)}
        and not ${isNamed(staged.name)} and not ${isNamed(removals.name)} and not ${isSpared}`.execute(db);
  }

  /** Adds the names that records of one type give to others. */
  async addNames({ parties = {} }: Model, rows: readonly Placed[]): Promise<void> {
    const named = new Map<unknown, Placed>();
    for (const { at, row } of rows as readonly Placed<Record<string, unknown>>[]) {
      for (const [column, field] of Object.entries(parties)) {
        if (row[field] !== undefined) named.set(row[column], { at, row: { uid: row[column], name: row[field] } });
      }
    }
    if (named.size === 0) return;
    this.#names ??= await openTable(this.#session, partyNames);
    await this.#names.write([...named.values()]);
  }

  /** Adds what a table names and nobody knows: it becomes something removed, by the name that a record gives it. */
  async addUnknown(db: Kysely<Tables>, { model, differences }: StageTable, entities?: StageTable): Promise<void> {
    for (const column of Object.keys(model.parties ?? {})) {
      const { name: table } = (await this.#open(entity, db)).staged;
      const isKnown = [entity.table, ...(entities ? [entities.name] : [])].map(
        (known) => sql`exists (select 1 from ${sql.table(known)} as k where k.uid = party.uid)`,
      );
      const given = this.#names
        ? sql`(select name from ${sql.table(this.#names.staged.name)} as n where n.uid = party.uid)`
        : sql`null`;
      await sql`
        insert into ${sql.table(table)} (at, mask, is_whole, uid, tombstone_name)
        select ${sql.lit(UNKNOWN)}, ${sql.lit(effects.names)}, 1, uid, coalesce(${given}, ${sql.lit(NAMELESS)})
        from (select distinct ${sql.ref(column)} as uid from ${sql.table(differences)}) as party
        where not (${sql.join(isKnown, sql` or `)})
        on conflict (uid) do update set at = excluded.at, mask = excluded.mask, is_whole = 1, data = null,
          tombstone_name = excluded.tombstone_name
        where ${sql.ref(`${table}.mask`)} = ${sql.lit(effects.none)}`.execute(db);
    }
  }

  /** Returns true if something that is known by its removal alone is stored by now. */
  async areNamesStored(db: Kysely<Tables>): Promise<boolean> {
    for (const [table, { staged }] of this.#tables) {
      const { rows } = await sql`
        select 1 from ${sql.table(staged.name)} as r
        inner join ${sql.table(table)} as t on ${sameKey({ ...staged.model, table }, 't', 'r')}
        where r.mask = ${sql.lit(effects.names)} limit 1`.execute(db);
      if (rows.length > 0) return true;
    }
    return false;
  }

  /** Executes the removals from a table that have an effect. Call it in a transaction. */
  async execute(
    db: Kysely<Tables>,
    traits: Traits,
    table: string,
    effect: number,
    now: number,
    onRows: (rows: number) => void,
  ): Promise<void> {
    const removals = this.find(table);
    if (!removals) return;
    const { model, name } = removals;
    const type = Object.entries(rowModels).find(([, each]) => each.table === table)?.[0] as RowType;
    const remove = makeRemovers(db, traits)[type];
    let after: RawBuilder<SqlBool> = sql<SqlBool>`1 = 1`;
    for (;;) {
      const { rows } = await sql<Record<string, unknown> & Stored>`
        select ${refs(model.key)}, at, data, tombstone_name from ${sql.table(name)} where mask = ${sql.lit(effect)} and ${after}
        order by ${refs(model.key)} limit ${sql.lit(ROWS)}`.execute(db);
      const last = rows.at(-1);
      if (last === undefined) return;
      for (const isUnnamed of [false, true]) {
        const some = rows.filter(({ at }) => (at === UNNAMED) === isUnnamed).map(toRemoval);
        if (some.length > 0) onRows(await remove(some, now, isUnnamed));
      }
      const values = model.key.map((column) => last[column]);
      after = sql<SqlBool>`(${refs(model.key)}) > (${sql.join(values)})`;
    }
  }

  async #open(stored: Model, db: Kysely<Tables> = this.#session.db) {
    const known = this.#tables.get(stored.table);
    if (known) return known;
    const opened = await openTable(this.#session, removalModel(stored), db);
    this.#tables.set(stored.table, opened);
    return opened;
  }
}

/** A row of removals, besides its key. */
interface Stored {
  at: number;
  data: string | null;
  tombstone_name: string | null;
}

function toRemoval({ at: _, data, tombstone_name: name, ...key }: Record<string, unknown> & Stored): Removal {
  if (data !== null) return JSON.parse(data);
  return { ...(key as Removal), ...(name !== null && { name }) };
}

async function openTable(session: StageSession, model: Model, db?: Kysely<Tables>): Promise<Opened> {
  const staged = await createStageTable(session, model, db);
  return { staged, write: stageWriter(session, staged) };
}

/** Returns the model of the table that has `removed_at`, or all of a row. */
function storedIn(type: StagedType): Model {
  const model: Model = stagedModels[type];
  return model.base ?? model;
}

/** Returns the model of the removals from a table. */
function removalModel(stored: Model): Model {
  const { table, key, tombstone } = stored;
  const isWhole = (row: Removal) => tombstone?.every((name) => row[name] !== undefined) === true;
  const nullable = { type: 'text', isNullable: true } as const;
  return {
    table: `removals_of_${table}`,
    key,
    fields: {
      ...Object.fromEntries(key.map((name) => [name, stored.fields[name] as Model['fields'][string]])),
      tombstone_name: new DerivedColumn(nullable, (row: Removal) => row.name ?? null),
      is_whole: new DerivedColumn({ type: 'integer' }, (row: Removal) => (isWhole(row) ? 1 : 0)),
      data: new DerivedColumn(nullable, (row: Removal) => JSON.stringify(row)),
    },
  };
}

/** Returns the condition that a stored row has not been removed or revoked. */
export function isPresent(table: string): RawBuilder<SqlBool> {
  if (table === entity.table || table === datacard.table) return sql<SqlBool>`t.removed_at is null`;
  const isRevocable = [client.table, grant.table, token.table].some((each) => each === table);
  return isRevocable ? sql<SqlBool>`t.revoked_at is null` : sql<SqlBool>`1 = 1`;
}
