import { chmodSync, closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { baseFolder } from '../../settings/setting.js';
import { reasonOf } from '../../system-error.js';
import type { Context } from '../context.js';
import { CliError } from '../exit-status.js';

export interface Credentials {
  token: string;
  /** Unix seconds; undefined for a pasted token. */
  expiresAt?: number;
  refreshToken?: string;
}

export interface GivenToken {
  token: string;
  source: string;
  isRenewable?: boolean;
  /** Unix seconds; undefined when unknown. */
  expiresAt?: number | undefined;
}

export function storedToken({ token, expiresAt, refreshToken }: Credentials): GivenToken {
  return { token, source: 'login', isRenewable: refreshToken !== undefined, expiresAt };
}

/** By URL of the service, one for each origin. */
export type StoredTokens = Map<string, Credentials>;

const OTHERS = 0o077;

/** Returns the path. It is not the config file, because people share that. Undefined without a home directory. */
export function credentialsPath({ io }: Context): string | undefined {
  const folder = baseFolder(io.env, 'XDG_CONFIG_HOME', '.config');
  return folder && join(folder, 'svcapi', 'credentials.json');
}

/** Reads the stored tokens. @throws {CliError} without quoting the file, whose text may be a token */
export function readCredentials(context: Context, { warns = true } = {}): StoredTokens {
  const path = credentialsPath(context);
  if (path === undefined) return new Map();
  let text: string;
  try {
    // Loading node:fs/promises takes longer than reading the file.
    text = readFileSync(path, 'utf8');
    // Windows has no such bits.
    if (warns && process.platform !== 'win32' && (statSync(path).mode & OTHERS) !== 0) {
      context.info(`Warning: others can read your tokens in ${path}. Run: chmod 600 ${path}`);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return new Map();
    const next = 'correct that, and run this again';
    throw new CliError('other', `cannot read the stored tokens in ${path}: ${reasonOf(error)}; ${next}`);
  }
  try {
    const entries = Object.entries(JSON.parse(text) as Record<string, Credentials>);
    if (entries.every(isValidEntry)) return new Map(entries);
  } catch {
    // The message of the parser quotes the text.
  }
  throw new CliError('other', `${path} is damaged; remove it, and use svcapi login again`);
}

export function storedFor(tokens: StoredTokens, url: string): [address: string, Credentials] | undefined {
  return [...tokens].find(([address]) => new URL(address).origin === new URL(url).origin);
}

export function storeFor(tokens: StoredTokens, url: string, credentials: Credentials): void {
  tokens.delete(storedFor(tokens, url)?.[0] ?? '');
  tokens.set(url, credentials);
}

/**
 * Changes the stored tokens. The file is created first: no token is lost because it cannot be stored. `prepare` may call the
 * service; the change that it returns gets the tokens that are stored by then. @throws {CliError}
 */
export async function changeCredentials<T>(
  context: Context,
  prepare: (tokens: StoredTokens) => Promise<(latest: StoredTokens) => T>,
): Promise<T> {
  const path = await prepareToStore(context);
  const tokens = readCredentials(context, { warns: false });
  const [{ chown, writeFile }, { replaceFile }] = await Promise.all([
    import('node:fs/promises'),
    import('../replace-file.js'),
  ]);
  const replaced = statSync(path, { throwIfNoEntry: false });
  return replaceFile(path, async (temporary) => {
    const change = await prepare(tokens);
    // In the meantime, other commands may have stored theirs.
    const latest = readCredentials(context, { warns: false });
    const result = change(latest);
    await writeFile(temporary, `${JSON.stringify(Object.fromEntries(latest), null, 2)}\n`);
    // Root may log in for another user, who stays the owner. Only root can change an owner.
    if (replaced && process.getuid?.() === 0) await chown(temporary, replaced.uid, replaced.gid);
    return result;
  });
}

/** Prepares the folder before anybody is asked for a token, and returns the file's path. @throws {CliError} if not writable */
export async function prepareToStore(context: Context): Promise<string> {
  const path = credentialsPath(context);
  const next = 'set XDG_CONFIG_HOME to a folder that you can write to';
  if (path === undefined) throw new CliError('other', `the token cannot be stored: there is no home folder; ${next}`);
  try {
    const { makeFolder } = await import('../../store/make-folder.js');
    makeFolder(dirname(path));
    chmodSync(dirname(path), 0o700);
    // A mounted file cannot be replaced, and may be read-only.
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
