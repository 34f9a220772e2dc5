import { nameKey } from '../domain/text.js';
import { DerivedColumn } from './column.js';
import { name, sha256, text, time, uid, uniqueName } from './columns.js';
import { defineModel, type Row } from './model.js';

export const account = defineModel({
  table: 'accounts',
  key: ['id'],
  fields: {
    id: name(),
    name: uniqueName(),
    name_key: new DerivedColumn<string>({ type: 'text' }, ({ name }: { name: string }) => nameKey(name)),
    /** Null before a password is chosen, and for accounts of a proxy or a provider. */
    password_hash: text().nullable().secret(),
    provider_issuer: text().nullable().sparse(),
    provider_subject: text().nullable().sparse().secret(),
    created_at: time().defaultsToNow().update('never'),
    /** A disabled account cannot sign in, and none of its tokens is valid. */
    disabled_at: time().nullable(),
    last_sign_in_at: time().nullable().omitted().update('never'),
  },
});

export type AccountRow = Row<typeof account>;

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
