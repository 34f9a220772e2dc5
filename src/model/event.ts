import { name, text, time, uid } from './columns.js';
import { defineModel, type Row } from './model.js';
import { aheadOf } from './read-time.js';

/** Something that happened to a character. */
export const event = defineModel({
  table: 'events',
  key: ['uid'],
  fields: {
    uid: uid('event'),
    receiver_uid: uid('character').references('entities').as('receiver'),
    time: time(),
    /** A word for its subject, such as `XP`. */
    type: name().nullable().sparse(),
    text: text(),
  },
  check: ({ time }, now) => aheadOf(time, now),
});

export type EventRow = Row<typeof event>;
