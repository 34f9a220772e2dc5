import type { Permission } from '../domain/permission.js';
import { unregistered } from '../model/access.js';
import type { Batch, Rows, RowType } from '../model/index.js';
import type { Store } from '../store/store.js';
import { tokenHash } from '../store/token.js';
import { importRows } from '../transfer/import.js';
import { characters, datacards, entities, members } from './entities.js';
import { events, transactions } from './history.js';
import { characterName } from './names.js';
import { characterUid, type DemoOptions, factionUid, settingOf } from './setting.js';

const BATCH = 500;

export { type DemoOptions, MAX_SIZE } from './setting.js';

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

export interface LoadDemoOptions extends DemoOptions {
  signal?: AbortSignal | undefined;
  /** Called with the records read so far and an approximate total. */
  onProgress?: (progress: { records: number; total: number }) => void;
}

/** Yields batches that refer only to earlier ones; equal options yield equal rows. @throws {RangeError} for an option out of range */
export function* generateDemo(options: DemoOptions): Generator<Batch> {
  const setting = settingOf(options);
  // The ledger runs twice: characters come before the transactions that set their credits.
  const balances: number[] = [];
  for (const _ of transactions(setting, balances));
  yield* batches('entity', entities(setting));
  yield* batches('character', characters(setting, balances));
  yield* batches('membership', members(setting));
  yield* batches('datacard', datacards(setting));
  yield* batches('transaction', transactions(setting, []));
  yield* batches('event', events(setting));
  yield* batches('client', [{ ...demoClient, ...unregistered, created_at: setting.start, revoked_at: null }]);
}

/** Imports a demo galaxy into an empty database, all or nothing. @throws {RangeError} for an option out of range */
export async function loadDemo(store: Store, options: LoadDemoOptions): Promise<void> {
  const { size, seed, now, signal, onProgress } = options;
  const { counts } = settingOf(options);
  // There are about as many memberships as characters.
  const total = Object.values(counts).reduce((sum, count) => sum + count, counts.characters);
  const all = function* (): Generator<Batch> {
    yield* generateDemo(options);
    yield { type: 'fact', rows: [{ name: 'demo', value: JSON.stringify({ size, seed }) }] };
  };
  await importRows(store, all(), { now, signal, onProgress: (records) => onProgress?.({ records, total }) });
}

/** A token with a chosen value. Times are Unix seconds. */
export interface ChosenToken {
  token: string;
  client: string;
  character: string;
  permissions: readonly Permission[];
  createdAt: number;
  expiresAt: number;
  refresh?: { token: string; expiresAt: number; grantExpiresAt: number } | undefined;
}

/** Stores a token; storing it again changes nothing. */
export async function storeToken(store: Store, chosen: ChosenToken): Promise<void> {
  const { token, client: client_id, character: character_uid, permissions, createdAt, expiresAt, refresh } = chosen;
  const made = { created_at: createdAt, revoked_at: null };
  const unused = { account_id: null, last_used_at: null, last_used_from: null, name: null };
  const grant = { id: tokenHash(token).slice(0, 12), client_id, character_uid, permissions: [...permissions] };
  const row = (kind: 'access' | 'refresh', value: string, expires_at: number) => {
    const hash = tokenHash(value);
    const id = hash.slice(0, 12);
    return { id, hash, grant_id: grant.id, kind, ...made, expires_at, consumed_at: null, scope: null, payload: null };
  };
  const tokens = [row('access', token, expiresAt)];
  if (refresh) tokens.push(row('refresh', refresh.token, refresh.expiresAt));
  const batches: Batch[] = [
    { type: 'grant', rows: [{ ...grant, ...made, ...unused, expires_at: refresh?.grantExpiresAt ?? expiresAt }] },
    { type: 'token', rows: tokens },
  ];
  await importRows(store, batches, { now: createdAt, isWhole: true });
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
