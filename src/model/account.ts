import { nameKey } from '../domain/text.js';
import { DerivedColumn } from './column.js';
import { name, sha256, text, time, uid, uniqueName } from './columns.js';
import { defineModel, type Row } from './model.js';

/** A person who signs in, and lets programs act for their characters. */
export const account = defineModel({
  table: 'accounts',
  key: ['id'],
  fields: {
    id: name(),
    name: uniqueName(),
    /** The name by which it is found, without regard to case. */
    name_key: new DerivedColumn<string>({ type: 'text' }, ({ name }: { name: string }) => nameKey(name)),
    /** Null for who has not chosen a password, or signs in through a proxy or a provider. */
    password_hash: text().nullable().secret(),
    /** The OpenID Connect provider that the account signs in by, and the subject there: unique together. */
    provider_issuer: text().nullable().sparse(),
    provider_subject: text().nullable().sparse().secret(),
    created_at: time().defaultsToNow().update('never'),
    /** A disabled account cannot sign in, and none of its tokens is valid. */
    disabled_at: time().nullable(),
    last_sign_in_at: time().nullable().omitted().update('never'),
  },
});

export type AccountRow = Row<typeof account>;

/** A character of an account. */
export const accountCharacter = defineModel({
  table: 'account_characters',
  key: ['account_id', 'character_uid'],
  fields: {
    account_id: name().references('accounts').as('account'),
    character_uid: uid('character').references('characters').as('character'),
  },
});

/** A link with which a person chooses a password for an account, once. */
export const invitation = defineModel({
  table: 'invitations',
  key: ['hash'],
  fields: {
    /** The hash of the secret in the link. */
    hash: sha256(),
    account_id: name().references('accounts'),
    created_at: time(),
    expires_at: time(),
    used_at: time().nullable(),
  },
});
