import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { Column, Part } from '../../model/column.js';
import { type Batch, type RemovedBatch, type RowType, rowModels, type Tables } from '../../model/index.js';
import { columnsOf, type Model } from '../../model/model.js';
import type { Removal } from '../../model/record-format.js';
import { PROBE } from '../queries/metadata.js';
import type { DumpScope } from '../store.js';
import { awake } from './awake.js';
import { pages } from './pages.js';
import { addParts } from './parts.js';
import { playerSteps } from './player-steps.js';

interface Step {
  type: RowType;
  /** True for the rows that were removed, false for those that are there. */
  isRemoved?: boolean;
  /** The condition on its rows; all of them by default. */
  where?: RawBuilder<SqlBool>;
}

const ALL = sql<SqlBool>`1 = 1`;

const notCharacters = sql<SqlBool>`uid not in (select uid from characters)`;

/** The galaxy, in an order in which each row refers only to what came before. */
const galaxy: Step[] = [
  { type: 'entity', isRemoved: true, where: notCharacters },
  { type: 'character', isRemoved: true },
  { type: 'entity', isRemoved: false, where: sql`owner_uid is null and ${notCharacters}` },
  { type: 'character', isRemoved: false },
  { type: 'entity', isRemoved: false, where: sql`owner_uid is not null and ${notCharacters}` },
  // Primary ones last, so that a character that changes its primary faction never has two.
  { type: 'membership', where: sql`is_primary = 0 and ${awake.membership}` },
  { type: 'membership', where: sql`is_primary = 1 and ${awake.membership}` },
  { type: 'datacard', isRemoved: false },
  { type: 'transaction' },
  { type: 'event' },
];

/**
 * The rest of a service: its accounts and clients, what they did, and the blacklist. Invitations, sessions and codes are
 * left out: they live for days at most, and people sign in again.
 */
const service: Step[] = [
  // The audit trail alone refers to them.
  { type: 'datacard', isRemoved: true },
  { type: 'account' },
  { type: 'account_character', where: awake.account_character },
  { type: 'client' },
  { type: 'grant', where: awake.grant },
  { type: 'token', where: awake.token },
  { type: 'datacard_change' },
  { type: 'idempotency_key' },
  { type: 'blacklist' },
  { type: 'fact', where: sql`name <> ${PROBE}` },
];

/**
 * Reads the service, its galaxy alone or a player's part as rows, in an order in which each refers only to what
 * came before. All of it comes from one snapshot.
 */
export async function* dump(db: Kysely<Tables>, scope: DumpScope = 'service'): AsyncGenerator<Batch | RemovedBatch> {
  const steps = stepsOf(scope);
  if (db.isTransaction) return yield* everything(db, steps);
  const snapshot = await db
    .startTransaction()
    .setAccessMode('read only')
    .setIsolationLevel('repeatable read')
    .execute();
  try {
    yield* everything(snapshot, steps);
  } finally {
    await snapshot.rollback().execute();
  }
}

function stepsOf(scope: DumpScope): Step[] {
  if (typeof scope === 'object') return playerSteps(scope.account);
  return scope === 'service' ? [...galaxy, ...service] : galaxy;
}

async function* everything(db: Kysely<Tables>, steps: Step[]): AsyncGenerator<Batch | RemovedBatch> {
  for (const { type, isRemoved, where = ALL } of steps) {
    const model: Model = rowModels[type];
    if (isRemoved) {
      const columns = [...model.key, ...(model.tombstone ?? []), 'removed_at'];
      const removed = sql<SqlBool>`removed_at is not null and ${where}`;
      for await (const removals of pages(db, model, columns, removed)) yield { type, removals: removals as Removal[] };
      continue;
    }
    const there = isRemoved === false ? sql<SqlBool>`removed_at is null and ${where}` : where;
    for await (const rows of pages(db, model, columnsRead(model), there)) {
      yield { type, rows: await addParts(db, type, rows) } as Batch;
    }
  }
}

function columnsRead({ base, fields }: Model): string[] {
  const inherited = base ? columnsOf(base).filter(([name]) => fields[name] instanceof Part) : [];
  return [...Object.keys(fields).filter((name) => fields[name] instanceof Column), ...inherited.map(([name]) => name)];
}
