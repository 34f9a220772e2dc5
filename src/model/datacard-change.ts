import { productionTypes } from '../domain/uid.js';
import { name, oneOf, time, uid, whole } from './columns.js';
import { defineModel, type Row } from './model.js';

/** A line of the audit trail of datacards; no line is ever changed. */
export const datacardChange = defineModel({
  table: 'datacard_changes',
  key: ['id'],
  update: 'never',
  permanent: 'the audit trail keeps every line',
  fields: {
    /** Later changes have higher ids. */
    id: whole(1).generated(),
    time: time(),
    action: oneOf('assign', 'revoke', 'use', 'reclaim'),
    /** Null where the host ended an assignment by removing its datacard or its place; no character and no request did so. */
    client_id: name().references('clients').as('client').nullable(),
    character_uid: uid('character').references('characters').as('character').nullable(),
    datacard_uid: uid('datacard').references('datacards').as('datacard'),
    location_uid: uid(...productionTypes)
      .references('entities')
      .as('location'),
    /** The uses of the entity before and after, or -1. */
    uses_before: whole(-1),
    uses_after: whole(-1),
    /** Of a use, the id that the game has given to it. */
    request_id: name().nullable(),
  },
});

export type DatacardChangeRow = Row<typeof datacardChange>;
