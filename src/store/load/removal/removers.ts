import type { Kysely } from 'kysely';
import { accountCharacter } from '../../../model/account.js';
import { type RowType, rowModels, type Tables } from '../../../model/index.js';
import type { Model } from '../../../model/model.js';
import type { Removal } from '../../../model/removal-format.js';
import type { Traits } from '../../traits.js';
import { RowRefused } from '../explain-refusal.js';
import { deleteRows, hasKey } from './delete-rows.js';
import { removeAccounts } from './remove-accounts.js';
import { removeDatacards } from './remove-datacards.js';
import { removeEntities } from './remove-entities.js';
import { revokeGrants } from './revoke-grants.js';

/** Removes rows of one type, and returns how many there were. What belongs to those that may return sleeps instead of ending. */
export type Remover = (removals: readonly Removal[], now: number, mayReturn?: boolean) => Promise<number>;

/** Makes the removers: rows are deleted, revoked, or stay with a name for the histories of others. */
export function makeRemovers(db: Kysely<Tables>, traits: Traits): Record<RowType, Remover> {
  const plain = Object.entries(rowModels).map(([type, model]) => [type, plainRemover(db, traits, model)] as const);
  const idsOf = (removals: readonly Removal[]) => removals.map(({ id }) => String(id));
  const revoker =
    (table: 'clients' | 'tokens'): Remover =>
    async (removals, now) => {
      const { numUpdatedRows } = await db
        .updateTable(table)
        .set({ revoked_at: now })
        .where(traits.isOneOf('id', idsOf(removals)))
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    };
  return {
    ...(Object.fromEntries(plain) as Record<RowType, Remover>),
    entity: (removals, now, mayReturn) => removeEntities(db, traits, removals, now, mayReturn),
    character: (removals, now) => removeEntities(db, traits, removals, now),
    datacard: (removals, now) => removeDatacards(db, traits, removals, now),
    account: (removals, now) => removeAccounts(db, traits, idsOf(removals), now),
    async account_character(removals, now) {
      const removed = await deleteRows(db, traits, accountCharacter, removals);
      await revokeGrants(db, traits, hasKey(accountCharacter.key, removals), now);
      return removed;
    },
    client: revoker('clients'),
    grant: (removals, now) => revokeGrants(db, traits, traits.isOneOf('id', idsOf(removals)), now),
    token: revoker('tokens'),
  };
}

function plainRemover(db: Kysely<Tables>, traits: Traits, model: Model): Remover {
  return async (removals) => {
    if (model.permanent !== undefined) throw new RowRefused(`it cannot be removed: ${model.permanent}`);
    return deleteRows(db, traits, model, removals);
  };
}
