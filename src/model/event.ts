import { text, time, uid } from './columns.js';
import { defineModel, type Row } from './model.js';

/** Something that happened to a character. */
export const event = defineModel({
  table: 'events',
  key: ['uid'],
  fields: {
    uid: uid('event'),
    receiver_uid: uid('character').references('entities').as('receiver'),
    time: time(),
    text: text(),
  },
});

export type EventRow = Row<typeof event>;
