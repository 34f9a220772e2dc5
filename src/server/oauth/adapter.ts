import type { Adapter, AdapterPayload, KoaContextWithOIDC } from 'oidc-provider';
import type { CodeRow } from '../../model/account.js';
import type { GrantedToken, Session, Store } from '../../store/store.js';
import { SECRET_PREFIXES, tokenHash } from '../../store/token.js';
import { findClient, metadataOf } from './clients.js';
import type { OAuthOptions } from './lifetimes.js';

export interface AdapterParts {
  store: Store;
  /** Unix seconds. */
  now(): number;
  options: OAuthOptions;
  context(): KoaContextWithOIDC | undefined;
  /** Creates the error for a code that another request consumed at the same time. */
  refuseCode(): Error;
}

/** Seconds in which a refresh token can be reused: several copies of a script may come together. */
const GRACE = 60;

const nothing = async () => undefined;

const UNUSED: Adapter = {
  find: nothing,
  findByUid: nothing,
  findByUserCode: nothing,
  upsert: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
};

/** Returns the adapter of each model. Secrets are stored as hashes. */
export function adapters(parts: AdapterParts): (model: string) => Adapter {
  const byModel: Record<string, Adapter> = {
    AccessToken: tokenAdapter(parts, 'access'),
    RefreshToken: tokenAdapter(parts, 'refresh'),
    AuthorizationCode: codeAdapter(parts, 'authorization'),
    DeviceCode: codeAdapter(parts, 'device'),
    Grant: grantAdapter(parts),
    Client: clientAdapter(parts),
    Session: sessionAdapter(parts),
    Interaction: interactionAdapter(parts),
  };
  return (model) => byModel[model] ?? UNUSED;
}

/** Converts to the process clock, which the library compares with: a sandbox sets only the service's clock. */
function libraryExpiry(expiresAt: number, now: number): number {
  return Math.floor(Date.now() / 1000) + expiresAt - now;
}

/** Also finds clients whose tokens come only from the host: resource servers ask about these. */
function clientAdapter({ store }: AdapterParts): Adapter {
  return {
    ...UNUSED,
    async find(id) {
      const client = await findClient(store, id);
      return client && metadataOf(client);
    },
  };
}

/** Reads and ends grants; consent.ts creates them. */
function grantAdapter({ store: { grants }, now }: AdapterParts): Adapter {
  return {
    ...UNUSED,
    async find(id) {
      const grant = await grants.find(id, now());
      return (
        grant && {
          kind: 'Grant',
          jti: id,
          exp: libraryExpiry(grant.expires_at, now()),
          clientId: grant.client_id,
          accountId: holderOf(grant),
          openid: { scope: grant.permissions.join(' ') },
        }
      );
    },

    async destroy(id) {
      await grants.end(id, now());
    },
  };
}

/** Returns the account that made a grant, or the character for which the host made it. */
function holderOf({ account_id, character_uid }: { account_id: string | null; character_uid: string }): string {
  return account_id ?? `host:${character_uid}`;
}

/** Ignores the library's writes: a new cookie at each authorization would break two questions at once. */
function sessionAdapter({ store: { sessions }, now }: AdapterParts): Adapter {
  const toPayload = (jti: string, session: Session | undefined): AdapterPayload | undefined =>
    session && {
      kind: 'Session',
      jti,
      uid: session.uid,
      ...(session.account_id !== null && { accountId: session.account_id }),
      exp: libraryExpiry(session.expires_at, now()),
    };
  return {
    ...UNUSED,
    find: async (id) => toPayload(id, await sessions.find(tokenHash(id), now())),
    findByUid: async (uid) => toPayload(uid, await sessions.findByUid(uid, now())),
  };
}

