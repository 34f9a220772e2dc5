import { permissionNames } from '../../domain/permission.js';
import type { Store } from '../../store/store.js';
import type { Context } from '../context.js';
import { interruptible } from '../interrupt.js';
import { Progress } from '../output/progress.js';
import type { DemoAccount } from './demo-account.js';
import type { DemoOptions } from './demo-options.js';

/** The parts of a demo galaxy that a greeting shows. */
export interface Demo {
  token: string;
  /** Unix seconds. */
  tokenExpiresAt: number;
  character: string;
  datacard: string;
  location: string;
  account: DemoAccount;
}

/** Every start makes the same galaxy unless the host asks for another. */
const SEED = 1;

const DAY = 24 * 60 * 60;

/** The lifetime of a token of the demo, in seconds. */
const TOKEN_LIFETIME = 30 * DAY;

/**
 * The lifetime of a token of a demo whose present is given, in seconds. It may not depend on the start, and the token must be
 * valid at the start.
 */
const FIXED_LIFETIME = 100 * 365 * DAY;

/**
 * Loads the demo galaxy into an empty database, and makes a token for it. The token of an earlier start cannot be shown
 * again, so each start makes one, unless the host has chosen its value. A database with other content is not changed, and gets
 * no token.
 */
export async function prepareDemo(context: Context, store: Store, options: DemoOptions): Promise<Demo | undefined> {
  const { demoCharacter, demoUids } = await import('../../demo/load-demo.js');
  if (await store.metadata.isEmpty()) await fill(context, store, options);
  const made = await store.metadata.get('demo');
  if (made === undefined) {
    context.info('The database is not empty: --demo was ignored.');
    return undefined;
  }
  reportIgnored(context, JSON.parse(made) as { size?: number; seed?: number }, options);
  const now = context.now();
  const { demoNow } = options;
  const tokenExpiresAt = demoNow === undefined ? now + TOKEN_LIFETIME : demoNow + FIXED_LIFETIME;
  const token = await makeToken(store, options.demoToken, demoNow ?? now, tokenExpiresAt);
  const { prepareDemoAccount } = await import('./demo-account.js');
  return {
    token,
    tokenExpiresAt,
    character: demoCharacter.name,
    datacard: demoUids.datacard,
    location: demoUids.facility,
    account: await prepareDemoAccount(store, now, demoNow ?? now),
  };
}

async function fill(context: Context, store: Store, options: DemoOptions): Promise<void> {
  const { loadDemo } = await import('../../demo/load-demo.js');
  const progress = new Progress(context, 'Making the demo galaxy');
  const { demoSize: size = 1, demoSeed: seed = SEED, demoNow: now = context.now() } = options;
  const onProgress = ({ records, total }: { records: number; total: number }) =>
    progress.update(records / total, `${records.toLocaleString('en')} records`);
  await interruptible(context, 'the demo galaxy was not kept; start again', (signal) =>
    loadDemo(store, { size, seed, now, signal, onProgress }),
  ).finally(() => progress.end());
}

/** Says so when the database has another demo galaxy than the options ask for. */
function reportIgnored(context: Context, made: { size?: number; seed?: number }, options: DemoOptions): void {
  const { demoSize = made.size, demoSeed = made.seed } = options;
  if (demoSize === made.size && demoSeed === made.seed) return;
  context.info(
    `The database has a demo galaxy of size ${made.size} and seed ${made.seed}, which stays. ` +
      'For another one, choose an empty --database.',
  );
}

async function makeToken(
  store: Store,
  chosen: string | undefined,
  createdAt: number,
  expiresAt: number,
): Promise<string> {
  const { demoCharacter, demoClient } = await import('../../demo/load-demo.js');
  const client = demoClient.id;
  const character = demoCharacter.uid;
  if (chosen !== undefined) {
    const { storeToken } = await import('../../demo/store-token.js');
    await storeToken(store, { token: chosen, client, character, permissions: permissionNames, createdAt, expiresAt });
    return chosen;
  }
  const { token } = await store.transaction((within) =>
    within.tokens.create(
      { client_id: client, character_uid: character, permissions: permissionNames, expires_at: expiresAt },
      createdAt,
    ),
  );
  return token;
}
