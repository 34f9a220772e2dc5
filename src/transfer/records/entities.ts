import { z } from 'zod';
import { EPOCH } from '../../domain/galactic-time.js';
import { typeOfUid } from '../../domain/uid.js';
import { defineRecord } from './define.js';
import { flag, moment, name, text, uid, uniqueName, whole } from './fields.js';

/** Types of things that somebody can own; races and the like belong to nobody, and a faction to its members. */
const ownable = ['ship', 'vehicle', 'facility', 'station', 'city', 'planet', 'system', 'sector'] as const;

export const faction = defineRecord({
  into: 'entity',
  schema: z.strictObject({ uid: uid('faction'), name: uniqueName() }),
  key: (row) => row.uid,
  toRow: ({ uid, name }) => ({ uid, name, ownerUid: null }),
  toRecord: ({ uid, name }) => ({ uid, name }),
});

export const entity = defineRecord({
  into: 'entity',
  schema: z
    .strictObject({
      uid: uid(...ownable, 'race'),
      name: name(),
      owner: uid('character', 'faction').nullable().default(null),
    })
    .check(({ value, issues }) => {
      if (value.owner === null || typeOfUid(value.uid) !== 'race') return;
      issues.push({
        code: 'custom',
        path: ['owner'],
        input: value.owner,
        message: 'must be left out: a race has none',
      });
    }),
  key: (row) => row.uid,
  toRow: ({ uid, name, owner }) => ({ uid, name, ownerUid: owner }),
  toRecord: ({ uid, name, ownerUid }) => ({ uid, name, owner: ownerUid }),
});

export const character = defineRecord({
  into: 'character',
  schema: z.strictObject({
    uid: uid('character'),
    name: uniqueName(),
    image: text().default(''),
    race: uid('race').nullable().default(null),
    gender: text().default(''),
    last_login: moment().default(EPOCH),
    short_description: text().default(''),
    biography: text().default(''),
    is_private: flag().default(false),
    health: whole(0).default(100),
    health_max: whole(0).default(100),
    xp: whole(0).default(0),
    xp_level: whole(0).default(0),
    credits: whole().default(0),
  }),
  key: (row) => row.uid,
  toRow: (record) => ({
    uid: record.uid,
    name: record.name,
    image: record.image,
    raceUid: record.race,
    gender: record.gender,
    lastLogin: record.last_login,
    shortDescription: record.short_description,
    biography: record.biography,
    isPrivate: record.is_private,
    health: record.health,
    healthMax: record.health_max,
    xp: record.xp,
    xpLevel: record.xp_level,
    credits: record.credits,
  }),
  toRecord: (row) => ({
    uid: row.uid,
    name: row.name,
    image: row.image,
    race: row.raceUid,
    gender: row.gender,
    last_login: row.lastLogin,
    short_description: row.shortDescription,
    biography: row.biography,
    is_private: row.isPrivate,
    health: row.health,
    health_max: row.healthMax,
    xp: row.xp,
    xp_level: row.xpLevel,
    credits: row.credits,
  }),
});

export const membership = defineRecord({
  into: 'membership',
  schema: z.strictObject({
    character: uid('character'),
    faction: uid('faction'),
    primary: flag().default(false),
    can_view_datacards: flag().default(false),
    can_manage_datacards: flag().default(false),
  }),
  key: (row) => `${row.characterUid} in ${row.factionUid}`,
  toRow: (record) => ({
    characterUid: record.character,
    factionUid: record.faction,
    primary: record.primary,
    canViewDatacards: record.can_view_datacards,
    canManageDatacards: record.can_manage_datacards,
  }),
  toRecord: (row) => ({
    character: row.characterUid,
    faction: row.factionUid,
    primary: row.primary,
    can_view_datacards: row.canViewDatacards,
    can_manage_datacards: row.canManageDatacards,
  }),
});
