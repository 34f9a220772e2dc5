import { readFileSync } from 'node:fs';
import { chmod, chown, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { baseFolder } from '../../settings.js';
import { CliError } from '../cli-error.js';
import type { Context } from '../context.js';

/** The address and the token that `svcapi login` stores for a profile. */
export interface Credentials {
  /** The address of the service. The token is only sent to its origin. */
  url: string;
  token: string;
}

/** The profile when none is selected. */
export const DEFAULT_PROFILE = 'default';

/** Returns the path of the stored tokens. It is not the config file, which people share. */
export function credentialsPath({ io }: Context): string {
  return join(baseFolder(io.env, 'XDG_CONFIG_HOME', '.config'), 'svcapi', 'credentials.json');
}

/**
 * Reads the credentials of a profile, if there are any.
 *
 * @throws {CliError} when the file is unreadable or damaged; the message does not quote it
 */
export async function readCredentials(context: Context, profile: string): Promise<Credentials | undefined> {
  return (await readAll(context)).get(profile);
}

/** Stores the credentials of a profile. */
export async function storeCredentials(context: Context, profile: string, credentials: Credentials): Promise<void> {
  const all = await readAll(context);
  await writeAll(context, all.set(profile, credentials));
}

/** Deletes the credentials of a profile; returns false when there were none. */
export async function forgetCredentials(context: Context, profile: string): Promise<boolean> {
  const all = await readAll(context);
  if (!all.delete(profile)) return false;
  await writeAll(context, all);
  return true;
}

async function readAll(context: Context): Promise<Map<string, Credentials>> {
  const path = credentialsPath(context);
  let text: string;
  try {
    // Loading node:fs/promises takes longer than reading the file.
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return new Map();
    throw new CliError('other', `the stored tokens cannot be read: ${message}`);
  }
  const profiles = parse(text);
  if (!profiles) throw new CliError('other', `${path} is damaged; remove it, and use svcapi login again`);
  return profiles;
}

/** Parses the file. The parser's message is dropped: it quotes the text, which may be a token. */
function parse(text: string): Map<string, Credentials> | undefined {
  try {
    const { profiles } = JSON.parse(text) as { profiles: Record<string, Credentials> };
    const entries = Object.entries(profiles);
    const areSound = entries.every(([, { url, token }]) => URL.canParse(url) && typeof token === 'string');
    return areSound ? new Map(entries) : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the file in one step. Only its owner can read it, whatever its mode was before. */
async function writeAll(context: Context, all: Map<string, Credentials>): Promise<void> {
  const path = credentialsPath(context);
  await mkdir(dirname(path), { recursive: true });
  await chmod(dirname(path), 0o700);
  const { replaceFile } = await import('../replace-file.js');
  const replaced = await stat(path).catch(() => undefined);
  await replaceFile(path, async (temporary) => {
    await writeFile(temporary, `${JSON.stringify({ profiles: Object.fromEntries(all) }, null, 2)}\n`);
    // Root can log in for another user, whose file this stays. Nobody else can give a file away.
    if (replaced && process.getuid?.() === 0) await chown(temporary, replaced.uid, replaced.gid);
  });
}
