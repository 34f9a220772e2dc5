import { z } from 'zod';
import { defineRecord } from './define.js';
import { moment, text, uid, whole } from './fields.js';

/** Whoever can pay or be paid: characters and factions, and places such as a station that takes a fee. */
const party = () =>
  uid('character', 'faction', 'ship', 'vehicle', 'facility', 'station', 'city', 'planet', 'system', 'sector');

export const transaction = defineRecord({
  into: 'transaction',
  schema: z.strictObject({
    id: whole(1),
    time: moment(),
    amount: whole(0),
    sender: party(),
    receiver: party(),
    communication: text().default(''),
  }),
  key: (row) => String(row.id),
  toRow: (record) => ({
    id: record.id,
    time: record.time,
    amount: record.amount,
    senderUid: record.sender,
    receiverUid: record.receiver,
    communication: record.communication,
  }),
  toRecord: (row) => ({
    id: row.id,
    time: row.time,
    amount: row.amount,
    sender: row.senderUid,
    receiver: row.receiverUid,
    communication: row.communication,
  }),
});

export const event = defineRecord({
  into: 'event',
  schema: z.strictObject({
    uid: uid('event'),
    receiver: uid('character'),
    time: moment(),
    text: text(),
  }),
  key: (row) => row.uid,
  toRow: ({ uid, receiver, time, text }) => ({ uid, receiverUid: receiver, time, text }),
  toRecord: ({ uid, receiverUid, time, text }) => ({ uid, receiver: receiverUid, time, text }),
});
