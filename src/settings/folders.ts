import { isAbsolute, join } from 'node:path';
import type { Environment } from './setting.js';

const OF_WINDOWS = { XDG_CONFIG_HOME: 'APPDATA', XDG_DATA_HOME: 'LOCALAPPDATA' } as const;

/** Returns an XDG base directory, or that of Windows; XDG ignores relative paths. Returns undefined without a home. */
export function baseFolder(
  env: Environment,
  variable: keyof typeof OF_WINDOWS,
  fallback: string,
  platform = process.platform,
): string | undefined {
  const folder = env[variable];
  if (folder !== undefined && isAbsolute(folder)) return folder;
  const ofWindows = platform === 'win32' ? env[OF_WINDOWS[variable]] : undefined;
  if (ofWindows) return ofWindows;
  const home = homeFolder(env, platform);
  return home && join(home, fallback);
}

/** Returns HOME or the user database's folder. An empty or relative HOME would put secrets into the working directory. */
export function homeFolder({ HOME, USERPROFILE }: Environment, platform = process.platform): string | undefined {
  if (HOME !== undefined && isAbsolute(HOME)) return HOME;
  if (platform === 'win32' && USERPROFILE) return USERPROFILE;
  try {
    // Loading it takes longer than the rest.
    const { homedir } = process.getBuiltinModule('node:os').userInfo();
    return isAbsolute(homedir) ? homedir : undefined;
  } catch {
    return undefined;
  }
}
