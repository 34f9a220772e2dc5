import { join, relative } from 'node:path';
import { Option } from 'commander';
import { MAX_SIZE } from '../../demo/setting.js';
import { EPOCH } from '../../domain/galactic-time.js';
import { permissionNames } from '../../domain/permission.js';
import { nameKey, readNumber } from '../../domain/text.js';
import type { Batch } from '../../model/index.js';
import { packageFolder } from '../../package.js';
import type { OpenSandbox } from '../../sandbox/open-sandbox.js';
import type { Store } from '../../store/store.js';
import { looksLikeToken } from '../../store/token.js';
import type { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { usageError } from '../exit-status.js';
import { readTimestamp } from '../input/read-time.js';
import { interruptible } from '../interrupt.js';
import { isoDate } from '../output/dates.js';
import { Progress } from '../output/progress.js';
import { curlOf, postJson, quoteWord, shellOf, tokenVariable } from '../shell.js';
import { INVITATION_LIFETIME, invitationLink } from './find-account.js';

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

export async function greet(context: Context, url: string, { token, tokenExpiresAt, invitation }: Demo): Promise<void> {
  const { demoCharacter, demoUids } = await import('../../demo/load-demo.js');
  const { name } = demoCharacter;
  const shell = shellOf(context.io);
  const variable = tokenVariable(shell, token);
  const curl = `${curlOf(shell)} -H "Authorization: Bearer ${variable.get}"`;
  const run = (path: string) => `node ${quoteWord(shell, pathTo(path))}`;
  // Not in a checkout: npm has installed it, or a release.
  const isInstalled = /(?:^|[\\/])(?:svcapi|(?:node_modules|lib)[\\/]svcapi[\\/]dist[\\/]svcapi\.cjs)$/.test(
    process.argv[1] ?? '',
  );
  const days = (tokenExpiresAt - context.now()) / 86_400;
  await context.stdout.write(`
A token for ${name} with every permission, valid ${days <= 30 ? 'for 30 days' : `until ${isoDate(tokenExpiresAt).slice(0, 10)}`}:

  ${variable.set}

Two commands to try, in another terminal:

  ${curl} ${url}/ws/v2.0/character
  ${curl} -d production_entity_uid=${demoUids.facility} -d uses=3 ${url}/ws/v2.0/datacard/${demoUids.datacard}

The way of a player: ${invitation === undefined ? 'sign in' : `choose a password for ${name}`}, then let a program or the command line act for the character.

  ${invitation === undefined ? `${url}/ws/v2.0/account` : invitationLink(url, invitation)}
  ${run('examples/sign-in.mjs')} ${url} ${demoProgram.id}
  ${isInstalled ? 'svcapi' : run('dist/svcapi.cjs')} login --url ${url}

`);
}

/** Returns the path of a file of the package. */
function pathTo(path: string): string {
  const whole = join(packageFolder(), path);
  const short = relative(process.cwd(), whole);
  return short.startsWith('..') ? whole : short;
}

export async function greetSandbox(context: Context, { url, token, sandbox }: OpenSandbox): Promise<void> {
  const shell = shellOf(context.io);
  await context.stdout.write(`svcapi listens on ${url} as a sandbox: its clock stands still, and any program on this machine controls it

It is ${sandbox.clock().cgt} there. A token for the first character with every permission:

  ${tokenVariable(shell, token).set}

Control it, in another terminal:

  ${postJson(shell, '{"advance":"2h"}', `${url}/sandbox/clock`)}
  ${postJson(shell, '{"route":"GET /character","code":"unavailable","times":1}', `${url}/sandbox/faults`)}

`);
}
