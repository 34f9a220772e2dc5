import { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { promptHidden } from '../input/prompt.js';
import { isoDate } from '../output/iso-date.js';
import { addConnection, connectTo } from '../service/connect.js';
import { credentialsPath, prepareToStore, readSoundCredentials, storeCredentials } from '../service/credentials.js';
import { type Identity, identify } from '../service/identity.js';
import { isTraced, serviceSettings } from '../service/service.js';
import { checkToken, type GivenToken, readToken, readTokenFile } from '../service/token-source.js';

/** Creates `svcapi login`. */
export function loginCommand(context: Context): CliCommand {
  const command = new CliCommand('login', context)
    .summary('store a server address and a token')
    .description(
      'Checks a token, and stores it with the address of its service under the name of a profile. On a terminal it ' +
        'prompts for the token; otherwise it reads it from standard input or --token-file, never from an argument or ' +
        'from SVCAPI_TOKEN. The file with the stored tokens is readable by you alone. A token is sent only to the address ' +
        'that it was stored for.',
    )
    .example('svcapi login --url http://127.0.0.1:8080 < token.txt', 'a token from a file')
    .example('printf %s "$TOKEN" | svcapi login --profile demo --url http://127.0.0.1:8080', 'a profile named demo')
    .action(() => login(context, command));
  return addConnection(command);
}

async function login(context: Context, command: CliCommand): Promise<void> {
  const file = readSoundCredentials(context);
  prepareToStore(context);
  const { settings, profile: known } = await serviceSettings(context, command, file, { isNew: true });
  const { url, timeout, retry, tokenFile, debug } = settings;
  const profile = known.name;
  warnOfPlainHttp(context, url);
  if (settings.token !== undefined) {
    context.info(
      'SVCAPI_TOKEN is set, and is not stored. Unset it later: calls to other addresses are refused meanwhile.',
    );
  }
  const token = tokenFile === undefined ? await askForToken(context) : await readTokenFile(context, tokenFile);
  const connection = connectTo(
    { profile, url, token, withheld: undefined, problem: undefined, timeout, retry, trace: isTraced(command, debug) },
    context,
  );
  const identity = await identify(connection);
  file.profiles.set(profile, { url, token: token.token });
  await storeCredentials(context, file);
  context.info(`Logged in to ${url} as ${describe(identity)}.`);
  context.info(`Stored as the profile “${profile}” in ${credentialsPath(context)}.`);
}

/** Prompts for the token on a terminal; otherwise reads it from standard input. */
async function askForToken(context: Context): Promise<GivenToken> {
  const { stdin } = context.io;
  if (stdin.isTTY !== true) return { token: await readToken(stdin, 'standard input'), source: 'standard input' };
  return {
    token: checkToken(await promptHidden(context, 'Token: ', 'nothing was stored'), 'the typed text'),
    source: 'terminal',
  };
}

/** Describes the owner and the permissions of a token. */
export function describe({ client, uid, character, permissions, expires }: Identity): string {
  const who = uid === null ? 'an unknown character' : `${character} (${uid})`;
  const program = client === null ? '' : `, for the client ${client}`;
  const may = permissions === null || permissions.length === 0 ? '' : `, with ${permissions.join(', ')}`;
  const until = expires === null || !Number.isSafeInteger(expires) ? '' : `, until ${isoDate(expires)}`;
  return who + program + may + until;
}

/** Warns before a token is sent over plain HTTP, except within this machine. */
function warnOfPlainHttp(context: Context, url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || /^(127\.|\[::1\]$|localhost$)/.test(hostname)) return;
  context.info(`Warning: ${url} is not encrypted, so others can read the token on its way. Use https:// if you can.`);
}
