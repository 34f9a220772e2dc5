import { permissionNames } from '../../domain/permission.js';
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

As a player without a token: choose a password, sign the command line in, and try a program of your own.

  ${invitation === undefined ? `${url}/ws/v2.0/account` : invitationLink(url, invitation)}
  svcapi login --url ${url}
  client_id=${program} redirect_uri=http://127.0.0.1:PORT/ (public, with PKCE), at ${url}/ws/oauth2/auth

`);
}
