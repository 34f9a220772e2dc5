import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Environment } from './setting.js';

/** Returns a base directory of the XDG specification, which ignores relative paths. */
export function baseFolder(env: Environment, variable: string, fallback: string): string {
  const folder = env[variable];
  return folder !== undefined && isAbsolute(folder) ? folder : join(homeFolder(env), fallback);
}

/** Returns the home folder of the user. */
export function homeFolder(env: Environment): string {
  return env.HOME || homedir();
}
