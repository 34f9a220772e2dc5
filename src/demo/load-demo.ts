import { unregistered } from '../model/access.js';
import type { Batch, Rows, RowType } from '../model/index.js';
import type { Store } from '../store/store.js';
import { type ImportOptions, importRows } from '../transfer/import.js';
import { characters, datacards, entities, members } from './entities.js';
import { events, transactions } from './history.js';
import { characterName } from './names.js';
import { characterUid, type DemoOptions, factionUid, settingOf } from './setting.js';

const BATCH = 500;

/** The character of the first steps: it manages the datacards of faction 20:1 and has a long log. */
export const demoCharacter = { uid: characterUid(0), name: characterName(0) } as const;

export const demoClient = { id: 'demo', name: 'Demo' } as const;

export const demoUids = {
  faction: factionUid(0),
  /** 500 uses, 120 of them at the facility. */
  datacard: '14:1',
  facility: '4:1',
  event: '39:1',
} as const;

/** Yields all rows; equal options yield equal rows. @throws {RangeError} for an option out of range */
export function* generateDemo(options: DemoOptions): Generator<Batch> {
  const setting = settingOf(options);
  // Characters have the credits that the ledger gives them.
  const balances: number[] = [];
  yield* batches('transaction', transactions(setting, balances));
  yield* batches('entity', entities(setting));
  yield* batches('character', characters(setting, balances));
  yield* batches('membership', members(setting));
  yield* batches('datacard', datacards(setting));
  yield* batches('event', events(setting));
  yield* batches('client', [{ ...demoClient, ...unregistered, created_at: setting.start, revoked_at: null }]);
  yield { type: 'fact', rows: [{ name: 'demo', value: JSON.stringify({ size: options.size, seed: options.seed }) }] };
}

/** Imports a demo galaxy into an empty database, all or nothing. @throws {RangeError} for an option out of range */
export function loadDemo(store: Store, options: DemoOptions & Omit<ImportOptions, 'now'>): Promise<void> {
  return importRows(store, generateDemo(options), options);
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
