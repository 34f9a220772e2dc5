import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Batch, type RowType, rowModels, type Tables } from '../../model/index.js';
import { PROBE } from '../queries/metadata.js';
import type { DumpScope } from '../store.js';
import { pages } from './pages.js';
import { addParts } from './parts.js';

interface Step {
  type: RowType;
  /** The condition on its rows; all of them by default. */
  where?: RawBuilder<SqlBool>;
}

const notCharacters = sql<SqlBool>`uid not in (select uid from characters)`;

/** The galaxy, in an order in which each row refers only to what came before. */
const galaxy: Step[] = [
  { type: 'entity', where: sql`owner_uid is null and ${notCharacters}` },
  { type: 'character' },
  { type: 'entity', where: sql`owner_uid is not null and ${notCharacters}` },
  // Primary ones last, so that a character that changes its primary faction never has two.
  { type: 'membership', where: sql`is_primary = 0` },
  { type: 'membership', where: sql`is_primary = 1` },
  { type: 'datacard' },
  { type: 'transaction' },
  { type: 'event' },
];

/**
 * The rest of a service: its accounts and clients, what they did, and the blacklist. Invitations, sessions and codes are
 * left out: they live for days at most, and people sign in again.
 */
const service: Step[] = [
  { type: 'account' },
  { type: 'account_character' },
  { type: 'client' },
  { type: 'grant' },
  { type: 'token' },
  { type: 'datacard_change' },
  { type: 'idempotency_key' },
  { type: 'blacklist' },
  { type: 'fact', where: sql`name <> ${PROBE}` },
];

/**
 * Reads the service, or its galaxy alone, as rows that `load.write` takes, in an order in which each refers only to what
 * came before. All of it comes from one snapshot.
 */
export async function* dump(db: Kysely<Tables>, scope: DumpScope = 'service'): AsyncGenerator<Batch> {
  const steps = scope === 'service' ? [...galaxy, ...service] : galaxy;
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

async function* everything(db: Kysely<Tables>, steps: Step[]): AsyncGenerator<Batch> {
  for (const { type, where } of steps) {
    for await (const rows of pages(db, rowModels[type], where)) {
      yield { type, rows: await addParts(db, type, rows) } as Batch;
    }
  }
}
