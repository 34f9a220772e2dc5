import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** What a process did, in order, as far as it matters after a power cut. */
export type Operation =
  | { kind: 'write'; file: string; offset: number; data: Buffer }
  | { kind: 'truncate'; file: string; size: number }
  | { kind: 'sync'; file: string }
  | { kind: 'remove'; file: string }
  /** It answered a request with 200, of this X-Request-Id. */
  | { kind: 'answer'; request: string };

/** The system calls of a trace, for strace. */
export const TRACED = 'pwrite64,fsync,fdatasync,ftruncate,unlink,write,writev';

/**
 * Reads what strace wrote with -f -y -xx.
 *
 * @param database the file of the database: other files do not count, except those beside it
 * @throws {SyntaxError} for a write that was cut short
 */
export async function readTrace(trace: string, database: string): Promise<Operation[]> {
  const operations: Operation[] = [];
  const unfinished = new Map<string, string>();
  for await (const line of createInterface(createReadStream(trace))) {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (text.endsWith(' <unfinished ...>')) {
      unfinished.set(thread, text.slice(0, -' <unfinished ...>'.length));
      continue;
    }
    const whole = text.replace(/^<\.\.\. \w+ resumed>/, () => unfinished.get(thread) ?? '');
    const operation = readCall(whole, database);
    if (operation) operations.push(operation);
  }
  return operations;
}

function readCall(text: string, database: string): Operation | undefined {
  const [, name, rest = '', result] = /^(\w+)\((.*)\) += (-?\d+)/.exec(text) ?? [];
  if (name === undefined || Number(result) < 0) return undefined;
  if (name === 'unlink') return onFile(decoded(rest).toString(), database, (file) => ({ kind: 'remove', file }));
  const [, target = '', more = ''] = /^\d+<([^>]*)>(.*)$/.exec(rest) ?? [];
  const path = target.includes('\\x') ? fromHex(target).toString() : target;
  if (name === 'write' || name === 'writev') return path.startsWith('/') ? undefined : readAnswer(more);
  return onFile(path, database, (file) => {
    if (name === 'fsync' || name === 'fdatasync') return { kind: 'sync', file };
    if (name === 'ftruncate') return { kind: 'truncate', file, size: Number(more.replace(', ', '')) };
    if (name !== 'pwrite64') return undefined;
    const [, length, offset] = /, (\d+), (\d+)$/.exec(more) ?? [];
    const data = decoded(more);
    if (data.length !== Number(length)) throw new SyntaxError('The trace has less than was written');
    return { kind: 'write', file, offset: Number(offset), data };
  });
}

function onFile(path: string, database: string, make: (file: string) => Operation | undefined): Operation | undefined {
  // The shared memory beside a database is made again when it is opened.
  return [database, `${database}-wal`, `${database}-journal`].includes(path) ? make(path) : undefined;
}

function readAnswer(more: string): Operation | undefined {
  const text = decoded(more).toString('latin1');
  const request = /^x-request-id: (\S+)/im.exec(text)?.[1];
  return text.startsWith('HTTP/1.1 200') && request !== undefined ? { kind: 'answer', request } : undefined;
}

/** Returns the bytes of the strings in the arguments of a call. */
function decoded(text: string): Buffer {
  return Buffer.concat([...text.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) => fromHex(hex)));
}

function fromHex(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex');
}
