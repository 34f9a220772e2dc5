import type { Kysely } from 'kysely';
import { type Rows, type RowType, rowModels, type Tables } from '../../model/index.js';
import type { Model } from '../../model/model.js';
import type { Traits } from '../traits.js';
import { changeWriter } from './change-writer.js';
import { datacardWriter } from './datacard-writer.js';
import { grantWriter } from './grant-writer.js';
import { refuseRemoved } from './removal/refuse-removed.js';
import { upsert } from './upsert.js';

/** Writes a batch of each type, and returns how many of its rows were new or differed. */
export type Writers = { [Type in RowType]: (rows: Rows[Type][]) => Promise<number> };

/** Makes the writers: the upserts of the models, with what some of them do besides. */
export function makeWriters(db: Kysely<Tables>, traits: Traits): Writers {
  const plain = Object.entries(rowModels).map(([type, model]) => [type, plainWriter(db, model)] as const);
  const plainWriters = Object.fromEntries(plain) as unknown as Writers;
  const refusing =
    <Row>(write: (rows: Row[]) => Promise<number>, uidsOf: (row: Row) => string[]) =>
    async (rows: Row[]) => {
      await refuseRemoved(db, traits, rows.flatMap(uidsOf));
      return write(rows);
    };
  return {
    ...plainWriters,
    membership: refusing(plainWriters.membership, ({ character_uid, faction_uid }) => [character_uid, faction_uid]),
    datacard: datacardWriter(db, traits),
    account_character: refusing(plainWriters.account_character, ({ character_uid }) => [character_uid]),
    grant: refusing(grantWriter(db), ({ revoked_at, character_uid }) => (revoked_at === null ? [character_uid] : [])),
    datacard_change: changeWriter(db, traits),
  };
}

function plainWriter(db: Kysely<Tables>, model: Model): (rows: readonly object[]) => Promise<number> {
  const write = upsert(db, model);
  if (!model.base) return async (rows) => (await write(rows)).length;
  const writeBase = upsert(db, model.base);
  return async (rows) => new Set([...(await writeBase(rows)), ...(await write(rows))]).size;
}
