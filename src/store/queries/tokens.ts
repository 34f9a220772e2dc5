import type { InferResult } from 'kysely';
import type { Permission } from '../../domain/permission.js';
import type { TokenRow } from '../../model/access.js';
import { inTransaction } from '../commits.js';
import { type Changes, KeptReads } from '../kept-reads.js';
import { looksLikeToken, newId, newToken, tokenHash } from '../token.js';
import type { Traits } from '../traits.js';
import { createGrant, type NewGrant, permissionsOfGrant, toPermissions } from './account-grants.js';
import { type Db, hasChanged, statement } from './statement.js';

/** Tokens with what they depend on; `owners` are the accounts that registered their clients. */
const granted = (db: Db) =>
  db
    .selectFrom('tokens')
    .innerJoin('grants', 'grants.id', 'tokens.grant_id')
    .innerJoin('clients', 'clients.id', 'grants.client_id')
    .innerJoin('entities', 'entities.uid', 'grants.character_uid')
    .leftJoin('accounts', 'accounts.id', 'grants.account_id')
    .leftJoin('accounts as owners', 'owners.id', 'clients.owner_id')
    .select(['tokens.kind', 'tokens.scope', 'tokens.expires_at'])
    .select(['grants.client_id', 'grants.character_uid', permissionsOfGrant]);

const valid = (db: Db, now: number) =>
  granted(db)
    .select(['tokens.hash', 'tokens.grant_id', 'grants.account_id', 'grants.expires_at as grant_expires_at'])
    .where('tokens.revoked_at', 'is', null)
    .where('grants.expires_at', '>', now)
    .where('grants.revoked_at', 'is', null)
    .where('clients.revoked_at', 'is', null)
    .where('accounts.disabled_at', 'is', null)
    .where('owners.disabled_at', 'is', null)
    .where('entities.removed_at', 'is', null);

const access = (db: Db, now: number) =>
  valid(db, now)
    .select(['grants.last_used_at', 'grants.last_used_from'])
    .where('tokens.kind', '<>', 'refresh')
    .where('tokens.expires_at', '>', now);

const accessByHash = statement<{ hash: string; now: number }>()((db, value) =>
  access(db, value('now')).where('tokens.hash', '=', value('hash')),
);

const byHash = statement<{ hash: string; now: number }>()((db, value) =>
  valid(db, value('now')).select(['tokens.created_at', 'tokens.consumed_at']).where('tokens.hash', '=', value('hash')),
);

/** Maximum tokens whose holders are kept. */
const MAX_KEPT = 1000;

