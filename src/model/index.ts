import { client, grant, grantPermission, token } from './access.js';
import { account, accountCharacter, invitation } from './account.js';
import { blacklistEntry, idempotencyKey, metadata, rateWindow } from './bookkeeping.js';
import { character, membership } from './character.js';
import { assignment, datacard, datacardChange, type UseRow, use } from './datacard.js';
import { entity, faction } from './entity.js';
import { arrival, event } from './event.js';
import type { Model, Row, TableOf } from './model.js';
import type { Removal } from './record-format.js';
import { code, interaction, session } from './sign-in.js';
import { transaction } from './transaction.js';

/** The models whose rows are loaded and dumped, by the name of the row type. */
export const rowModels = {
  character,
  membership,
  entity,
  datacard,
  event,
  transaction,
  account,
  account_character: accountCharacter,
  client,
  grant,
  token,
  blacklist: blacklistEntry,
  fact: metadata,
  datacard_change: datacardChange,
  idempotency_key: idempotencyKey,
};

export type RowType = keyof typeof rowModels;

/** The models of the rows that files bring: a use changes other rows, and is not dumped. */
const stagedModels = { ...rowModels, use };

export type StagedType = keyof typeof stagedModels;

/** A kind of record in a galaxy file. A faction is a row of the entities, with a record of its own. */
export type RecordType = StagedType | 'faction';

/** The models of the records, by the name of their kind. Their fields are explained in docs/import-format.md. */
export const recordModels: Record<RecordType, Model> = { faction, ...stagedModels };

export const recordTypes = Object.keys(recordModels) as RecordType[];

/** The rows by their type. */
export type Rows = { [Type in RowType]: Row<(typeof rowModels)[Type]> };

/** A row of a file. */
export type StagedRow = Rows[RowType] | UseRow;

/** Rows of one type, ready to be written together. */
export type Batch = { [Type in RowType]: { type: Type; rows: Rows[Type][] } }[RowType];

/** Rows of one type that were removed. */
export interface RemovedBatch {
  type: RowType;
  removals: Removal[];
}

/** All models: those of rows, and of the tables that hold their parts or never leave the database. */
export const models = [
  ...Object.values(rowModels),
  assignment,
  grantPermission,
  rateWindow,
  arrival,
  invitation,
  session,
  interaction,
  code,
];

/**
 * The tables, as both databases have them. Times are Unix seconds, flags are 0 or 1, uids are text, and -1 uses stand
 * for unlimited ones.
 */
export type Tables = { [M in (typeof models)[number] as M['table']]: TableOf<M> };
