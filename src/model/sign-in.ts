import { name, oneOf, sha256, text, time, whole } from './columns.js';
import { defineModel, type Row } from './model.js';

export const session = defineModel({
  table: 'sessions',
  key: ['hash'],
  fields: {
    hash: sha256(),
    /** Names the session elsewhere; reveals nothing about its cookie. */
    uid: name(),
    account_id: name().references('accounts').nullable(),
    expires_at: time(),
    last_used_at: time().nullable(),
    last_used_from: text().nullable(),
  },
});

export type SessionRow = Row<typeof session>;

/** A question to a person during an authorization: which character, and whether they agree. */
export const interaction = defineModel({
  table: 'interactions',
  key: ['hash'],
  fields: {
    hash: sha256(),
    payload: text(),
    expires_at: time(),
  },
});

export type InteractionRow = Row<typeof interaction>;

/** Seconds between two polls of a device; each early poll adds as many. RFC 8628, section 3.5. */
export const DEVICE_POLL_INTERVAL = 5;

/** A code that a program exchanges for tokens once. RFC 6749, section 4.1, and RFC 8628. */
export const code = defineModel({
  table: 'codes',
  key: ['hash'],
  fields: {
    hash: sha256(),
    kind: oneOf('authorization', 'device'),
    grant_id: name().references('grants').nullable(),
    /** The hash of the code that a person types in for a device. */
    user_code_hash: sha256().nullable(),
    payload: text(),
    consumed_at: time().nullable(),
    polled_at: time().nullable(),
    /** Seconds. */
    poll_interval: whole(0),
    expires_at: time(),
  },
});

export type CodeRow = Row<typeof code>;
