import { chmodSync, closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { baseFolder } from '../../settings/folders.js';
import { makeFolder } from '../../store/make-folder.js';
import { reasonOf } from '../../system-error.js';
import { CliError } from '../cli-error.js';
import type { Context } from '../context.js';

/** The tokens that `svcapi login` stores for an address. */
export interface Credentials {
  token: string;
  /** When the token expires, in Unix seconds; unknown for one that somebody has pasted. */
  expiresAt?: number;
  /** Renews the token, if it comes from a sign-in. */
  refreshToken?: string;
}

/** Everything that is stored. */
export interface CredentialsFile {
  /** By the address of the service. There is one for each origin. */
  tokens: Map<string, Credentials>;
  /** The reason why nothing could be read, with the next step; the file counts as empty then. */
  problem: string | undefined;
}

/** The permission bits of everybody but the owner of a file. */
const OTHERS = 0o077;

/** Returns the path of the stored tokens, which is not the config file, since people share that; undefined without a home. */
export function credentialsPath({ io }: Context): string | undefined {
  const folder = baseFolder(io.env, 'XDG_CONFIG_HOME', '.config');
  return folder && join(folder, 'svcapi', 'credentials.json');
}

/**
 * Reads what is stored. The messages do not quote the file, whose text may be a token.
 *
 * @param warns warn when others can read it
 */
export function readCredentials(context: Context, { warns = true } = {}): CredentialsFile {
  const path = credentialsPath(context);
  const nothing = (problem?: string) => ({ tokens: new Map(), problem });
  if (path === undefined) return nothing();
  let text: string;
  try {
    // Loading node:fs/promises takes longer than reading the file.
    text = readFileSync(path, 'utf8');
    if (warns && (statSync(path).mode & OTHERS) !== 0) {
      context.info(`Warning: others can read your tokens in ${path}. Run: chmod 600 ${path}`);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return nothing();
    return nothing(`cannot read the stored tokens in ${path}: ${reasonOf(error)}; correct that, and run this again`);
  }
  try {
    const entries = Object.entries(JSON.parse(text) as Record<string, Credentials>);
    if (entries.every(isValidEntry)) return { tokens: new Map(entries), problem: undefined };
  } catch {
    // The message of the parser quotes the text.
  }
  return nothing(`${path} is damaged; remove it, and use svcapi login again`);
}

/** Returns the address and the tokens that are stored for the origin of an address. */
export function storedFor({ tokens }: CredentialsFile, url: string): [address: string, Credentials] | undefined {
  return [...tokens].find(([address]) => new URL(address).origin === new URL(url).origin);
}

/** Stores tokens for an address, in place of those for the same origin. */
export function storeFor(file: CredentialsFile, url: string, credentials: Credentials): void {
  file.tokens.delete(storedFor(file, url)?.[0] ?? '');
  file.tokens.set(url, credentials);
}

/**
 * Changes what is stored, which is read again first. The file is made before the change, so that no token is lost which could not
 * be stored.
 *
 * @param change changes the file, which is then stored
 * @throws {CliError} when the file is unreadable or damaged, or cannot be written, with the next step
 */
export async function changeCredentials<T>(
  context: Context,
  change: (file: CredentialsFile) => T | Promise<T>,
): Promise<T> {
  const path = prepareToStore(context);
  const file = readCredentials(context, { warns: false });
  if (file.problem !== undefined) throw new CliError('other', file.problem);
  const [{ chown, writeFile }, { replaceFile }] = await Promise.all([
    import('node:fs/promises'),
    import('../replace-file.js'),
  ]);
  const replaced = statSync(path, { throwIfNoEntry: false });
  return replaceFile(path, async (temporary) => {
    const result = await change(file);
    await writeFile(temporary, `${JSON.stringify(Object.fromEntries(file.tokens), null, 2)}\n`);
    // Root can log in for another user, whose file this stays. Nobody else can give a file away.
    if (replaced && process.getuid?.() === 0) await chown(temporary, replaced.uid, replaced.gid);
    return result;
  });
}

/**
 * Makes the folder of the stored tokens, so that nobody is asked for a token which could not be stored.
 *
 * @returns the path of the file
 * @throws {CliError} when the folder cannot be made, or the file is on a disk that is read-only, with the next step
 */
export function prepareToStore(context: Context): string {
  const path = credentialsPath(context);
  const next = 'set XDG_CONFIG_HOME to a folder that you can write to';
  if (path === undefined) throw new CliError('other', `the token cannot be stored: there is no home folder; ${next}`);
  try {
    makeFolder(dirname(path));
    chmodSync(dirname(path), 0o700);
    // A file that is mounted here cannot be replaced, and may not be written.
    if (statSync(path, { throwIfNoEntry: false })) closeSync(openSync(path, 'r+'));
  } catch (error) {
    throw new CliError('other', `the token cannot be stored: ${reasonOf(error)}; ${next}`);
  }
  return path;
}

function isValidEntry([url, { token, expiresAt, refreshToken }]: [string, Credentials]): boolean {
  return (
    URL.canParse(url) &&
    typeof token === 'string' &&
    ['string', 'undefined'].includes(typeof refreshToken) &&
    (expiresAt === undefined || Number.isFinite(expiresAt))
  );
}
