import { basename, join, relative } from 'node:path';
import { permissionNames } from '../../domain/permission.js';
import { packageFolder } from '../../package.js';
import type { Store } from '../../store/store.js';
import type { Context } from '../context.js';
import { abortOnInterrupt } from '../interrupt.js';
import { Progress } from '../output/progress.js';
import type { DemoAccount } from './demo-account.js';
import { invitationLink } from './invitation-link.js';

export interface DemoOptions {
  demo?: boolean;
  demoSize?: number;
}

/** The parts of a demo galaxy that a greeting shows. */
export interface Demo {
  token: string;
  character: string;
  datacard: string;
  location: string;
  account: DemoAccount;
}

/** Every start makes the same galaxy, with times relative to the start. */
const SEED = 1;

const DAY = 24 * 60 * 60;

/**
 * Loads the demo galaxy into an empty database, and makes a token for it. The token of an earlier start cannot be shown
 * again, so each start makes one. A database with other content is not changed, and gets no token.
 */
export async function prepareDemo(
  context: Context,
  store: Store,
  { demoSize = 1 }: DemoOptions,
): Promise<Demo | undefined> {
  const { demoCharacter, demoClient, demoUids, loadDemo } = await import('../../demo/load-demo.js');
  if (await store.metadata.isEmpty()) {
    const progress = new Progress(context, 'Making the demo galaxy');
    const interrupt = abortOnInterrupt(context, 'the demo galaxy was not kept; start again');
    await loadDemo(store, {
      size: demoSize,
      seed: SEED,
      now: context.now(),
      signal: interrupt.signal,
      onProgress: ({ rows, total }) => progress.update(rows / total, `${rows.toLocaleString('en')} records`),
    }).finally(() => {
      interrupt.end();
      progress.end();
    });
  }
  if ((await store.metadata.get('demo')) === undefined) {
    context.info('The database is not empty: --demo was ignored.');
    return undefined;
  }
  const grant = {
    client_id: demoClient.id,
    character_uid: demoCharacter.uid,
    permissions: permissionNames,
    expires_at: context.now() + 30 * DAY,
  };
  const { token } = await store.transaction((within) => within.tokens.create(grant, context.now()));
  const { prepareDemoAccount } = await import('./demo-account.js');
  return {
    ...{ token, character: demoCharacter.name, datacard: demoUids.datacard, location: demoUids.facility },
    account: await prepareDemoAccount(store, context.now()),
  };
}

/** Prints a token for the demo galaxy, two commands to try it with, and the way of a player who has no token. */
export async function greet(context: Context, url: string, demo: Demo): Promise<void> {
  const { invitation, program } = demo.account;
  await context.stdout.write(`
A token for ${demo.character} with every permission, valid for 30 days:

  TOKEN=${demo.token}

Two commands to try, in another terminal:

  curl -H "Authorization: Bearer $TOKEN" ${url}/ws/v2.0/character
  curl -H "Authorization: Bearer $TOKEN" -d production_entity_uid=${demo.location} -d uses=3 ${url}/ws/v2.0/datacard/${demo.datacard}

The way of a player: ${invitation === undefined ? 'sign in' : `choose a password for ${demo.character}`}, then let a program or the command line act for the character.

  ${invitation === undefined ? `${url}/ws/v2.0/account` : invitationLink(url, invitation)}
  node ${fileToRun('examples/sign-in.mjs')} ${url} ${program}
  ${svcapiCommand()} login --url ${url}

`);
}

/** Returns how to start this program from the present folder: `svcapi` if it was started so. */
function svcapiCommand(): string {
  return basename(process.argv[1] ?? '') === 'svcapi' ? 'svcapi' : `node ${fileToRun('dist/svcapi.cjs')}`;
}

/** Returns the path of a file of the package, quoted for a shell where it must be. */
function fileToRun(path: string): string {
  const whole = join(packageFolder(), path);
  const short = relative(process.cwd(), whole);
  const shown = short.startsWith('..') ? whole : short;
  return /^[\w./-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}
