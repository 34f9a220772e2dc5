import { type Reason, refusals } from '../domain/refusals.js';

/** The number of bytes that show the format of a file. */
export const START_LENGTH = 16;

/** A format that is not lines of JSON. */
interface OtherFormat {
  /** Explains what the file is and how to make lines of it; follows its name in a message. */
  problem: Reason;
}

const archive = (name: string, command: string): OtherFormat => ({
  problem: refusals.compressed(name, command),
});

const utf16 = (encoding = 'UTF-16'): OtherFormat => ({ problem: refusals.utf16(encoding) });

const array: OtherFormat = { problem: refusals.array() };

const database: OtherFormat = { problem: refusals.database() };

/** The first bytes of the formats that hosts may have at hand. */
const starts: [start: Uint8Array, format: OtherFormat | 'gzip'][] = [
  [Buffer.from([0x1f, 0x8b]), 'gzip'],
  [Buffer.from([0xff, 0xfe]), utf16()],
  [Buffer.from([0xfe, 0xff]), utf16()],
  [Buffer.from('{\0'), utf16('UTF-16LE')],
  [Buffer.from('\0{'), utf16('UTF-16BE')],
  [Buffer.from('PK\x03\x04'), archive('ZIP', 'unzip -p')],
  [Buffer.from('BZh'), archive('bzip2', 'bzip2 -dc')],
  [Buffer.from('\xfd7zXZ\0', 'latin1'), archive('xz', 'xz -dc')],
  [Buffer.from('\x28\xb5\x2f\xfd', 'latin1'), archive('Zstandard', 'zstd -dc')],
  [Buffer.from('SQLite format 3\0'), database],
];

/** A byte order mark and white space may stand before the first record. */
const ARRAY = /^(\xef\xbb\xbf)?[ \t\r\n]*\[/;

/** Returns the format of a file that begins with these bytes. */
export function formatOf(start: Uint8Array): OtherFormat | 'gzip' | 'text' {
  const bytes = Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, START_LENGTH));
  const known = starts.find(([first]) => bytes.subarray(0, first.length).equals(first));
  if (known) return known[1];
  return ARRAY.test(bytes.toString('latin1')) ? array : 'text';
}
