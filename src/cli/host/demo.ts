import { Option } from 'commander';
import { MAX_SIZE } from '../../demo/setting.js';
import { permissionNames } from '../../domain/permission.js';
import { readNumber } from '../../domain/text.js';
import type { OpenSandbox } from '../../sandbox/open-sandbox.js';
import type { Store } from '../../store/store.js';
import type { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { usageError } from '../exit-status.js';
import { interruptible } from '../interrupt.js';
import { Progress } from '../output/progress.js';
import { curlOf, postJson, shellOf, tokenVariable } from '../shell.js';
import { INVITATION_LIFETIME, invitationLink } from './find-account.js';

export interface DemoOptions {
  demo?: boolean;
  demoSize?: number;
}

export interface Demo {
  token: string;
  /** The secret of an invitation; undefined if the player has a password. */
  invitation: string | undefined;
}

/** Seconds. */
const TOKEN_LIFETIME = 30 * 86_400;

/** A public client whose redirect URI matches any port (RFC 8252, 7.3). */
export const demoProgram = {
  id: 'demo-program',
  name: 'Demo program',
  is_public: 1,
  application_type: 'native',
  redirect_uris: JSON.stringify(['http://127.0.0.1/']),
} as const;

export function addDemoOptions(command: CliCommand): CliCommand {
  const size = 'size of the demo galaxy: 1 has 20,000 transactions, 100 has 2 million';
  const readSize = (text: string) => {
    const factor = readNumber(text);
    if (factor > 0 && factor <= MAX_SIZE) return factor;
    throw usageError(`--demo-size is “${text}”; give a number up to ${MAX_SIZE}`);
  };
  return command
    .option('--demo', 'load a demo galaxy into an empty database, and print a token for it')
    .addOption(new Option('--demo-size <factor>', size).argParser(readSize).implies({ demo: true })) as CliCommand;
}

/** Makes a token at each start: an earlier one cannot be shown again. Does not change a database with other content. */
export async function prepareDemo(context: Context, store: Store, size = 1): Promise<Demo | undefined> {
  const { demoCharacter, demoClient, loadDemo } = await import('../../demo/load-demo.js');
  const now = context.now();
  if (await store.metadata.isEmpty()) {
    const progress = new Progress(context, 'Making the demo galaxy');
    const onProgress = (records: number) => progress.update(undefined, `${records.toLocaleString('en')} records`);
    await interruptible(context, 'the demo galaxy was not kept; start again', (signal) =>
      loadDemo(store, { size, seed: 1, now, signal, onProgress }),
    ).finally(() => progress.end());
  }
  if ((await store.metadata.get('demo')) === undefined) {
    context.info('The database is not empty: --demo was ignored.');
    return undefined;
  }
  const grant = { client_id: demoClient.id, character_uid: demoCharacter.uid, permissions: permissionNames };
  const { token } = await store.tokens.create({ ...grant, expires_at: now + TOKEN_LIFETIME }, now);
  return { token, invitation: await invitePlayer(store, demoCharacter, now) };
}

/** Makes the account and the program if they are missing. */
async function invitePlayer(
  store: Store,
  { name, uid }: { name: string; uid: string },
  now: number,
): Promise<string | undefined> {
  await store.clients.ensure(demoProgram, now);
  const known = await store.accounts.findByName(name);
  if (known && known.password_hash !== null) return undefined;
  const id = known?.id ?? (await store.accounts.create(name, [uid], now));
  return store.invitations.create(id, now, now + INVITATION_LIFETIME);
}

export async function greet(context: Context, url: string, { token, invitation }: Demo): Promise<void> {
  const { demoCharacter, demoUids } = await import('../../demo/load-demo.js');
  const { name } = demoCharacter;
  const shell = shellOf(context.io);
  const variable = tokenVariable(shell, token);
  const curl = `${curlOf(shell)} -H "Authorization: Bearer ${variable.get}"`;
  await context.stdout.write(`
A token for ${name} with every permission, valid for 30 days:

  ${variable.set}

Two commands to try, in another terminal:

  ${curl} ${url}/ws/v2.0/character
  ${curl} -d production_entity_uid=${demoUids.facility} -d uses=3 ${url}/ws/v2.0/datacard/${demoUids.datacard}

The way of a player: ${invitation === undefined ? 'sign in' : `choose a password for ${name}`}, then let the command line act for the character.

  ${invitation === undefined ? `${url}/ws/v2.0/account` : invitationLink(url, invitation)}
  svcapi login --url ${url}

`);
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
