import { name, oneOf, text, time, uid, whole } from './columns.js';
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

/** The kinds of rows that streams follow. */
export const arrivalKinds = ['event', 'transaction'] as const;
export type ArrivalKind = (typeof arrivalKinds)[number];

/** The place of an event or a transaction in the order in which they were stored. */
export const arrival = defineModel({
  table: 'arrivals',
  key: ['sequence'],
  fields: {
    /** Later arrivals have higher numbers. */
    sequence: whole(1).generated(),
    kind: oneOf(...arrivalKinds),
    /** The id of a transaction; the number in the uid of an event. */
    number: whole(1),
  },
});
