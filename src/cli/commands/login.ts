import { type Permission, permissionNames } from '../../domain/permission.js';
import { CliCommand } from '../command.js';
import { addConnection, connectTo } from '../connection/connect.js';
import {
  type Credentials,
  changeCredentials,
  prepareToStore,
  storedFor,
  storedToken,
  storeFor,
} from '../connection/credentials.js';
import { type Identity, identify } from '../connection/identity.js';
import { type Address, isTraced, serviceSettings } from '../connection/service.js';
import { checkToken, readToken, readTokenFile } from '../connection/token-source.js';
import type { Context } from '../context.js';
import { usageError } from '../exit-status.js';
import { addPermission } from '../input/permissions.js';
import { promptHidden } from '../input/prompt.js';
import { interruptible } from '../interrupt.js';
import { isoDate } from '../output/dates.js';

interface Options {
  withToken?: true;
  scope?: Permission[];
  /** False with `--no-browser`. */
  browser: boolean;
}

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('login', context)
    .description(
      'Signs in at a service, and stores one token for its address. On a terminal it prints an ' +
        'address and a code: open the address in a browser, on any machine, and enter the code. Commands renew the token by ' +
        'themselves until svcapi logout. With --with-token it prompts for a token instead. When standard input is not a ' +
        'terminal, a token is read from it, or from --token-file, but never from an argument or from SVCAPI_TOKEN. The ' +
        'file with the stored tokens is readable only by you. A token is sent only to the address that it was stored for.',
    )
    .option(
      '--scope <permission>',
      'ask for this permission instead of all, may be repeated; see svcapi permissions',
      addPermission,
    )
    .option('--no-browser', 'print the address and the code, and open no browser')
    .option('--with-token', 'prompt for a token, or read it from standard input, instead of signing in')
    .exitStatus('token', 'access was not allowed, or not in time; or the token is unknown, expired or revoked')
    .exitStatus('unreachable', 'the service does not answer')
    .example('svcapi login --url http://127.0.0.1:8080', 'sign in by a browser')
    .example(
      'svcapi login --no-browser --scope character_read,character_events',
      'with two permissions, on any machine',
    )
    .example('svcapi login --url http://127.0.0.1:8080 < token.txt', 'a token from a file')
    .example('printf %s "$TOKEN" | svcapi login --url http://127.0.0.1:8080', 'a token from a variable')
    .action(() => login(command));
  return addConnection(command);
}

async function login(command: CliCommand): Promise<void> {
  const { context } = command;
  const path = await prepareToStore(context);
  const { settings, url } = await serviceSettings(command, { isNew: true });
  const { timeout, tokenFile, debug } = settings;
  const { withToken, scope, browser } = command.opts<Options>();
  const given = scope ? '--scope' : browser ? undefined : '--no-browser';
  const source = withToken ? '--with-token' : tokenFile === undefined ? undefined : 'a token file';
  if (given !== undefined && source !== undefined) throw usageError(`${given} cannot be combined with ${source}`);
  const service = { url, timeout, trace: isTraced(command, debug) };
  warnOfPlainHttp(context, url);
  if (settings.token !== undefined) {
    context.info('SVCAPI_TOKEN is set, and is not stored. Unset it: it precedes the stored token.');
  }
  let credentials: Credentials;
  if (tokenFile !== undefined) credentials = { token: (await readTokenFile(context, tokenFile)).token };
  else if (!withToken && (context.io.stdin.isTTY === true || given !== undefined)) {
    const wish = { permissions: scope ?? permissionNames, opensBrowser: browser };
    const { signInByDevice } = await import('../connection/device-flow.js');
    credentials = await interruptible(context, 'nothing was stored', (signal) =>
      signInByDevice(context, service, wish, signal),
    );
  } else credentials = { token: await askForToken(context) };
  const end = async (address: string, refreshToken: string | undefined) => {
    if (refreshToken === undefined) return;
    const { endSignIn } = await import('../connection/oauth-client.js');
    await endSignIn(context, { ...service, url: address }, refreshToken).catch(() => {});
  };
  const store = async () => {
    const identity = await identityOf(context, { ...service, retry: settings.retry }, credentials);
    const former = await changeCredentials(context, async () => (stored) => {
      const replaced = storedFor(stored, url);
      storeFor(stored, url, credentials);
      return replaced;
    });
    return { identity, former };
  };
  const { identity, former } = await store().catch(async (error: unknown) => {
    // Without the stored token, svcapi logout could not end it.
    await end(url, credentials.refreshToken);
    throw error;
  });
  context.info(`Logged in to ${url} as ${describe(identity)}.`);
  context.info(`Stored in ${path}.`);
  // The new sign-in is stored, so nothing is lost when the service refuses.
  if (former) await end(former[0], former[1].refreshToken);
}

async function askForToken(context: Context): Promise<string> {
  const { stdin } = context.io;
  if (stdin.isTTY !== true) return readToken(stdin, 'standard input');
  return checkToken(await promptHidden(context, 'Token: ', 'nothing was stored'), 'the typed text');
}

async function identityOf(
  context: Context,
  service: Address & { retry: boolean },
  credentials: Credentials,
): Promise<Identity> {
  const token = { ...storedToken(credentials), isRenewable: false };
  const connection = connectTo({ ...service, token, others: [] }, context);
  const identity = await identify(connection, context.now());
  // The token expires, but the sign-in does not.
  return credentials.refreshToken === undefined ? identity : { ...identity, expires: null };
}

function describe({ client, uid, character, permissions, expires }: Identity): string {
  const who = uid === null ? 'an unknown character' : `${character} (${uid})`;
  const program = client === null ? '' : `, for the client ${client}`;
  const may = permissions === null || permissions.length === 0 ? '' : `, with ${permissions.join(', ')}`;
  const until = expires === null || !Number.isSafeInteger(expires) ? '' : `, until ${isoDate(expires)}`;
  return who + program + may + until;
}

function warnOfPlainHttp(context: Context, url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || /^(127\.|\[::1\]$|localhost$)/.test(hostname)) return;
  context.info(`Warning: ${url} is not encrypted, so others can read the token on its way. Use https:// if you can.`);
}
