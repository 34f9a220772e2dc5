import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { flagOf } from '../../settings/spelling.js';
import { settings } from '../../settings.js';
import { CliError, usageError } from '../cli-error.js';
import type { Context } from '../context.js';
import type { Credentials } from './credentials.js';

/** A token and its source. */
export interface GivenToken {
  token: string;
  source: string;
  /** True when it comes from a sign-in that can be renewed. */
  isRenewable?: boolean;
  /** When it expires, in Unix seconds; undefined when that is unknown. */
  expiresAt?: number | undefined;
}

/** Returns the token that is stored for a profile. */
export function storedToken({ token, expiresAt, refreshToken }: Credentials): GivenToken {
  return { token, source: 'profile', isRenewable: refreshToken !== undefined, expiresAt };
}

/** The largest token file, in characters. */
const MAX_SIZE = 16 * 1024;

/**
 * Reads the token from a file, or from standard input for `-`. Arguments never contain a token: every user of the machine can
 * read them.
 *
 * @throws {CliError} when the file does not contain a token; the message does not quote it
 */
export async function readTokenFile({ io }: Context, path: string): Promise<GivenToken> {
  const token =
    path === '-' ? await readToken(io.stdin, 'standard input') : await readToken(createReadStream(path), path);
  return { token, source: flagOf('tokenFile') };
}

/**
 * Reads a token from a stream, and trims spaces and line ends around it.
 *
 * @param name the name of the stream, for messages
 * @throws {CliError} otherwise
 */
export async function readToken(input: Readable, name: string): Promise<string> {
  let text = '';
  try {
    for await (const chunk of input) {
      text += String(chunk);
      if (text.length > MAX_SIZE) throw usageError(`${name} is too large to be a token`);
    }
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw usageError(`the token cannot be read: ${(error as Error).message}`);
  }
  return checkToken(text, name);
}

/** Trims and checks a token. */
export function checkToken(text: string, name: string): string {
  const token = text.trim();
  if (token === '') throw usageError(`${name} is empty; it must contain a token`);
  if (/[\r\n]/.test(token)) throw usageError(`${name} has several lines; it must contain one token only`);
  if (!isToken(token)) throw usageError(`${name} does not contain a token: tokens are printable ASCII without spaces`);
  return token;
}

/** Returns true for text of the form of a token, of this or of any other service. */
export function isToken(value: unknown): value is string {
  return typeof value === 'string' && settings.token.type.read(value, { directory: '/', home: '/' }) !== undefined;
}
