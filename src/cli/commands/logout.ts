import { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { addSetting } from '../input/settings-options.js';
import { readSoundCredentials } from '../service/credentials.js';
import { forgetProfile } from '../service/profiles.js';

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
      const file = readSoundCredentials(context);
      await forgetProfile(context, file, await context.profile(command, file.used));
    });
  return addSetting(command, 'profile');
}
