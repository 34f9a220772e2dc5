import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { decodeText } from '../../settings/config-file.js';
import { settings } from '../../settings/index.js';
import { flagOf } from '../../settings/setting.js';
import type { Context } from '../context.js';
import { CliError, usageError } from '../exit-status.js';
import { unreadable } from '../input/read-input.js';
import type { GivenToken } from './credentials.js';

/** In bytes. */
const MAX_SIZE = 16 * 1024;

/** Reads a token from a file, or from standard input for `-`. @throws {CliError} without quoting the file */
export async function readTokenFile(context: Context, path: string): Promise<GivenToken> {
  const source = flagOf('tokenFile');
  if (path === '-') return { token: await readToken(context.io.stdin, 'standard input'), source };
  const token = await readToken(createReadStream(path), path);
  const { mode, uid } = await stat(path);
  // A mounted or shared secret belongs to another user. Windows has no such bits.
  if (process.platform !== 'win32' && uid === process.getuid?.() && (mode & 0o077) !== 0) {
    context.info(`Warning: other users of this machine may read the token in ${path}; run chmod 600 on it.`);
  }
  return { token, source };
}

export async function readToken(input: Readable, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of input) {
      chunks.push(Buffer.from(chunk));
      size += chunk.length;
      if (size > MAX_SIZE) throw usageError(`${name} is too large to be a token`);
    }
  } catch (error) {
    throw error instanceof CliError ? error : unreadable(name, error);
  }
  return checkToken(decodeText(Buffer.concat(chunks)), name);
}

export function checkToken(text: string, name: string): string {
  const token = text.trim();
  if (token === '') throw usageError(`${name} is empty; it must contain a token`);
  if (/[\r\n]/.test(token)) throw usageError(`${name} has several lines; it must contain one token only`);
  // Accepts a token of any service.
  if (settings.token.type.read(token, { directory: '/', home: '/' }) === undefined)
    throw usageError(`${name} does not contain a token: tokens are printable ASCII without spaces`);
  return token;
}
