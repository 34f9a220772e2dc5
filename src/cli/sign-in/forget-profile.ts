import { didYouMean } from '../../nearest.js';
import { PREFIX } from '../../routes/path.js';
import type { Profile } from '../../settings/read.js';
import { CliError } from '../cli-error.js';
import type { Context } from '../context.js';
import { explain } from '../output/explain-error.js';
import { type Credentials, changeCredentials, DEFAULT_PROFILE } from '../service/credentials.js';
import type { Service } from '../service/service.js';

/** The page on which people end what programs may do. */
const ACCOUNT = `${PREFIX}/account`;

/**
 * Deletes what is stored for a profile, and ends its sign-in at the service.
 *
 * @param settings how the service is called
 * @throws {CliError} when nothing is stored for the profile
 */
export async function forgetProfile(
  context: Context,
  { name = DEFAULT_PROFILE, tables }: Pick<Profile, 'name' | 'tables'>,
  settings: Pick<Service, 'timeout' | 'trace'>,
): Promise<void> {
  const { message, isUsed } = await changeCredentials(context, async (file) => {
    const stored = file.profiles.get(name);
    if (stored === undefined) {
      const meant = tables.has(name)
        ? '; its settings are in the config file: delete them there'
        : didYouMean(name, file.profiles.keys());
      throw new CliError('not_found', `nothing is stored for the profile “${name}”${meant}`);
    }
    const message = await endAtService(context, stored, settings);
    file.profiles.delete(name);
    const isUsed = file.used === name;
    if (isUsed) file.used = undefined;
    return { message, isUsed };
  });
  context.info(`Deleted the token of the profile “${name}”. ${message}`);
  if (isUsed) context.info(`The profile “${DEFAULT_PROFILE}” is used from now on.`);
}

/** Ends a sign-in where it can, and returns what has become of the token. */
async function endAtService(
  context: Context,
  stored: Credentials,
  settings: Pick<Service, 'timeout' | 'trace'>,
): Promise<string> {
  const { url, refreshToken } = stored;
  if (refreshToken === undefined) return 'It stays valid until it expires or is revoked.';
  const { endSignIn } = await import('./oauth-client.js');
  try {
    await endSignIn(context, { url, refreshToken }, settings);
    return `The sign-in at ${url} has ended.`;
  } catch (error) {
    const { message = 'this failed' } = explain(error);
    return `The sign-in at ${url} goes on, because ${message}. End it on the page ${url}${ACCOUNT}`;
  }
}
