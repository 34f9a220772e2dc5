import type { BlacklistEntry } from '../../domain/blacklist.js';
import type { Permission } from '../../domain/permission.js';
import type { DatacardChange, IdempotencyKey, RecordedAnswer } from '../store.js';

/** The rows that a service is loaded from, by kind, in an order in which each refers only to what came before. */
export interface LoadRow {
  entity: { uid: string; name: string; ownerUid: string | null };
  character: {
    uid: string;
    name: string;
    image: string;
    raceUid: string | null;
    gender: string;
    /** Unix seconds. */
    lastLogin: number;
    shortDescription: string;
    biography: string;
    isPrivate: boolean;
    health: number;
    healthMax: number;
    xp: number;
    xpLevel: number;
    credits: number;
  };
  membership: {
    characterUid: string;
    factionUid: string;
    primary: boolean;
    canViewDatacards: boolean;
    canManageDatacards: boolean;
  };
  /** The assignments are those that a new datacard starts with: a datacard that is known keeps its own. */
  datacard: {
    uid: string;
    ownerUid: string;
    entityUid: string;
    totalUses: number;
    assignments: { locationUid: string; uses: number }[];
  };
  transaction: {
    id: number;
    time: number;
    amount: number;
    senderUid: string;
    receiverUid: string;
    communication: string;
  };
  event: { uid: string; receiverUid: string; time: number; text: string };
  /** What was revoked stays so, whatever a later row says; the same goes for grants and tokens. */
  client: { id: string; name: string; createdAt: number; revokedAt: number | null };
  grant: {
    id: string;
    clientId: string;
    characterUid: string;
    permissions: Permission[];
    createdAt: number;
    expiresAt: number;
    revokedAt: number | null;
  };
  /** A token that is known keeps what it has, but for its revocation. */
  token: {
    id: string;
    /** SHA-256 of the token, in hexadecimal. */
    hash: string;
    grantId: string;
    createdAt: number;
    expiresAt: number;
    revokedAt: number | null;
  };
  /** A line of the audit trail; no line is ever changed. */
  datacard_change: DatacardChange & { id: number };
  /** A key that is known keeps its answer. */
  idempotency_key: IdempotencyKey & RecordedAnswer & { createdAt: number };
  blacklist: BlacklistEntry;
  /** What is known about the galaxy as a whole, such as the demo that it is. */
  fact: { name: string; value: string };
}

export type LoadKind = keyof LoadRow;

/** What became of a batch of rows. */
export interface LoadResult {
  /** How many rows were new or differed from what was there. */
  written: number;
  /** The rows that the database refused, by their position in the batch; nothing of them is stored. */
  refused: { position: number; reason: string }[];
}

/** Rows of one kind, ready to be written together. */
export type LoadBatch = { [K in LoadKind]: { kind: K; rows: LoadRow[K][] } }[LoadKind];
