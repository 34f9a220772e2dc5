import { sql } from 'kysely';
import { nameKey } from '../../domain/text.js';
import type { account } from '../../model/account.js';
import type { TableOf } from '../../model/model.js';
import { inTransaction } from '../commits.js';
import { newId, newToken, SECRET_PREFIXES, tokenHash } from '../token.js';
import type { Traits } from '../traits.js';
import type { Named } from './datacards.js';
import { removeAccounts, revokeGrants } from './removals.js';
import { type Db, hasChanged, statement } from './statement.js';

/** A row for each character of an account, or one without. */
const accountRows = (db: Db) =>
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

const usableInvitation = statement<{ hash: string; now: number }>()((db, value) =>
  db
    .selectFrom('invitations')
    .select('account_id')
    .where('hash', '=', value('hash'))
    .where('expires_at', '>', value('now'))
    .where('used_at', 'is', null),
);

type Row = Awaited<ReturnType<typeof byId.all>>[number];

/** A person at an OpenID Connect provider; the subject is unique with its issuer. */
export interface Identity {
  issuer: string;
  subject: string;
}

async function findAccount(db: Db, id: string) {
  return toAccounts(await byId.all(db, { id }))[0];
}

export function accounts(db: Db, traits: Traits) {
  return {
    find: (id: string) => findAccount(db, id),

    findByName: async (name: string) => toAccounts(await byKey.all(db, { key: nameKey(name) }))[0],

    findByIdentity: async (identity: Identity) => toAccounts(await byIdentity.all(db, identity))[0],

    list: async () => toAccounts(await accountRows(db).orderBy('accounts.name_key').execute()),

    /** Creates an account without a password, and returns its id. Its name must be free. */
    create: (name: string, characterUids: string[], now: number) =>
      inTransaction(db, async (within) => {
        const id = newId();
        const account = { id, name, name_key: nameKey(name), created_at: now };
        await within.insertInto('accounts').values(account).execute();
        const values = [...new Set(characterUids)].map((uid) => ({ account_id: id, character_uid: uid }));
        if (values.length > 0) await within.insertInto('account_characters').values(values).execute();
        return id;
      }),

    /** Adds a character; does nothing if the account has it. */
    async addCharacter(id: string, characterUid: string) {
      await db
        .insertInto('account_characters')
        .values({ account_id: id, character_uid: characterUid })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Removes a character and the account's grants for it; returns false if the account does not have it. */
    removeCharacter: (id: string, characterUid: string, now: number) =>
      inTransaction(db, async (within) => {
        const link = within.deleteFrom('account_characters').where('account_id', '=', id);
        const isRemoved = await hasChanged(link.where('character_uid', '=', characterUid));
        await revokeGrants(within, sql`account_id = ${id} and character_uid = ${characterUid}`, now);
        return isRemoved;
      }),

    /** Sets the hash, and ends all sessions and open invitations. */
    setPassword: (id: string, passwordHash: string | null, now: number) =>
      inTransaction(db, async (within) => {
        await update(within, id, { password_hash: passwordHash });
        await within.deleteFrom('sessions').where('account_id', '=', id).execute();
        await endInvitations(within, id, now);
      }),

    /** Connects an account, or disconnects it with null; throws if another account has the identity. */
    async setIdentity(id: string, identity: Identity | null) {
      const { issuer, subject } = identity ?? { issuer: null, subject: null };
      await update(db, id, { provider_issuer: issuer, provider_subject: subject });
    },

    /** Disables an account and ends its sessions; returns false if it is disabled already. */
    disable: (id: string, now: number) =>
      inTransaction(db, async (within) => {
        const enabled = within.updateTable('accounts').where('id', '=', id).where('disabled_at', 'is', null);
        const isNew = await hasChanged(enabled.set({ disabled_at: now }));
        await within.deleteFrom('sessions').where('account_id', '=', id).execute();
        return isNew;
      }),

    enable(id: string) {
      const disabled = db.updateTable('accounts').where('id', '=', id).where('disabled_at', 'is not', null);
      return hasChanged(disabled.set({ disabled_at: null }));
    },

    /** Removes an account, and revokes what it granted and registered; `forget` also empties its characters' texts. */
    async remove(id: string, now: number, { forget = false }: { forget?: boolean } = {}) {
      await inTransaction(db, async (within) => {
        if (forget) await forgetTexts(within, id);
        await removeAccounts(within, (column) => traits.isOneOf(column, [id]), traits.rowLocks, now);
      });
    },

    /** Returns false if the account was disabled, removed, or given another password since it was read. Locks its row. */
    recordSignIn({ id, password_hash: hash }: Pick<Account, 'id' | 'password_hash'>, now: number) {
      const same = db.updateTable('accounts').where('id', '=', id).where('disabled_at', 'is', null);
      return hasChanged(same.where('password_hash', hash === null ? 'is' : '=', hash).set({ last_sign_in_at: now }));
    },
  };
}

async function update(db: Db, id: string, columns: Partial<TableOf<typeof account>>): Promise<void> {
  await db.updateTable('accounts').set(columns).where('id', '=', id).execute();
}

async function endInvitations(db: Db, accountId: string, now: number): Promise<void> {
  const open = db.updateTable('invitations').where('account_id', '=', accountId).where('used_at', 'is', null);
  await open.set({ used_at: now }).execute();
}

export interface Account extends Omit<Row, 'character_uid' | 'character_name'> {
  characters: Named[];
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

/** Empties the events that its characters received, and the communications that they wrote. */
async function forgetTexts(db: Db, accountId: string): Promise<void> {
  const characters = db.selectFrom('account_characters').select('character_uid').where('account_id', '=', accountId);
  await db.updateTable('events').set({ text: '' }).where('receiver_uid', 'in', characters).execute();
  await db.updateTable('transactions').set({ communication: '' }).where('sender_uid', 'in', characters).execute();
}

export function invitations(db: Db) {
  return {
    /** Returns a secret of which only the hash is stored. Ends earlier invitations of the account. */
    async create(accountId: string, now: number, expiresAt: number) {
      await endInvitations(db, accountId, now);
      const secret = newToken(SECRET_PREFIXES.invitation);
      const row = { hash: tokenHash(secret), account_id: accountId, created_at: now, expires_at: expiresAt };
      await db.insertInto('invitations').values(row).execute();
      return secret;
    },

    async find(secret: string, now: number) {
      const invitation = await usableInvitation.first(db, { hash: tokenHash(secret), now });
      return invitation && findAccount(db, invitation.account_id);
    },

    /** Uses an invitation up; only one of several calls gets its account. */
    async use(secret: string, now: number) {
      const used = await db
        .updateTable('invitations')
        .set({ used_at: now })
        .where('hash', '=', tokenHash(secret))
        .where('expires_at', '>', now)
        .where('used_at', 'is', null)
        .returning('account_id')
        .executeTakeFirst();
      return used && findAccount(db, used.account_id);
    },
  };
}
