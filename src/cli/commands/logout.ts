import { PREFIX } from '../../routes/path.js';
import { CliCommand } from '../command.js';
import { changeCredentials, type StoredTokens, storedFor } from '../connection/credentials.js';
import { isTraced, serviceSettings } from '../connection/service.js';
import type { Context } from '../context.js';
import { CliError } from '../exit-status.js';
import { addSetting } from '../input/options.js';
import { explain } from '../output/explain-error.js';

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('logout', context)
    .description(
      'Ends the sign-in at a service, and deletes the token that is stored for its address, also when the service cannot ' +
        'be reached. A token that was given to svcapi login stays valid: end it on the pages of your account, or let ' +
        'the host of the service revoke it.',
    )
    .exitStatus('not_found', 'nothing was stored for the address')
    .example('svcapi logout', 'of the only stored address')
    .example('svcapi logout --url http://127.0.0.1:8080', 'of one of several')
    .action(() => logout(command));
  return addSetting(addSetting(command, 'url'), 'timeout');
}

async function logout(command: CliCommand): Promise<void> {
  const { context } = command;
  const { settings, url } = await serviceSettings(command);
  let message = 'It stays valid until it expires or is revoked.';
  await changeCredentials(context, async (stored) => {
    const [address, { refreshToken } = {}] = storedFor(stored, url) ?? [];
    if (address === undefined) throw new CliError('not_found', `no token is stored for ${url}`);
    const remove = (latest: StoredTokens) => latest.delete(address);
    if (refreshToken === undefined) return remove;
    const { endSignIn } = await import('../connection/oauth-client.js');
    const { timeout, debug } = settings;
    try {
      await endSignIn(context, { url: address, timeout, trace: isTraced(command, debug) }, refreshToken);
      message = `The sign-in at ${address} has ended.`;
    } catch (error) {
      const service = address.endsWith(PREFIX) ? address.slice(0, -PREFIX.length) : address;
      const why = explain(error).message ?? 'this failed';
      message = `The sign-in at ${address} continues, because ${why}. End it on the page ${service}${PREFIX}/account`;
    }
    return remove;
  });
  context.info(`Deleted the token for ${url}. ${message}`);
}
