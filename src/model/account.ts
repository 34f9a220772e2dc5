import { nameKey } from '../domain/text.js';
import { DerivedColumn } from './column.js';
import { name, oneOf, sha256, text, time, uid, uniqueName, whole } from './columns.js';
import { defineModel, type Row } from './model.js';

export const account = defineModel({
  table: 'accounts',
  key: ['id'],
  fields: {
    id: name(),
    name: uniqueName(),
    name_key: new DerivedColumn<string>({ type: 'text' }, ({ name }: { name: string }) => nameKey(name)),
    /** Null before a password is chosen, and for accounts of a provider. */
    password_hash: text().nullable().secret(),
    provider_issuer: text().nullable().sparse(),
    provider_subject: text().nullable().sparse().secret(),
    created_at: time().defaultsToNow().update('never'),
    /** A disabled account cannot sign in, and none of its tokens is valid. */
    disabled_at: time().nullable(),
    last_sign_in_at: time().nullable().omitted().update('never'),
  },
});

export const accountCharacter = defineModel({
  table: 'account_characters',
  key: ['account_id', 'character_uid'],
  fields: {
    account_id: name().references('accounts').as('account'),
    character_uid: uid('character').references('characters').as('character'),
  },
});

/** A link for choosing an account's password once. */
export const invitation = defineModel({
  table: 'invitations',
  key: ['hash'],
  fields: {
    hash: sha256(),
    account_id: name().references('accounts'),
    created_at: time(),
    expires_at: time(),
    used_at: time().nullable(),
  },
});

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

/** Seconds between two polls of a device; each early poll adds as many. RFC 8628, section 3.5. */
export const DEVICE_POLL_INTERVAL = 5;

/** A code that a program exchanges for tokens once (RFC 6749, section 4.1, and RFC 8628), or a question to a person before that. */
export const code = defineModel({
  table: 'codes',
  key: ['hash'],
  fields: {
    hash: sha256(),
    kind: oneOf('authorization', 'device', 'interaction'),
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
