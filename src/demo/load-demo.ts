import { unregistered } from '../model/access.js';
import type { Batch, Rows, RowType } from '../model/index.js';
import type { TransactionRow } from '../model/transaction.js';
import type { Store } from '../store/store.js';
import { importRows } from '../transfer/import-rows.js';
import { characters } from './characters.js';
import { communication } from './communications.js';
import { datacards } from './datacards.js';
import { events } from './events.js';
import { Ledger } from './ledger.js';
import { members } from './members.js';
import { HANA } from './names.js';
import { places, unowned } from './places.js';
import { characterUid, type DemoOptions, factionUid, type Setting, settingOf } from './setting.js';

/** The number of rows in a batch. */
const BATCH = 500;

export type { DemoOptions } from './setting.js';
export { MAX_SIZE } from './size.js';

/** The character that the first steps are about: it manages the datacards of the faction 20:1 and has a long log. */
export const demoCharacter = { uid: characterUid(0), name: HANA } as const;

/** The client that the token of the demo belongs to. */
export const demoClient = { id: 'demo', name: 'Demo' } as const;

/** Uids that every demo galaxy has, for first steps. */
export const demoUids = {
  faction: factionUid(0),
  /** 500 uses, 120 of them at the facility. */
  datacard: '14:1',
  facility: '4:1',
  event: '39:1',
} as const;

export interface LoadDemoOptions extends DemoOptions {
  signal?: AbortSignal | undefined;
  /** Called with the number of records that were read so far, and about how many there will be. */
  onProgress?: (progress: { records: number; total: number }) => void;
}

/** The database holds something already, which the demo galaxy would overwrite. */
export class GalaxyNotEmpty extends Error {
  constructor() {
    super('The database holds a galaxy already: choose an empty one for the demo.');
    this.name = 'GalaxyNotEmpty';
  }
}

/**
 * Yields a galaxy of invented names, batch after batch, in an order in which each refers only to what came before. The same
 * options make the same rows, and few of them are held at a time, however large it is.
 *
 * @throws {RangeError} when an option is out of range
 */
export function* generateDemo(options: DemoOptions): Generator<Batch> {
  const setting = settingOf(options);
  yield* batches('entity', unowned(setting));
  yield* batches('character', characters(setting, finalCredits(setting)));
  yield* batches('entity', places(setting));
  yield* batches('membership', members(setting));
  yield* batches('datacard', datacards(setting));
  yield* batches('transaction', transactions(setting));
  yield* batches('event', events(setting));
  yield* batches('client', [{ ...demoClient, ...unregistered, created_at: setting.start, revoked_at: null }]);
}

/**
 * Imports a demo galaxy into an empty database, with its size and seed as the fact `demo`.
 *
 * @throws {GalaxyNotEmpty} when the database is not empty
 * @throws {RangeError} when an option is out of range
 * @throws the reason of the signal when it aborts; nothing is kept then
 */
export async function loadDemo(store: Store, options: LoadDemoOptions): Promise<void> {
  const { size, seed, now, signal, onProgress } = options;
  if (!(await store.metadata.isEmpty())) throw new GalaxyNotEmpty();
  const total = Object.values(settingOf(options).counts).reduce((sum, count) => sum + count, 0);
  const fact: Batch = { type: 'fact', rows: [{ name: 'demo', value: JSON.stringify({ size, seed }) }] };
  const all = function* () {
    yield* generateDemo(options);
    yield fact;
  };
  await importRows(store, all(), { now, signal, onProgress: ({ records }) => onProgress?.({ records, total }) });
}

/** Walks the ledger to its end once, so that characters can come before the transactions that they refer to. */
function finalCredits(setting: Setting): (character: number) => number {
  const ledger = new Ledger(setting);
  for (const _ of ledger.entries());
  return (character) => ledger.credits(character);
}

function* transactions(setting: Setting): Generator<TransactionRow> {
  const { factions } = setting.counts;
  const uid = (account: number) => (account < factions ? factionUid(account) : characterUid(account - factions));
  for (const { id, time, from, to, amount, reason, units, good } of new Ledger(setting).entries()) {
    yield {
      id,
      time,
      amount,
      sender_uid: uid(from),
      receiver_uid: uid(to),
      communication: communication(reason, id, units, good),
    };
  }
}

function* batches<Type extends RowType>(type: Type, rows: Iterable<Rows[Type]>): Generator<Batch> {
  let batch: Rows[Type][] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield { type, rows: batch } as Batch;
    batch = [];
  }
  if (batch.length > 0) yield { type, rows: batch } as Batch;
}
