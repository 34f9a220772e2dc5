import { name, oneOf, text, time, uid, whole } from './columns.js';
import { defineModel, type Row } from './model.js';
import { aheadOf } from './read-time.js';

export const event = defineModel({
  table: 'events',
  key: ['uid'],
  fields: {
    uid: uid('event'),
    receiver_uid: uid('character').references('entities').as('receiver'),
    time: time(),
    type: name().nullable().sparse(),
    text: text(),
  },
  check: ({ time }, now) => aheadOf(time, now),
});

export type EventRow = Row<typeof event>;

export const arrivalKinds = ['event', 'transaction'] as const;
export type ArrivalKind = (typeof arrivalKinds)[number];

/** The order in which events and transactions were stored. */
export const arrival = defineModel({
  table: 'arrivals',
  key: ['sequence'],
  fields: {
    sequence: whole(1).generated(),
    kind: oneOf(...arrivalKinds),
    /** The id of a transaction, or the number in the uid of an event. */
    number: whole(1),
  },
});
