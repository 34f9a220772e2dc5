import { isAbsolute, join } from 'node:path';
import type { Environment } from './setting.js';

/** Returns an XDG base directory; XDG ignores relative paths. Returns undefined without a home. */
export function baseFolder(env: Environment, variable: string, fallback: string): string | undefined {
  const folder = env[variable];
  if (folder !== undefined && isAbsolute(folder)) return folder;
  const home = homeFolder(env);
  return home && join(home, fallback);
}

/** Returns HOME or the user database's folder. An empty or relative HOME would put secrets into the working directory. */
export function homeFolder({ HOME }: Environment): string | undefined {
  if (HOME !== undefined && isAbsolute(HOME)) return HOME;
  try {
    // Loading it takes longer than the rest.
    const { homedir } = process.getBuiltinModule('node:os').userInfo();
    return isAbsolute(homedir) ? homedir : undefined;
  } catch {
    return undefined;
  }
}
