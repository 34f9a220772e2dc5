import type { AccountRow } from '../../model/account.js';
import type { CodeRow, InteractionRow, SessionRow } from '../../model/sign-in.js';
import type { Named } from './named.js';

/** A person, with their characters. */
export interface Account extends Omit<AccountRow, 'name_key'> {
  characters: Named[];
}

/** A person as an OpenID Connect provider knows them: its subject is unique with its issuer. */
export interface Identity {
  issuer: string;
  subject: string;
}

export type Session = Omit<SessionRow, 'hash'>;

/** A session to save; what is left out of its use stays. */
export type SavedSession = Omit<Session, 'browser' | 'last_used_at' | 'last_used_from'> & Partial<Session>;

export type Interaction = Omit<InteractionRow, 'hash'>;

/** A code, of which the device asks and the person types different secrets. */
export type Code = Omit<CodeRow, 'hash' | 'polled_at' | 'consumed_at' | 'poll_interval'>;

/** People, and how they sign in. A part of `Store`. */
export interface AccountStore {
  accounts: {
    find(id: string): Promise<Account | undefined>;
    /** Finds an account by its name without regard to case. */
    findByName(name: string): Promise<Account | undefined>;
    findByIdentity(identity: Identity): Promise<Account | undefined>;
    list(): Promise<Account[]>;
    /** Creates an account without a password, and returns its id. Its name must be free. */
    create(name: string, characterUids: string[], now: number): Promise<string>;
    /** Changes the name of an account. Another account must not have it. */
    rename(id: string, name: string): Promise<void>;
    /** Adds a character; one that the account has stays. */
    addCharacter(id: string, characterUid: string): Promise<void>;
    /** Removes a character, and ends what the account allowed for it; returns false if the account does not have it. */
    removeCharacter(id: string, characterUid: string, now: number): Promise<boolean>;
    /** Sets the hash of the password, and ends all sessions and open invitations. */
    setPassword(id: string, passwordHash: string | null, now: number): Promise<void>;
    /** Connects an account with a person at a provider, or with nobody; throws if another account is connected with them. */
    setIdentity(id: string, identity: Identity | null): Promise<void>;
    /** Disables an account and ends its sessions; returns false if it is disabled already. */
    disable(id: string, now: number): Promise<boolean>;
    /** Enables an account; returns false if it is not disabled. */
    enable(id: string): Promise<boolean>;
    /** Removes an account, and ends what it allowed and registered. */
    remove(id: string, now: number, options?: { forget?: boolean }): Promise<void>;
    recordSignIn(id: string, now: number): Promise<void>;
  };
  invitations: {
    /** Creates an invitation, and returns its secret this once. Earlier invitations of the account end. */
    create(accountId: string, now: number, expiresAt: number): Promise<string>;
    /** Returns the account of an invitation that can be used at `now`. */
    find(secret: string, now: number): Promise<Account | undefined>;
    /** Uses an invitation up, and returns its account; only one of several calls gets it. */
    use(secret: string, now: number): Promise<Account | undefined>;
  };
  sessions: {
    /**
     * Finds a session by the hash of its cookie; that of a disabled account is not found.
     *
     * @param from the client address that uses it, which is recorded with the day
     */
    find(hash: string, now: number, from?: string): Promise<Session | undefined>;
    findByUid(uid: string, now: number): Promise<Session | undefined>;
    /** Adds a session, or replaces the one with this hash. */
    save(hash: string, session: SavedSession): Promise<void>;
    remove(hash: string): Promise<void>;
    /** Returns the 100 newest sessions of an account that are valid at `now`, the newest first. */
    ofAccount(accountId: string, now: number): Promise<Session[]>;
    /** Ends the session of an account that has a uid; returns false if it has none. */
    end(accountId: string, uid: string): Promise<boolean>;
    /** Ends all sessions of an account but the one that has a uid. */
    endOthers(accountId: string, uid: string): Promise<void>;
  };
  interactions: {
    find(hash: string, now: number): Promise<Interaction | undefined>;
    /**
     * Adds an interaction, or replaces the one with this hash.
     *
     * @param atMost the number that is kept: the oldest go
     */
    save(hash: string, interaction: Interaction, atMost?: number): Promise<void>;
    remove(hash: string): Promise<void>;
  };
  codes: {
    /** Finds a code by its hash, expired or consumed ones included. */
    find(hash: string): Promise<CodeRow | undefined>;
    findByUserCode(userCodeHash: string): Promise<CodeRow | undefined>;
    /**
     * Adds a code, or replaces the payload and the grant of the one with this hash.
     *
     * @param atMost the number of codes of devices that is kept while no person has decided about them: the oldest go
     */
    save(hash: string, code: Code, atMost?: number): Promise<void>;
    /**
     * Records what a person has decided about a device, in the grant and the payload; returns false if that was decided
     * before, or the code has expired.
     */
    decide(hash: string, decision: { grant_id: string | null; payload: string }, now: number): Promise<boolean>;
    /** Consumes a code; only one of several calls gets true. */
    consume(hash: string, now: number): Promise<boolean>;
    /**
     * Records that a device asks for its tokens. Returns false if it did not wait for its interval, which then becomes
     * longer.
     */
    poll(hash: string, now: number): Promise<boolean>;
    remove(hash: string): Promise<void>;
  };
}
