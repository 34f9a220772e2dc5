import { z } from 'zod';
import { DEFAULT_ITEMS, MAX_ITEMS } from '../../domain/credit-log.js';
import { Failure } from '../../domain/failure.js';
import { definePath } from '../define-path.js';
import { defineRoute } from '../define-route.js';
import { characterRef, wholeNumber } from '../parameters.js';
import { moment, ref, size, toMoment } from '../payload.js';

export const creditLogPath = definePath({
  group: 'Character',
  name: 'character_creditlog',
  path: '/character/{uid}/creditlog',
  description: 'The credit log of a character',
  params: z.object({ uid: characterRef }),
  rateLimited: true,
});

/** A transaction of a credit log. */
export const transaction = z.strictObject({
  attributes: z.strictObject({ transaction_id: size }),
  time: moment,
  amount: z.int(),
  sender: ref,
  receiver: ref,
  communication: z.string(),
});

const anyNumber = { min: 0, max: Number.MAX_SAFE_INTEGER };

/** A credit log is visible to its own character only. Reference, section 4.7. */
export const readCreditLog = defineRoute(creditLogPath, {
  method: 'GET',
  resource: 'character_creditlog',
  description: 'Lists transactions of the character, newest first: one page of a run of at most 1000',
  access: 'character_credits',
  fails: ['not_found'],
  query: z.object({
    start_index: wholeNumber('First item to retrieve, counted from 1', anyNumber)
      .transform((index) => Math.max(index, 1))
      .default(1),
    item_count: wholeNumber('Number of items to retrieve, at most 1000', {
      min: 1,
      max: MAX_ITEMS,
      example: 2,
    }).default(DEFAULT_ITEMS),
    start_id: wholeNumber(
      'Transaction id of the oldest desired transaction: 1 for the oldest 1000, 0 for the newest 1000',
      anyNumber,
    ).default(0),
  }),
  response: z.strictObject({
    transactions: z.strictObject({
      attributes: z.strictObject({ start: z.int().min(1), total: size, count: size }),
      transaction: z.array(transaction),
    }),
  }),
  async handle({ params, query, principal, store, links }) {
    const character = await store.characters.find(params.uid);
    if (character?.uid !== principal.character_uid) throw new Failure('not_found');
    const { total, transactions } = await store.creditLog.page(character.uid, {
      startId: query.start_id,
      startIndex: query.start_index,
      itemCount: query.item_count,
    });
    return {
      transactions: {
        attributes: { start: query.start_index, total, count: transactions.length },
        transaction: transactions.map(({ id, time, amount, sender, receiver, communication }) => ({
          attributes: { transaction_id: id },
          time: toMoment(time),
          amount,
          sender: links.ref(sender),
          receiver: links.ref(receiver),
          communication,
        })),
      },
    };
  },
});
