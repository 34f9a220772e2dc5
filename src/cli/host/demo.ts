import { Option } from 'commander';
import { MAX_SIZE } from '../../demo/setting.js';
import { EPOCH } from '../../domain/galactic-time.js';
import { permissionNames } from '../../domain/permission.js';
import { nameKey, readNumber } from '../../domain/text.js';
import type { Batch } from '../../model/index.js';
import type { Store } from '../../store/store.js';
import { looksLikeToken } from '../../store/token.js';
import type { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { usageError } from '../exit-status.js';
import { readTimestamp } from '../input/read-time.js';
import { interruptible } from '../interrupt.js';
import { Progress } from '../output/progress.js';
import { INVITATION_LIFETIME } from './find-account.js';

export interface DemoOptions {
  demo?: boolean;
  demoSize?: number;
  /** Unix seconds: the end of the demo galaxy's history. */
  demoNow?: number;
  demoSeed?: number;
  demoToken?: string;
}

export interface Demo {
  token: string;
  /** Unix seconds. */
  tokenExpiresAt: number;
  /** The secret of an invitation; undefined if the player has a password. */
  invitation: string | undefined;
}

const DAY = 86_400;

/** Seconds. A demo with a fixed end always gets the same expiry, which must be later than any start. */
const LIFETIME = { random: 30 * DAY, fixed: 100 * 365 * DAY };

const ACCOUNT_ID = 'demo-player';

/** A public client whose redirect URI matches any port (RFC 8252, 7.3). */
export const demoProgram = {
  id: 'demo-program',
  name: 'Demo program',
  is_public: 1,
  application_type: 'native',
  redirect_uris: JSON.stringify(['http://127.0.0.1/']),
} as const;

export function addDemoOptions(command: CliCommand): CliCommand {
  const option = (flags: string, description: string, read: (text: string) => unknown) =>
    command.addOption(new Option(flags, description).argParser(read).implies({ demo: true }));
  command.option('--demo', 'load a demo galaxy into an empty database, and print a token for it');
  option('--demo-size <factor>', 'size of the demo galaxy: 1 has 20,000 transactions, 100 has 2 million', (text) => {
    const size = readNumber(text);
    if (size > 0 && size <= MAX_SIZE) return size;
    throw usageError(`--demo-size is “${text}”; give a number up to ${MAX_SIZE}`);
  });
  option(
    '--demo-now <time>',
    'end of the demo galaxy’s history, such as “Year 27 Day 1”; the present by default',
    (text) => {
      const now = readTimestamp(text, command.context);
      if (now > EPOCH + DAY) return now;
      throw usageError(`--demo-now is “${text}”; give a time after Year 0 Day 2`);
    },
  );
  option('--demo-seed <number>', 'make another demo galaxy, one for each number (default: 1)', (text) => {
    if (/^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
    throw usageError(`--demo-seed is “${text}”; give a whole number`);
  });
  option('--demo-token <token>', 'value of the demo’s token, svcapi_ and 43 letters; random by default', (text) => {
    if (looksLikeToken(text)) return text;
    throw usageError('--demo-token is not a token; give svcapi_ and 43 letters, digits, “-” or “_”');
  });
  return command;
}

/** Makes a token at each start: an earlier one cannot be shown again. Does not change a database with other content. */
export async function prepareDemo(context: Context, store: Store, options: DemoOptions): Promise<Demo | undefined> {
  const { demoCharacter, demoClient, loadDemo, storeToken } = await import('../../demo/load-demo.js');
  const now = context.now();
  const { demoSize, demoSeed, demoNow: end = now } = options;
  if (await store.metadata.isEmpty()) {
    const progress = new Progress(context, 'Making the demo galaxy');
    const onProgress = ({ records, total }: { records: number; total: number }) =>
      progress.update(records / total, `${records.toLocaleString('en')} records`);
    await interruptible(context, 'the demo galaxy was not kept; start again', (signal) =>
      loadDemo(store, { size: demoSize ?? 1, seed: demoSeed ?? 1, now: end, signal, onProgress }),
    ).finally(() => progress.end());
  }
  const fact = await store.metadata.get('demo');
  if (fact === undefined) {
    context.info('The database is not empty: --demo was ignored.');
    return undefined;
  }
  const { size, seed } = JSON.parse(fact) as { size?: number; seed?: number };
  if ((demoSize ?? size) !== size || (demoSeed ?? seed) !== seed) {
    context.info(
      `The database has a demo galaxy of size ${size} and seed ${seed}, which stays. ` +
        'For another one, choose an empty --database.',
    );
  }
  const tokenExpiresAt = end + (options.demoNow === undefined ? LIFETIME.random : LIFETIME.fixed);
  const [client, character, permissions] = [demoClient.id, demoCharacter.uid, permissionNames];
  let token = options.demoToken;
  if (token === undefined) {
    const grant = { client_id: client, character_uid: character, permissions, expires_at: tokenExpiresAt };
    ({ token } = await store.tokens.create(grant, end));
  } else {
    await storeToken(store, { token, client, character, permissions, createdAt: end, expiresAt: tokenExpiresAt });
  }
  return { token, tokenExpiresAt, invitation: await invitePlayer(store, demoCharacter, now, end) };
}

/** Makes the account and the program if they are missing. `madeAt` is in Unix seconds. */
async function invitePlayer(
  store: Store,
  { name, uid }: { name: string; uid: string },
  now: number,
  madeAt: number,
): Promise<string | undefined> {
  if (!(await store.clients.find(demoProgram.id))) await store.clients.create(demoProgram, madeAt);
  const known = await store.accounts.findByName(name);
  if (known && known.password_hash !== null) return undefined;
  if (!known) {
    const { importRows } = await import('../../transfer/import.js');
    const created = { id: ACCOUNT_ID, name, name_key: nameKey(name), created_at: madeAt };
    const unused = { password_hash: null, provider_issuer: null, provider_subject: null };
    const batches: Batch[] = [
      { type: 'account', rows: [{ ...created, ...unused, disabled_at: null, last_sign_in_at: null }] },
      { type: 'account_character', rows: [{ account_id: ACCOUNT_ID, character_uid: uid }] },
    ];
    await importRows(store, batches, { now: madeAt, isWhole: true });
  }
  return store.invitations.create(known?.id ?? ACCOUNT_ID, now, now + INVITATION_LIFETIME);
}
