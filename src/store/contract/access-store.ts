import type { Permission } from '../../domain/permission.js';
import type { ClientRow, GrantRow, TokenRow } from '../../model/access.js';
import type { Named } from './named.js';

/** The holder of a token: a client that acts for a character, with the permissions that the character granted. */
export interface Principal extends Pick<GrantRow, 'client_id' | 'character_uid' | 'permissions' | 'expires_at'> {
  /** The grant of its token. */
  grant_id: string;
}

/** A valid or a new grant. */
export type Grant = Omit<
  GrantRow,
  'created_at' | 'revoked_at' | 'account_id' | 'last_used_at' | 'last_used_from' | 'name'
>;

/** A grant to create, with the name that its account gives it. */
export type NewGrant = Omit<Grant, 'id'> & Partial<Pick<GrantRow, 'name'>>;

/** A valid grant, with the account that made it; null for the host. */
export type ValidGrant = Grant &
  Pick<GrantRow, 'created_at' | 'last_used_at' | 'last_used_from' | 'account_id' | 'name'>;

/** A valid grant, as it is listed for the account that made it. */
export interface GrantInfo extends Omit<ValidGrant, 'character_uid' | 'client_id' | 'account_id'> {
  client: { id: string; name: string };
  character: Named;
}

/** A grant as the host sees it. */
export interface ListedGrant extends GrantInfo {
  /** The account that made it; null for the host. */
  account: { id: string; name: string } | null;
  /** The time since which that account is disabled. */
  disabled_at: number | null;
  /** The time since which it sleeps, because its character is removed. */
  removed_at: number | null;
}

/** A token as it is listed: with the permissions that it has itself, and the time at which it or its grant expires. */
export interface TokenInfo
  extends Pick<TokenRow, 'id' | 'created_at' | 'expires_at' | 'consumed_at'>,
    Pick<GrantRow, 'client_id' | 'permissions'> {
  kind: TokenRow['kind'] | 'host';
  character: Named;
  /** The name of the account that allowed it; null for a token of the host. */
  account: string | null;
  /** The time at which it, its grant or its client was revoked. */
  revoked_at: number | null;
  /** The time since which its account, or the one that registered its client, is disabled. */
  disabled_at: number | null;
  /** The time since which its character is removed. */
  removed_at: number | null;
}

/** A token of a valid grant, as OAuth reads it: also an expired one, or a refresh token that was exchanged. */
export type GrantedToken = Pick<
  TokenRow,
  'kind' | 'grant_id' | 'created_at' | 'expires_at' | 'scope' | 'payload' | 'consumed_at'
> &
  Pick<GrantRow, 'client_id' | 'account_id' | 'character_uid' | 'permissions'>;

export type Client = ClientRow;

/** The parts of a client that OAuth needs. */
export type Registration = Pick<
  ClientRow,
  | 'name'
  | 'owner_id'
  | 'secret_hash'
  | 'is_public'
  | 'redirect_uris'
  | 'application_type'
  | 'requires_pkce'
  | 'is_resource_server'
>;

/** Clients, and the tokens by which they act for characters. A part of `Store`. */
export interface AccessStore {
  clients: {
    find(id: string): Promise<Client | undefined>;
    list(): Promise<Client[]>;
    /** Returns the clients that an account has registered and not revoked. */
    ofAccount(accountId: string): Promise<Client[]>;
    create(client: { id: string; name: string } & Partial<Registration>, now: number): Promise<void>;
    /** Creates a client; one that is there stays as it is, also if it was revoked. */
    ensure(client: { id: string; name: string } & Partial<Registration>, now: number): Promise<void>;
    /** Changes a client; what is left out stays. Returns false if there is no such client, or it was revoked. */
    update(id: string, change: Partial<Registration>): Promise<boolean>;
    /** Revokes a client with its grants and tokens; returns false if there is no such client, or it was revoked before. */
    revoke(id: string, now: number): Promise<boolean>;
  };
  tokens: {
    /**
     * Returns the holder of a token, or undefined if the token is unknown, expired or revoked at `now`.
     *
     * @param from the client address that uses it, which is recorded with the day
     */
    principal(token: string, now: number, from?: string): Promise<Principal | undefined>;
    /** Returns the holders of some tokens by the hashes of these, without those that `principal` would not find. */
    principals(hashes: readonly string[], now: number): Promise<ReadonlyMap<string, Principal | undefined>>;
    /**
     * Creates a grant and its token. The token is returned this once: only its hash is stored. With an account, it is a
     * personal token of that account. Call it in a transaction.
     */
    create(grant: NewGrant, now: number, accountId?: string): Promise<{ id: string; token: string }>;
    /** Finds a token by its hash, if its grant is valid at `now`. */
    find(hash: string, now: number): Promise<GrantedToken | undefined>;
    /** Adds a token to a grant, by its hash. */
    add(
      token: Pick<TokenRow, 'hash' | 'kind' | 'grant_id' | 'created_at' | 'expires_at' | 'scope' | 'payload'>,
    ): Promise<void>;
    /** Records the first exchange of a refresh token; returns false if it was exchanged before. */
    consume(hash: string, now: number): Promise<boolean>;
    /** Revokes a token by its hash. */
    revokeByHash(hash: string, now: number): Promise<void>;
    /** Revokes all tokens of a grant, which stays valid. */
    revokeOfGrant(grantId: string, now: number): Promise<void>;
    list(): Promise<TokenInfo[]>;
    /** Revokes a token; returns false if there is no such token, or it was revoked before. */
    revoke(id: string, now: number): Promise<boolean>;
  };
  grants: {
    /** Finds a grant of an account or of the host, if it is valid at `now`. */
    find(id: string, now: number): Promise<ValidGrant | undefined>;
    /** Finds the newest grant of an account to a client for a character, if one is valid at `now`. */
    findFor(accountId: string, clientId: string, characterUid: string, now: number): Promise<ValidGrant | undefined>;
    /** Returns the valid grants of an account, those made last first. */
    ofAccount(accountId: string, now: number): Promise<GrantInfo[]>;
    /** Returns all valid grants, also those of disabled accounts and of removed characters; those made last first. */
    list(now: number): Promise<ListedGrant[]>;
    /** Creates a grant, and returns its id. */
    create(grant: NewGrant & { account_id: string }, now: number): Promise<string>;
    /** Adds permissions to a grant, and lets it last until `expiresAt` at least. */
    extend(id: string, permissions: Permission[], expiresAt: number): Promise<void>;
    /** Ends a grant with all its tokens; returns false if there is none, or it was ended before. */
    end(id: string, now: number): Promise<boolean>;
  };
}
