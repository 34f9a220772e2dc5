import { EPOCH } from '../domain/galactic-time.js';
import { flag, text, time, uid, uniqueName, whole } from './columns.js';
import { entity } from './entity.js';
import { defineModel, type Row } from './model.js';
import { inherited } from './record-format.js';

/** Its entity stores the name. `credits` is not the sum of the transactions. */
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

/** Neither of the two rights includes the other. */
export const membership = defineModel({
  table: 'memberships',
  key: ['character_uid', 'faction_uid'],
  fields: {
    character_uid: uid('character').references('characters').as('character'),
    faction_uid: uid('faction').references('entities').as('faction'),
    /** At most one faction is a character's primary one. */
    is_primary: flag().as('primary').default(0),
    can_view_datacards: flag().default(0),
    can_manage_datacards: flag().default(0),
  },
});

export type MembershipRow = Row<typeof membership>;
