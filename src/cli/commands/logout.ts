import { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { addSetting } from '../input/settings-options.js';
import { DEFAULT_PROFILE, forgetCredentials } from '../service/credentials.js';

/** Creates `svcapi logout`. */
export function logoutCommand(context: Context): CliCommand {
  const command = new CliCommand('logout', context)
    .summary('forget a stored token')
    .description(
      'Forgets the address and the token of a profile. The token itself stays in force: only the host of the service ' +
        'can revoke it, with svcapi token revoke.',
    )
    .exitStatus('not_found', 'nothing was stored for the profile')
    .example('svcapi logout', 'forget the token of the default profile')
    .example('svcapi logout --profile demo', 'or that of another one')
    .action(async () => {
      const { name: profile = DEFAULT_PROFILE } = await context.profile(command);
      if (await forgetCredentials(context, profile)) {
        context.info(`Forgot the token of the profile “${profile}”. It stays in force until it expires or is revoked.`);
      } else {
        context.error(`nothing is stored for the profile “${profile}”`);
        context.exit = 'not_found';
      }
    });
  return addSetting(command, 'profile');
}
