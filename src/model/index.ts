import { client, grant, grantPermission, token } from './access.js';
import { account, accountCharacter, code, invitation, session } from './account.js';
import { blacklistEntry, idempotencyKey, metadata, rateWindow } from './bookkeeping.js';
import { character, membership } from './character.js';
import { assignment, datacard, datacardChange, use } from './datacard.js';
import { entity, faction } from './entity.js';
import { arrival, event } from './event.js';
import type { Model, Row, TableOf } from './model.js';
import type { Removal } from './record-format.js';
import { transaction } from './transaction.js';

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

/** Adds uses, which change other rows and are not dumped. */
const stagedModels = { ...rowModels, use };

export type StagedType = keyof typeof stagedModels;

export type RecordType = StagedType | 'faction';

/** docs/import-format.md explains their fields. */
export const recordModels: Record<RecordType, Model> = { faction, ...stagedModels };

export const recordTypes = Object.keys(recordModels) as RecordType[];

export type Rows = { [Type in RowType]: Row<(typeof rowModels)[Type]> };

export type Batch = { [Type in RowType]: { type: Type; rows: Rows[Type][] } }[RowType];

export interface RemovedBatch {
  type: RowType;
  removals: Removal[];
}

export const models = [
  ...Object.values(rowModels),
  assignment,
  grantPermission,
  rateWindow,
  arrival,
  invitation,
  session,
  code,
];

/** Times are Unix seconds, flags are 0 or 1, uids are text, and -1 uses are unlimited. */
export type Tables = { [M in (typeof models)[number] as M['table']]: TableOf<M> };