/** @param changes absent in a transaction, which reads its own changes */
export function tokens(db: Db, { isOneOf }: Traits, changes?: Changes) {
  const kept = changes && new KeptReads<Holder>(changes, { max: MAX_KEPT });
  const revoke = (column: 'id' | 'hash' | 'grant_id', value: string, now: number) =>
    hasChanged(
      db.updateTable('tokens').set({ revoked_at: now }).where(column, '=', value).where('revoked_at', 'is', null),
    );

  return {
    /** Returns the holder of a token that is valid at `now`, and records the use by `from`, a client address. */
    async principal(token: string, now: number, from?: string) {
      if (!looksLikeToken(token)) return undefined;
      const hash = tokenHash(token);
      const read = async () => {
        const row = await accessByHash.first(db, { hash, now });
        return row && toHolder(row);
      };
      const holder = await (kept ? kept.get(hash, read) : read());
      return holder && holder.principal.expires_at > now ? principalOf(db, holder, now, from) : undefined;
    },

    /** Returns the holders of valid tokens by their hashes. */
    async principals(hashes: readonly string[], now: number): Promise<ReadonlyMap<string, Principal>> {
      const rows = await access(db, now).where(isOneOf('tokens.hash', hashes)).execute();
      return new Map(rows.map((row) => [row.hash, principalOf(db, toHolder(row), now)]));
    },

    /** Creates a grant and its token, a personal one for an account; only the hash is stored. Call it in a transaction. */
    async create(grant: NewGrant, now: number, accountId?: string) {
      const [id, token] = [newId(), newToken()];
      const grant_id = await createGrant(db, grant, now, accountId ?? null);
      const kind = accountId === undefined ? 'access' : 'personal';
      const times = { created_at: now, expires_at: grant.expires_at };
      await db
        .insertInto('tokens')
        .values({ id, hash: tokenHash(token), grant_id, kind, ...times })
        .execute();
      return { id, token };
    },

    /** Finds a token of a valid grant by its hash, even if the token has expired or was exchanged. */
    async find(hash: string, now: number) {
      const token = await byHash.first(db, { hash, now });
      if (!token) return undefined;
      const expires_at = Math.min(token.expires_at, token.grant_expires_at);
      return { ...token, expires_at, permissions: toPermissions(token.permissions) };
    },

    async add(token: Pick<TokenRow, 'hash' | 'kind' | 'grant_id' | 'created_at' | 'expires_at' | 'scope'>) {
      await db
        .insertInto('tokens')
        .values({ id: newId(), ...token })
        .execute();
    },

    /** Records the exchange of a refresh token; returns false if it was exchanged before. */
    consume: (hash: string, now: number) =>
      hasChanged(
        db.updateTable('tokens').set({ consumed_at: now }).where('hash', '=', hash).where('consumed_at', 'is', null),
      ),

    async revokeByHash(hash: string, now: number) {
      await revoke('hash', hash, now);
    },

    /** Revokes all tokens of a grant, which stays valid. */
    revokeOfGrant: (grantId: string, now: number) => revoke('grant_id', grantId, now),

    async list() {
      const rows = await granted(db)
        .select(['tokens.id', 'tokens.created_at', 'tokens.consumed_at', 'entities.removed_at'])
        .select(['grants.expires_at as grant_expires_at', 'entities.name', 'accounts.name as account'])
        .select(({ fn }) => [
          fn.coalesce('tokens.revoked_at', 'grants.revoked_at', 'clients.revoked_at').as('revoked_at'),
          // Of its account, or of the one that registered its client.
          fn.coalesce('accounts.disabled_at', 'owners.disabled_at').as('disabled_at'),
        ])
        .orderBy('tokens.created_at')
        .orderBy('tokens.id')
        .execute();
      return rows.map(({ character_uid: uid, name, scope, grant_expires_at, ...row }) => ({
        ...row,
        expires_at: Math.min(row.expires_at, grant_expires_at),
        // OAuth stores the scope of each token: one without is from the host.
        kind: row.kind === 'access' && scope === null ? ('host' as const) : row.kind,
        character: { uid, name },
        permissions: inScope(toPermissions(row.permissions), scope),
      }));
    },

    /** Returns false if there is no such token, or it was revoked before. */
    revoke: (id: string, now: number) => revoke('id', id, now),
  };
}

type Holder = ReturnType<typeof toHolder>;
export type Principal = Holder['principal'];

function toHolder(row: InferResult<ReturnType<typeof access>>[number]) {
  const { grant_id, client_id, character_uid, last_used_at, last_used_from } = row;
  const permissions = inScope(toPermissions(row.permissions), row.scope);
  const expires_at = Math.min(row.expires_at, row.grant_expires_at);
  return {
    principal: { grant_id, client_id, character_uid, permissions, expires_at },
    /** Absent for a token of the host. */
    use: row.account_id === null ? undefined : { key: grant_id, last_used_at, last_used_from },
  };
}

function principalOf(db: Db, { principal, use }: Holder, now: number, from?: string): Principal {
  if (use) recordUse(db, 'grants', use, now, from);
  return principal;
}

function inScope(permissions: Permission[], scope: string | null): Permission[] {
  if (scope === null) return permissions;
  const names = new Set(scope.split(' '));
  return permissions.filter((name) => names.has(name));
}

/** Seconds until a use is recorded again, from the same client address or from another one. */
const RECORDED_AGAIN = { same: 86_400, other: 3_600 };

/** Records the use of a grant or a session. No call waits for it, and none fails if the database cannot be written. */
export function recordUse(
  db: Db,
  table: 'grants' | 'sessions',
  use: { key: string; last_used_at: number | null; last_used_from: string | null },
  now: number,
  from: string | undefined,
): void {
  const isElsewhere = from !== undefined && from !== use.last_used_from;
  const isNews = (use.last_used_at ?? 0) <= now - (isElsewhere ? RECORDED_AGAIN.other : RECORDED_AGAIN.same);
  if (!isNews || db.isTransaction) return;
  const set = { last_used_at: now, ...(from !== undefined && { last_used_from: from }) };
  // A transaction waits for other processes without blocking this one.
  inTransaction(db, (within) =>
    table === 'grants'
      ? within.updateTable('grants').set(set).where('id', '=', use.key).execute()
      : within.updateTable('sessions').set(set).where('uid', '=', use.key).execute(),
  ).catch(() => {});
}
