import { z } from 'zod';
import { Failure } from '../../domain/failure.js';
import { DEFAULT_ITEMS, MAX_ITEMS } from '../../domain/list-page.js';
import type { Principal, Store, Transaction } from '../../store/store.js';
import { definePath } from '../define-path.js';
import { defineRoute } from '../define-route.js';
import { defineStream, type StreamCall } from '../define-stream.js';
import type { Links } from '../links.js';
import { characterRef, wholeNumber } from '../parameters.js';
import { field, moment, object, ref, size, text, toMoment } from '../payload.js';

export const creditLogPath = definePath('/character/{uid}/creditlog', {
  description: 'The credit log of a character',
  params: z.object({ uid: characterRef }),
  rateLimited: true,
});

export const transaction = z.strictObject({
  attributes: object('The identity of the transaction', {
    transaction_id: field(size, 'The number of the transaction; later ones have higher numbers', 4711),
  }),
  time: field(moment, 'The time of the payment'),
  amount: field(size, 'The amount in credits', 5000),
  sender: field(ref, 'The entity that paid'),
  receiver: field(ref, 'The entity that was paid'),
  communication: field(text, 'The message of the payment; empty without one', 'Salary'),
});

const transactionStream = defineStream({
  kind: 'transaction',
  message: transaction,
  shape: 'Transaction',
  id: 'the id of the transaction',
  numberOf: (id) => (/^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id)) ? Number(id) : undefined),
  async follow({ params, principal, store }: StreamCall<{ uid: string }>) {
    return {
      characterUid: await requireOwn(params.uid, principal, store),
      message: (each, links) => ({ id: String(each.id), data: toListed(each, links) }),
    };
  },
});

/** @throws {Failure} `not_found` for another character: nobody else sees a credit log. Reference, section 4.7. */
async function requireOwn(uidOrName: string, { character_uid }: Principal, store: Store): Promise<string> {
  const character = await store.characters.find(uidOrName);
  if (character?.uid !== character_uid) throw new Failure('not_found');
  return character.uid;
}

function toListed(
  { id, time, amount, sender, receiver, communication }: Transaction,
  links: Links,
): z.infer<typeof transaction> {
  return {
    attributes: { transaction_id: id },
    time: toMoment(time),
    amount,
    sender: links.ref(sender),
    receiver: links.ref(receiver),
    communication,
  };
}

export const readCreditLog = defineRoute(creditLogPath, {
  method: 'GET',
  title: 'List transactions',
  description:
    'Lists transactions of the character, newest first, from a run of at most 1000. For the next page of the list, ' +
    'add the count of this page to start_index',
  access: 'character_credits',
  kept: true,
  stream: transactionStream,
  fails: ['not_found'],
  query: z.object({
    start_index: wholeNumber('First item to retrieve, counted from 1', { min: 0 })
      .transform((index) => Math.max(index, 1))
      .default(1),
    item_count: wholeNumber('Number of items to retrieve, at most 1000', {
      min: 1,
      max: MAX_ITEMS,
      example: 2,
    }).default(DEFAULT_ITEMS),
    start_id: wholeNumber(
      'Transaction id of the oldest desired transaction: 1 for the oldest 1000, 0 for the newest 1000',
      { min: 0 },
    ).default(0),
  }),
  response: z.strictObject({
    transactions: object('A page of the credit log', {
      attributes: object('The place of this page in the run', {
        start: field(z.int().min(1), 'The position of the first item in the run, counted from 1', 1),
        total: field(size, 'Transactions in the run, at most 1000', 250),
        count: field(size, 'Transactions in this answer', 50),
      }),
      transaction: field(z.array(transaction), 'The transactions, newest first'),
    }),
  }),
  async handle({ params, query, principal, store, links, shownSince }) {
    const uid = await requireOwn(params.uid, principal, store);
    const { total, transactions } = await store.creditLog.page(uid, {
      startId: query.start_id,
      startIndex: query.start_index,
      itemCount: query.item_count,
      since: shownSince.transactions,
    });
    return {
      transactions: {
        attributes: { start: query.start_index, total, count: transactions.length },
        transaction: transactions.map((each) => toListed(each, links)),
      },
    };
  },
});
