import { Readable } from 'node:stream';
import type { ExecutionContext } from 'ava';
import type { DumpScope, Store } from '../../src/store/store.js';
import { type ImportOptions, importRecords, type RefusedLine, type Source } from '../../src/transfer/import.js';
import { exportRecords } from '../../src/transfer/records.js';
import { emptyStore } from '../helpers/database.js';

/** When the records of a test are read: Year 27 Day 88, 05:12:14. */
export const NOW = 1_771_675_934;

/** A file with these contents, which comes in chunks of the given size. */
export function file(contents: string | Uint8Array, name = 'test.ndjson', chunk = 64 * 1024): Source {
  const bytes = Buffer.from(contents);
  const chunks = function* () {
    for (let start = 0; start < bytes.length; start += chunk) yield bytes.subarray(start, start + chunk);
  };
  return { name, open: () => Readable.from(chunks()) };
}

/** Records as lines; a text stands for itself. */
export function lines(...records: (object | string)[]): string {
  return records.map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('');
}

/** Imports, and gathers what is refused. */
export async function importAll(store: Store, sources: Source | Source[], options: Partial<ImportOptions> = {}) {
  const refused: RefusedLine[] = [];
  const run = importRecords(store, [sources].flat(), { now: NOW, onRefused: (line) => refused.push(line), ...options });
  return { refused, result: await run.catch((error: unknown) => error as Error) };
}

/** Returns the records of a store, without the end record. */
export async function exportAll(store: Store, scope?: DumpScope): Promise<string> {
  let text = '';
  for await (const piece of exportRecords(store, scope)) text += piece;
  return text.replace(/\{"kind":"end","records":\d+\}\n$/, '');
}

type Records = readonly (object | string)[];

/** Imports a file with these records. */
export function send(store: Store, records: Records, options: Partial<ImportOptions> = {}) {
  return importAll(store, file(lines(...records)), options);
}

/** A store with these records. */
export async function storeWith(t: ExecutionContext, ...records: Records): Promise<Store> {
  const store = await emptyStore(t);
  await send(store, records);
  return store;
}

/** A galaxy with one of each kind, in an order that serves. */
export const galaxy = [
  { kind: 'faction', uid: '20:7', name: 'Harbour & Sons' },
  { kind: 'entity', uid: '22:1', name: 'Lowlander' },
  { kind: 'character', uid: '1:12', name: 'Ines Marsh', race: '22:1', credits: 10 },
  { kind: 'membership', character: '1:12', faction: '20:7', primary: true, can_manage_datacards: true },
  { kind: 'entity', uid: '2:4', name: 'Heron freighter' },
  { kind: 'entity', uid: '4:31', name: 'Marsh Yard', owner: '1:12' },
  {
    kind: 'datacard',
    uid: '14:3',
    owner: '20:7',
    entity: '2:4',
    total_uses: 100,
    assignments: [{ location: '4:31', uses: 40 }],
  },
  { kind: 'event', uid: '39:1', receiver: '1:12', time: NOW, text: 'Landed.' },
  { kind: 'transaction', id: 1, time: NOW, amount: 5, sender: '20:7', receiver: '1:12', communication: 'Tip' },
  { kind: 'client', id: 'app', name: 'App' },
  { kind: 'grant', id: 'g1', client: 'app', character: '1:12', permissions: ['character_read'], expires_at: NOW + 60 },
  {
    kind: 'token',
    ...{ id: 't1', hash: '0a'.repeat(32), grant: 'g1' },
    ...{ created_at: NOW, expires_at: NOW + 60 },
  },
  {
    kind: 'datacard_change',
    ...{ id: 1, time: NOW, action: 'assign', client: 'app', character: '1:12' },
    ...{ datacard: '14:3', location: '4:31', uses_before: 0, uses_after: 40, request_id: 'r1' },
  },
  {
    kind: 'idempotency_key',
    ...{ client: 'app', character: '1:12', key: 'k1' },
    ...{ request_hash: '0b'.repeat(32), answer: '{}', created_at: NOW },
  },
  { kind: 'blacklist', address: '192.0.2.7', created_at: NOW, expires_at: NOW + 60, reason: 'flood' },
  { kind: 'fact', name: 'demo', value: '{}' },
  { kind: 'account', id: 'a1', name: 'Ines' },
  { kind: 'account_character', account: 'a1', character: '1:12' },
] as const;

/** Factions of numbers in a row, named after them. */
export const factions = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'faction',
    uid: `20:${from + index}`,
    name: `F${from + index}`,
  }));
