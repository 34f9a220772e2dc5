import { sql } from 'kysely';
import { type GrantRow, grant, grantPermission } from '../../model/access.js';
import { assignment, type DatacardRow, datacard } from '../../model/datacard.js';
import { entity } from '../../model/entity.js';
import { type StagedType, stagedModels } from '../../model/index.js';
import type { Model } from '../../model/model.js';
import { Removals } from './removals.js';
import type { StageSession } from './session.js';
import { createStageTable, type StageTable } from './stage-table.js';
import type { Placed } from './stage-types.js';
import { stageWriter } from './stage-writer.js';

type Write = (rows: readonly Placed[]) => Promise<void>;

/** The temporary tables of a stage: one for each table that a record has a row for. */
export class StageArea {
  readonly session: StageSession;
  readonly removals: Removals;
  readonly #tables = new Map<string, StageTable>();
  readonly #writers = new Map<string, Write>();

  constructor(session: StageSession) {
    this.session = session;
    this.removals = new Removals(session);
  }

  get tables(): StageTable[] {
    return [...this.#tables.values()];
  }

  /** Returns the temporary table of a table, if a record has a row for it. */
  find(table: string): StageTable | undefined {
    return this.#tables.get(table);
  }

  /** Adds rows of one type, of which none has the key of another. */
  async add(type: StagedType, rows: readonly Placed[]): Promise<void> {
    const model: Model = stagedModels[type];
    if (model.base) await this.#write(model.base, rows);
    await this.#write(model, rows);
    if (model.parties) await this.removals.addNames(model, rows);
    if (type === 'datacard') await this.#addParts(assignment, 'datacard_uid', datacard, rows, assignmentsOf);
    if (type === 'grant') await this.#addParts(grantPermission, 'grant_id', grant, rows, permissionsOf);
  }

  async #write(model: Model, rows: readonly Placed[]): Promise<void> {
    await this.#open(model);
    await this.#writers.get(model.table)?.(rows);
  }

  async #open(model: Model): Promise<StageTable> {
    const known = this.#tables.get(model.table);
    if (known) return known;
    const table = await createStageTable(this.session, model);
    this.#tables.set(model.table, table);
    this.#writers.set(model.table, stageWriter(this.session, table));
    return table;
  }

  /** Adds the rows that another table holds, in place of those of earlier records with the same keys. */
  async #addParts(
    part: Model,
    owner: string,
    { key }: Model,
    rows: readonly Placed[],
    partsOf: (row: never) => object[],
  ): Promise<void> {
    const { name } = await this.#open(part);
    const keys = rows.map(({ row }) => (row as Record<string, unknown>)[key[0] as string]);
    await sql`delete from ${sql.table(name)} where ${sql.ref(owner)} in (${sql.join(keys)})`.execute(this.session.db);
    await this.#write(
      part,
      rows.flatMap(({ at, row }) => partsOf(row as never).map((each) => ({ at, row: each }))),
    );
  }
}

function assignmentsOf({ uid, assignments }: DatacardRow): object[] {
  return assignments.map((each) => ({ datacard_uid: uid, ...each }));
}

function permissionsOf({ id, permissions }: GrantRow): object[] {
  return [...new Set(permissions)].map((permission) => ({ grant_id: id, permission }));
}

/** The tables in an order in which each refers only to those before it, and to itself. */
export const writingOrder: readonly string[] = [
  'accounts',
  entity.table,
  'characters',
  'memberships',
  datacard.table,
  assignment.table,
  'account_characters',
  'clients',
  grant.table,
  grantPermission.table,
  'tokens',
  'datacard_changes',
  // Behind the lines that bring their numbers along.
  'uses',
  'idempotency_keys',
  'blacklist',
  'facts',
];

/** The tables whose rows stand alone: histories, of which a part may be written before the others. */
export const histories: readonly string[] = ['transactions', 'events'];

/**
 * The tables from which rows are removed, in an order in which locks are taken as in a change of a datacard: datacards first.
 */
export const removingOrder: readonly string[] = [
  datacard.table,
  'account_characters',
  'memberships',
  'tokens',
  grant.table,
  'clients',
  'accounts',
  entity.table,
  'events',
  'transactions',
  'idempotency_keys',
  'blacklist',
  'facts',
];
