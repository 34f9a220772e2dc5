import type { Permission } from '../domain/permission.js';
import { unregistered } from '../model/access.js';
import type { Batch, Rows, RowType } from '../model/index.js';
import type { Store } from '../store/store.js';
import { tokenHash } from '../store/token.js';
import { importRows } from '../transfer/import.js';
import { characters, datacards, members, places, unowned } from './entities.js';
import { events, transactions } from './history.js';
import { HANA, types } from './names.js';
import { characterUid, type DemoOptions, factionUid, settingOf } from './setting.js';

const BATCH = 500;

export { type DemoOptions, MAX_SIZE } from './setting.js';

/** The character of the first steps: it manages the datacards of faction 20:1 and has a long log. */
export const demoCharacter = { uid: characterUid(0), name: HANA } as const;

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
  yield* batches('entity', unowned(setting));
  yield* batches('character', characters(setting, balances));
  yield* batches('entity', places(setting));
  yield* batches('membership', members(setting));
  yield* batches('datacard', datacards(setting));
  yield* batches('transaction', transactions(setting, []));
  yield* batches('event', events(setting));
  yield* batches('client', [{ ...demoClient, ...unregistered, created_at: setting.start, revoked_at: null }]);
}

/** Imports a demo galaxy into an empty database, all or nothing. @throws {RangeError} for an option out of range */
export async function loadDemo(store: Store, options: LoadDemoOptions): Promise<void> {
  const { size, seed, now, signal, onProgress } = options;
  const total = Object.values(settingOf(options).counts).reduce(
    (sum, count) => sum + count,
    Object.values(types).flat().length,
  );
  const fact: Batch = { type: 'fact', rows: [{ name: 'demo', value: JSON.stringify({ size, seed }) }] };
  const all = function* () {
    yield* generateDemo(options);
    yield fact;
  };
  await importRows(store, all(), { now, signal, onProgress: ({ records }) => onProgress?.({ records, total }) });
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
  const { token, createdAt, expiresAt, refresh, client, character, permissions } = chosen;
  const grant = {
    ...{
      id: tokenHash(token).slice(0, 12),
      client_id: client,
      character_uid: character,
      permissions: [...permissions],
    },
    ...{ created_at: createdAt, expires_at: refresh?.grantExpiresAt ?? expiresAt, revoked_at: null, account_id: null },
    ...{ last_used_at: null, last_used_from: null, name: null },
  };
  const row = (kind: 'access' | 'refresh', value: string, until: number) => {
    const hash = tokenHash(value);
    const life = { created_at: createdAt, expires_at: until, revoked_at: null, consumed_at: null };
    return { id: hash.slice(0, 12), hash, grant_id: grant.id, kind, ...life, scope: null, payload: null };
  };
  const tokens = [row('access', token, expiresAt)];
  if (refresh) tokens.push(row('refresh', refresh.token, refresh.expiresAt));
  const batches: Batch[] = [
    { type: 'grant', rows: [grant] },
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
