import { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { addSetting } from '../input/settings-options.js';
import { readSoundCredentials } from '../service/credentials.js';
import { isTraced } from '../service/service.js';
import { forgetProfile } from '../sign-in/forget-profile.js';

/** Creates `svcapi logout`. */
export function logoutCommand(context: Context): CliCommand {
  const command = new CliCommand('logout', context)
    .summary('end a sign-in, and delete the stored token')
    .description(
      'Ends the sign-in of a profile at its service, and deletes the stored address and token, also when the service cannot ' +
        'be reached. A token that was given to svcapi login itself stays valid: end it on the pages of your account, or let ' +
        'the host of the service revoke it.',
    )
    .exitStatus('not_found', 'nothing was stored for the profile')
    .example('svcapi logout', 'of the profile in use')
    .example('svcapi logout --profile demo', 'of another profile')
    .action(async () => {
      const file = readSoundCredentials(context);
      const { timeout, debug } = await command.settings(['timeout', 'debug']);
      const profile = await command.profile(file.used);
      await forgetProfile(context, profile, { timeout, trace: isTraced(command, debug) });
    });
  return addSetting(addSetting(command, 'profile'), 'timeout');
}
