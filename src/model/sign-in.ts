import { name, oneOf, sha256, text, time, whole } from './columns.js';
import { defineModel, type Row } from './model.js';

/** A browser's session: signed in, or about to. */
export const session = defineModel({
  table: 'sessions',
  key: ['hash'],
  fields: {
    /** The hash of the cookie. */
    hash: sha256(),
    /** Names the session in what is bound to it; says nothing about its cookie. */
    uid: name(),
    account_id: name().references('accounts').nullable(),
    expires_at: time(),
    /** The browser in plain words; null before the sign-in. */
    browser: name().nullable(),
    /** The day of its last use. */
    last_used_at: time().nullable(),
    /** The client address of its last use. */
    last_used_from: text().nullable(),
  },
});

export type SessionRow = Row<typeof session>;

/** A question to a person in the middle of an authorization: which character, and whether they agree. */
export const interaction = defineModel({
  table: 'interactions',
  key: ['hash'],
  fields: {
    hash: sha256(),
    /** JSON. */
    payload: text(),
    expires_at: time(),
  },
});

export type InteractionRow = Row<typeof interaction>;

/** The seconds that a device waits between its questions, and by how much they grow if it does not. RFC 8628, section 3.5. */
export const DEVICE_POLL_INTERVAL = 5;

/** A code that a program exchanges for tokens, once. RFC 6749, section 4.1, and RFC 8628. */
export const code = defineModel({
  table: 'codes',
  key: ['hash'],
  fields: {
    hash: sha256(),
    kind: oneOf('authorization', 'device'),
    grant_id: name().references('grants').nullable(),
    /** The hash of the code that a person types in for a device. */
    user_code_hash: sha256().nullable(),
    /** JSON. */
    payload: text(),
    consumed_at: time().nullable(),
    /** The last time that a device asked whether the person has agreed. */
    polled_at: time().nullable(),
    /** Seconds that the device must wait before it asks again. */
    poll_interval: whole(0),
    expires_at: time(),
  },
});

export type CodeRow = Row<typeof code>;
