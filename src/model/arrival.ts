import { oneOf, whole } from './columns.js';
import { defineModel } from './model.js';

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
