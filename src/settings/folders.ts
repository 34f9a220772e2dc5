import { userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Environment } from './setting.js';

/** Returns a base directory of the XDG specification, which ignores relative paths; undefined without a home. */
export function baseFolder(env: Environment, variable: string, fallback: string): string | undefined {
  const folder = env[variable];
  if (folder !== undefined && isAbsolute(folder)) return folder;
  const home = homeFolder(env);
  return home && join(home, fallback);
}

/**
 * Returns the home folder of the user: HOME, else that of the user database; undefined when neither has one. An empty or relative
 * HOME counts as missing: secrets would go into the working directory.
 */
export function homeFolder({ HOME }: Environment): string | undefined {
  if (HOME !== undefined && isAbsolute(HOME)) return HOME;
  try {
    const { homedir } = userInfo();
    return isAbsolute(homedir) ? homedir : undefined;
  } catch {
    return undefined;
  }
}
