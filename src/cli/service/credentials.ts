import { chmodSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { baseFolder } from '../../settings/folders.js';
import { makeFolder } from '../../store/make-folder.js';
import { reasonOf } from '../../system-error.js';
import { CliError } from '../cli-error.js';
import type { Context } from '../context.js';

/** The address and the tokens that `svcapi login` stores for a profile. */
export interface Credentials {
  /** The address of the service. The token is only sent to its origin. */
  url: string;
  token: string;
  /** When the token expires, in Unix seconds; unknown for one that somebody has pasted. */
  expiresAt?: number;
  /** Renews the token, if it comes from a sign-in. */
  refreshToken?: string;
}

/** Everything that is stored. */
export interface CredentialsFile {
  profiles: Map<string, Credentials>;
  /** The profile that `svcapi profile use` has chosen, if any. */
  used: string | undefined;
  /** The reason why nothing could be read, with the next step; the file counts as empty then. */
  problem: string | undefined;
}

/** The profile when none is selected. */
export const DEFAULT_PROFILE = 'default';

/** The permission bits of everybody but the owner of a file. */
const OTHERS = 0o077;

/** Returns the path of the stored tokens. It is not the config file, which people share. */
export function credentialsPath({ io }: Context): string {
  return join(baseFolder(io.env, 'XDG_CONFIG_HOME', '.config'), 'svcapi', 'credentials.json');
}

/**
 * Reads what is stored. The messages do not quote the file.
 *
 * @param warns warn when others can read it, too
 */
export function readCredentials(context: Context, { warns = true } = {}): CredentialsFile {
  const path = credentialsPath(context);
  let text: string;
  try {
    // Loading node:fs/promises takes longer than reading the file.
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return nothing();
    return nothing(`cannot read the stored tokens in ${path}: ${reasonOf(error)}; correct that, and run this again`);
  }
  if (warns) warnOfOthers(context, path);
  return parse(text) ?? nothing(`${path} is damaged; remove it, and use svcapi login again`);
}

/**
 * Reads what is stored, to list or to change it.
 *
 * @throws {CliError} when the file is unreadable or damaged: a change would lose its other profiles
 */
export function readSoundCredentials(context: Context): CredentialsFile {
  return sound(readCredentials(context));
}

function sound(file: CredentialsFile): CredentialsFile {
  if (file.problem !== undefined) throw new CliError('other', file.problem);
  return file;
}

/**
 * Makes the folder of the stored tokens, as `storeCredentials` does, so that nobody is asked for a token in vain.
 *
 * @throws {CliError} when it cannot be made, with the next step
 */
export function prepareToStore(context: Context): void {
  const folder = dirname(credentialsPath(context));
  try {
    makeFolder(folder);
    chmodSync(folder, 0o700);
  } catch (error) {
    throw new CliError(
      'other',
      `the token cannot be stored: ${reasonOf(error)}; set XDG_CONFIG_HOME to a folder that you can write to`,
    );
  }
}

/**
 * Changes what is stored, which is read again first.
 *
 * @param change changes the file, which is then stored
 * @throws {CliError} when the file is unreadable or damaged, or cannot be written, with the next step
 */
export async function changeCredentials<T>(
  context: Context,
  change: (file: CredentialsFile) => T | Promise<T>,
): Promise<T> {
  prepareToStore(context);
  const file = sound(readCredentials(context, { warns: false }));
  const result = await change(file);
  await storeCredentials(context, file);
  return result;
}

/** Replaces the file in one step. Only its owner can read it, whatever its mode was before. */
async function storeCredentials(context: Context, { profiles, used }: CredentialsFile): Promise<void> {
  const path = credentialsPath(context);
  const [{ chown, writeFile }, { replaceFile }] = await Promise.all([
    import('node:fs/promises'),
    import('../replace-file.js'),
  ]);
  const replaced = statSync(path, { throwIfNoEntry: false });
  const content = { ...(used !== undefined && { used }), profiles: Object.fromEntries(profiles) };
  await replaceFile(path, async (temporary) => {
    await writeFile(temporary, `${JSON.stringify(content, null, 2)}\n`);
    // Root can log in for another user, whose file this stays. Nobody else can give a file away.
    if (replaced && process.getuid?.() === 0) await chown(temporary, replaced.uid, replaced.gid);
  });
}

function nothing(problem?: string): CredentialsFile {
  return { profiles: new Map(), used: undefined, problem };
}

/** Parses the file. The parser's message is dropped: it quotes the text, which may be a token. */
function parse(text: string): CredentialsFile | undefined {
  try {
    const { profiles, used } = JSON.parse(text) as { profiles: Record<string, Credentials>; used?: unknown };
    const entries = Object.entries(profiles);
    const areSound = entries.every(([, credentials]) => isSoundEntry(credentials));
    const isSound = areSound && (used === undefined || typeof used === 'string');
    return isSound ? { profiles: new Map(entries), used, problem: undefined } : undefined;
  } catch {
    return undefined;
  }
}

function isSoundEntry({ url, token, expiresAt, refreshToken }: Credentials): boolean {
  const isSignIn = ['string', 'undefined'].includes(typeof refreshToken);
  return (
    URL.canParse(url) &&
    typeof token === 'string' &&
    isSignIn &&
    (expiresAt === undefined || Number.isFinite(expiresAt))
  );
}

function warnOfOthers(context: Context, path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & OTHERS) === 0) return;
  context.info(`Warning: others can read your tokens in ${path}. Run: chmod 600 ${path}`);
}