function interactionAdapter({ store: { interactions }, now, options }: AdapterParts): Adapter {
  return {
    ...UNUSED,
    // The return URL contains the id, which is a secret, as is the session cookie.
    async upsert(id, { jti: _, exp: __, returnTo: ___, session, ...payload }, lifetime = 0) {
      const { cookie: ____, ...bound } = (session ?? {}) as AdapterPayload;
      const stored = JSON.stringify({ ...payload, ...(session !== undefined && { session: bound }) });
      await interactions.save(tokenHash(id), { payload: stored, expires_at: now() + lifetime }, options.maxPending);
    },

    async find(id) {
      const found = await interactions.find(tokenHash(id), now());
      return found && { ...JSON.parse(found.payload), jti: id, exp: libraryExpiry(found.expires_at, now()) };
    },

    destroy: (id) => interactions.remove(tokenHash(id)),
  };
}

function codeAdapter(
  { store: { codes, grants }, now, options, context, refuseCode }: AdapterParts,
  kind: CodeRow['kind'],
): Adapter {
  return {
    ...UNUSED,
    async upsert(id, { jti: _, exp: __, userCode, ...payload }, lifetime = 0) {
      const accessType = context()?.oidc.params?.access_type;
      const code = {
        kind,
        grant_id: typeof payload.grantId === 'string' ? payload.grantId : null,
        user_code_hash: typeof userCode === 'string' ? tokenHash(userCode) : null,
        payload: JSON.stringify({ ...payload, accessType }),
        expires_at: now() + lifetime,
      };
      await codes.save(tokenHash(id), code, options.maxPending);
    },

    async find(id) {
      const code = await codes.find(tokenHash(id));
      if (code?.kind !== kind) return undefined;
      const consumed = code.consumed_at !== null && { consumed: code.consumed_at };
      return { ...JSON.parse(code.payload), jti: id, exp: libraryExpiry(code.expires_at, now()), ...consumed };
    },

    /** Refuses a consumed code: the library checks first and consumes later. The second of two requests ends the grant. */
    async consume(id) {
      if (await codes.consume(tokenHash(id), now())) return;
      const code = await codes.find(tokenHash(id));
      if (code?.grant_id) await grants.end(code.grant_id, now());
      throw refuseCode();
    },

    destroy: (id) => codes.remove(tokenHash(id)),
  };
}

type TokenKind = 'access' | 'refresh';

const PREFIXES = { access: SECRET_PREFIXES.token, refresh: SECRET_PREFIXES.refreshToken };

/** The library makes tokens without the prefix. */
export function withPrefix(kind: TokenKind, token: string): string {
  return token.startsWith(PREFIXES[kind]) ? token : PREFIXES[kind] + token;
}

function tokenAdapter({ store: { tokens }, now }: AdapterParts, kind: TokenKind): Adapter {
  return {
    ...UNUSED,
    async upsert(id, { grantId, scope = '' }, lifetime = 0) {
      const times = { created_at: now(), expires_at: now() + lifetime };
      const row = { kind, grant_id: String(grantId), scope: String(scope), ...times };
      await tokens.add({ hash: tokenHash(withPrefix(kind, id)), ...row });
    },

    async find(id) {
      const token = await tokens.find(tokenHash(id), now());
      const isAccess = token?.kind !== 'refresh';
      return token && isAccess === (kind === 'access') ? tokenPayload(id, token, now()) : undefined;
    },

    async consume(id) {
      await tokens.consume(tokenHash(id), now());
    },

    destroy: (id) => tokens.revokeByHash(tokenHash(id), now()),

    // The library calls this once for each model.
    revokeByGrantId: async (grantId) => {
      if (kind === 'access') await tokens.revokeOfGrant(grantId, now());
    },
  };
}

function tokenPayload(jti: string, token: GrantedToken, now: number): AdapterPayload {
  const { kind, grant_id, client_id, scope, permissions, created_at, consumed_at, expires_at } = token;
  const isExchanged = consumed_at !== null && now - consumed_at > GRACE;
  return {
    kind: kind === 'refresh' ? 'RefreshToken' : 'AccessToken',
    jti,
    iat: created_at,
    exp: libraryExpiry(expires_at, now),
    grantId: grant_id,
    clientId: client_id,
    accountId: holderOf(token),
    scope: scope ?? permissions.join(' '),
    ...(isExchanged && { consumed: consumed_at }),
  };
}
