import type { Kysely } from 'kysely';
import { nameKey } from '../../domain/text.js';
import type { Tables } from '../../model/index.js';
import type { Account, Identity, Store } from '../store.js';
import { newId } from '../token.js';
import type { Traits } from '../traits.js';
import { inTransaction } from './in-transaction.js';
import { removeAccounts } from './removals.js';
import { statement } from './statement.js';

/** A row for each character of an account, or one without. */
const accountRows = (db: Kysely<Tables>) =>
  db
    .selectFrom('accounts')
    .leftJoin('account_characters', 'account_characters.account_id', 'accounts.id')
    .leftJoin('entities', (join) =>
      join.onRef('entities.uid', '=', 'account_characters.character_uid').on('entities.removed_at', 'is', null),
    )
    .select(['accounts.id', 'accounts.name', 'accounts.password_hash', 'accounts.created_at'])
    .select(['accounts.disabled_at', 'accounts.last_sign_in_at'])
    .select(['accounts.provider_issuer', 'accounts.provider_subject'])
    .select(['entities.uid as character_uid', 'entities.name as character_name']);

const byId = statement<{ id: string }>()((db, value) => accountRows(db).where('accounts.id', '=', value('id')));

const byKey = statement<{ key: string }>()((db, value) =>
  accountRows(db).where('accounts.name_key', '=', value('key')),
);

const byIdentity = statement<Identity>()((db, value) =>
  accountRows(db)
    .where('accounts.provider_issuer', '=', value('issuer'))
    .where('accounts.provider_subject', '=', value('subject')),
);

type Row = Awaited<ReturnType<typeof byId.all>>[number];

/** Finds an account by its id. */
export async function findAccount(db: Kysely<Tables>, id: string): Promise<Account | undefined> {
  return toAccounts(await byId.all(db, { id }))[0];
}

export function accounts(db: Kysely<Tables>, traits: Traits): Store['accounts'] {
  return {
    find: (id) => findAccount(db, id),

    findByName: async (name) => toAccounts(await byKey.all(db, { key: nameKey(name) }))[0],

    findByIdentity: async (identity) => toAccounts(await byIdentity.all(db, identity))[0],

    list: async () => toAccounts(await accountRows(db).orderBy('accounts.name_key').execute()),

    create: (name, characterUids, now) =>
      inTransaction(db, async (within) => {
        const id = newId();
        await within
          .insertInto('accounts')
          .values({
            id,
            name,
            name_key: nameKey(name),
            created_at: now,
            password_hash: null,
            provider_issuer: null,
            provider_subject: null,
            disabled_at: null,
            last_sign_in_at: null,
          })
          .execute();
        const values = [...new Set(characterUids)].map((uid) => ({ account_id: id, character_uid: uid }));
        if (values.length > 0) await within.insertInto('account_characters').values(values).execute();
        return id;
      }),

    async rename(id, name) {
      await db
        .updateTable('accounts')
        .set({ name, name_key: nameKey(name) })
        .where('id', '=', id)
        .execute();
    },

    async addCharacter(id, characterUid) {
      await db
        .insertInto('account_characters')
        .values({ account_id: id, character_uid: characterUid })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    removeCharacter: (id, characterUid, now) =>
      inTransaction(db, async (within) => {
        const result = await within
          .deleteFrom('account_characters')
          .where('account_id', '=', id)
          .where('character_uid', '=', characterUid)
          .executeTakeFirst();
        await within
          .updateTable('grants')
          .set({ revoked_at: now })
          .where('account_id', '=', id)
          .where('character_uid', '=', characterUid)
          .where('revoked_at', 'is', null)
          .execute();
        return result.numDeletedRows > 0n;
      }),

    setPassword: (id, passwordHash, now) =>
      inTransaction(db, async (within) => {
        await within.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', id).execute();
        await within.deleteFrom('sessions').where('account_id', '=', id).execute();
        await within
          .updateTable('invitations')
          .set({ used_at: now })
          .where('account_id', '=', id)
          .where('used_at', 'is', null)
          .execute();
      }),

    async setIdentity(id, identity) {
      const { issuer, subject } = identity ?? { issuer: null, subject: null };
      const columns = { provider_issuer: issuer, provider_subject: subject };
      await db.updateTable('accounts').set(columns).where('id', '=', id).execute();
    },

    disable: (id, now) =>
      inTransaction(db, async (within) => {
        const result = await within
          .updateTable('accounts')
          .set({ disabled_at: now })
          .where('id', '=', id)
          .where('disabled_at', 'is', null)
          .executeTakeFirst();
        await within.deleteFrom('sessions').where('account_id', '=', id).execute();
        return result.numUpdatedRows > 0n;
      }),

    async enable(id) {
      const result = await db
        .updateTable('accounts')
        .set({ disabled_at: null })
        .where('id', '=', id)
        .where('disabled_at', 'is not', null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    async remove(id, now, { forget = false } = {}) {
      await inTransaction(db, async (within) => {
        if (forget) await forgetTexts(within, id);
        await removeAccounts(within, (column) => traits.isOneOf(column, [id]), traits.rowLocks, now);
      });
    },

    async recordSignIn(id, now) {
      await db.updateTable('accounts').set({ last_sign_in_at: now }).where('id', '=', id).execute();
    },
  };
}

function toAccounts(rows: Row[]): Account[] {
  const byId = new Map<string, Account>();
  for (const { character_uid: uid, character_name: name, ...account } of rows) {
    const known = byId.get(account.id) ?? { ...account, characters: [] };
    byId.set(account.id, known);
    if (uid !== null && name !== null) known.characters.push({ uid, name });
  }
  for (const { characters } of byId.values())
    characters.sort((one, other) => one.uid.length - other.uid.length || (one.uid < other.uid ? -1 : 1));
  return [...byId.values()];
}

/** Empties the texts of the events that the characters of an account received, and of the communications that they wrote. */
async function forgetTexts(db: Kysely<Tables>, accountId: string): Promise<void> {
  const characters = db.selectFrom('account_characters').select('character_uid').where('account_id', '=', accountId);
  await db.updateTable('events').set({ text: '' }).where('receiver_uid', 'in', characters).execute();
  await db.updateTable('transactions').set({ communication: '' }).where('sender_uid', 'in', characters).execute();
}
