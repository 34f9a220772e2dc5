import { flag, uid } from './columns.js';
import { defineModel, type Row } from './model.js';

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
