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

/** The number of rows in a batch. */
const BATCH = 500;

export { type DemoOptions, MAX_SIZE } from './setting.js';

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

/**
 * Yields a galaxy of invented names, batch after batch, in an order in which each refers only to what came before. The same
 * options make the same rows, and few of them are held at a time, however large it is.
 *
 * @throws {RangeError} when an option is out of range
 */
export function* generateDemo(options: DemoOptions): Generator<Batch> {
  const setting = settingOf(options);
  // The ledger is walked twice, since characters come before the transactions that they refer to.
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

/**
 * Imports a demo galaxy into an empty database, with its size and seed as the fact `demo`.
 *
 * @throws {RangeError} when an option is out of range
 * @throws the reason of the signal when it aborts; nothing is kept then
 */
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

/** A token whose value is given. Times are Unix seconds. */
export interface ChosenToken {
  token: string;
  /** The id of its client. */
  client: string;
  /** The uid of the character that it acts for. */
  character: string;
  permissions: readonly Permission[];
  createdAt: number;
  expiresAt: number;
  /** A refresh token beside it, which the grant lasts for. */
  refresh?: { token: string; expiresAt: number; grantExpiresAt: number } | undefined;
}

/** Stores a token. The same value makes the same rows, and one that is stored already stays as it is. */
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
