import { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { addSetting } from '../input/settings-options.js';
import { DEFAULT_PROFILE, forgetCredentials } from '../service/credentials.js';

/** Creates `svcapi logout`. */
export function logoutCommand(context: Context): CliCommand {
  const command = new CliCommand('logout', context)
    .summary('delete a stored token')
    .description(
      'Deletes the stored address and token of a profile. The token itself stays valid: only the host of the ' +
        'service can revoke it, with svcapi token revoke.',
    )
    .exitStatus('not_found', 'nothing was stored for the profile')
    .example('svcapi logout', 'delete the token of the default profile')
    .example('svcapi logout --profile demo', 'delete the token of another profile')
    .action(async () => {
      const { name: profile = DEFAULT_PROFILE } = await context.profile(command);
      if (await forgetCredentials(context, profile)) {
        context.info(`Deleted the token of the profile “${profile}”. It stays valid until it expires or is revoked.`);
      } else {
        context.error(`nothing is stored for the profile “${profile}”`);
        context.exit = 'not_found';
      }
    });
  return addSetting(command, 'profile');
}
