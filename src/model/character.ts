import { EPOCH } from '../domain/galactic-time.js';
import { flag, text, time, uid, uniqueName, whole } from './columns.js';
import { entity } from './entity.js';
import { defineModel, type Row } from './model.js';
import { inherited } from './record-format.js';

/** A character. Its name is that of its entity; its credits are not added up from the transactions. */
export const character = defineModel({
  table: 'characters',
  key: ['uid'],
  base: entity,
  tombstone: ['name'],
  fields: {
    uid: uid('character'),
    name: inherited(uniqueName()),
    image: text().default(''),
    race_uid: uid('race').references('entities').as('race').nullable(),
    gender: text().default(''),
    last_login: time().default(EPOCH),
    short_description: text().default(''),
    biography: text().default(''),
    is_private: flag().default(0),
    health: whole(0).default(100),
    health_max: whole(0).default(100),
    xp: whole(0).default(0),
    xp_level: whole(0).default(0),
    credits: whole().default(0),
  },
});

export type CharacterRow = Row<typeof character>;

/** A character in a faction. The two rights do not include each other. */
export const membership = defineModel({
  table: 'memberships',
  key: ['character_uid', 'faction_uid'],
  fields: {
    character_uid: uid('character').references('characters').as('character'),
    faction_uid: uid('faction').references('entities').as('faction'),
    /** 1 for the one faction that is the character's own. */
    is_primary: flag().as('primary').default(0),
    can_view_datacards: flag().default(0),
    can_manage_datacards: flag().default(0),
  },
});

export type MembershipRow = Row<typeof membership>;
