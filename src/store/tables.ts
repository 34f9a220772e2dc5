import type { Generated } from 'kysely';

/**
 * The tables of the store, as both databases have them. Times are Unix seconds, flags are 0 or 1, uids are text, and
 * -1 uses stand for unlimited ones. The DDL is in migrations/.
 */
export interface Tables {
  /** Everything that has a uid and a name: characters, factions, races, facilities, types of ships, … */
  entities: {
    uid: string;
    name: string;
    /** What it is found by, such as `character/hana veil`; null for what is not found by name. */
    handle: string | null;
    /** The character or faction that it belongs to. */
    owner_uid: string | null;
  };
  characters: {
    uid: string;
    image: string;
    race_uid: string | null;
    gender: string;
    last_login: number;
    short_description: string;
    biography: string;
    is_private: number;
    health: number;
    health_max: number;
    xp: number;
    xp_level: number;
    credits: number;
  };
  memberships: {
    character_uid: string;
    faction_uid: string;
    is_primary: number;
    can_view_datacards: number;
    can_manage_datacards: number;
  };
  datacards: {
    uid: string;
    /** The faction that owns it. */
    owner_uid: string;
    /** The type of entity that can be produced with it. */
    entity_uid: string;
    /** Assigned and unassigned uses together. Assigning and revoking never change it. */
    total_uses: number;
  };
  assignments: {
    datacard_uid: string;
    /** The production entity. */
    location_uid: string;
    uses: number;
  };
  transactions: {
    id: number;
    time: number;
    amount: number;
    sender_uid: string;
    receiver_uid: string;
    communication: string;
  };
  events: {
    uid: string;
    receiver_uid: string;
    time: number;
    text: string;
  };
  clients: {
    id: string;
    name: string;
    created_at: number;
    revoked_at: number | null;
  };
  /** What a character has granted to a client. */
  grants: {
    id: string;
    client_id: string;
    character_uid: string;
    created_at: number;
    expires_at: number;
    revoked_at: number | null;
  };
  grant_permissions: {
    grant_id: string;
    permission: string;
  };
  tokens: {
    /** Names the token in lists; says nothing about its secret. */
    id: string;
    /** SHA-256 of the token, in hexadecimal. */
    hash: string;
    grant_id: string;
    created_at: number;
    expires_at: number;
    revoked_at: number | null;
  };
  blacklist: {
    address: string;
    created_at: number;
    expires_at: number;
    reason: string;
  };
  idempotency_keys: {
    client_id: string;
    character_uid: string;
    key: string;
    /** SHA-256 of the request that the key was first used for. */
    request_hash: string;
    /** The payload that was answered, as JSON. */
    answer: string;
    created_at: number;
  };
  /** The audit trail of datacards. */
  datacard_changes: {
    id: Generated<number>;
    time: number;
    action: 'assign' | 'revoke';
    client_id: string;
    character_uid: string;
    datacard_uid: string;
    location_uid: string;
    /** The uses of the entity before and after. */
    uses_before: number;
    uses_after: number;
    request_id: string;
  };
  /** Where processes that share a database count calls; SQLite does not have it. */
  rate_windows: {
    key: string;
    count: number;
    /** Unix milliseconds. */
    reset_at: number;
  };
  /** Facts about the database itself, such as the demo galaxy that it holds. */
  facts: {
    name: string;
    value: string;
  };
}
