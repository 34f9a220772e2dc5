import { Readable } from 'node:stream';
import { isRecord, parseJson } from '../../client/unknown-record.js';
import { readCsv } from '../input/csv.js';
import { joined, refuseUtf16 } from '../input/decode.js';
import { linesOf } from '../input/lines.js';
import { type BatchAction, checkNames, type Fields, RowError } from './batch-row.js';

export type BatchFormat = 'csv' | 'ndjson';

/** A row that is not validated yet, or the reason why it cannot be parsed. */
export type RawRow = { line: number; fields: Fields } | { line: number; problem: string };

/**
 * Parses the rows of a batch. The format is the given one, else that of the file name, else it is detected.
 *
 * @throws {CliError} for invalid CSV or an invalid header row
 */
export async function* readRecords(
  input: Readable,
  name: string,
  action: BatchAction,
  format: BatchFormat | undefined,
): AsyncGenerator<RawRow> {
  const chunks = input[Symbol.asyncIterator]() as AsyncIterator<string | Uint8Array>;
  const { head, isNdjson } = await detectFormat(chunks);
  const whole = Readable.from(joined(head, chunks));
  const chosen = format ?? formatOf(name) ?? (isNdjson ? 'ndjson' : 'csv');
  yield* chosen === 'ndjson' ? fromNdjson(whole) : readCsv(whole, (names) => problemOf(names, action));
}

/** Returns the format of a file name. */
function formatOf(name: string): BatchFormat | undefined {
  if (/\.csv$/i.test(name)) return 'csv';
  return /\.(ndjson|jsonl)$/i.test(name) ? 'ndjson' : undefined;
}

/** Reads up to the first character that is not white space, which a byte order mark is, too: NDJSON starts with a brace. */
async function detectFormat(chunks: AsyncIterator<string | Uint8Array>) {
  const head: (string | Uint8Array)[] = [];
  for (;;) {
    const { value, done } = await chunks.next();
    if (done) return { head, isNdjson: false };
    head.push(value);
    if (head.length === 1) refuseUtf16(value);
    const [first] = /\S/.exec(Buffer.from(value).toString()) ?? [];
    if (first !== undefined) return { head, isNdjson: first === '{' };
  }
}

async function* fromNdjson(input: Readable): AsyncGenerator<RawRow> {
  for await (const line of linesOf(input)) {
    if ('problem' in line) yield { line: line.number, problem: line.problem };
    else if (line.text.trim() !== '') yield fromJson(line.text, line.number);
  }
}

function fromJson(text: string, line: number): RawRow {
  const fields = parseJson(text.replace(/^\uFEFF/, ''));
  return isRecord(fields) ? { line, fields } : { line, problem: 'it is not a JSON object' };
}

/** Checks the names in a header row: those that exist, and those that must. */
function problemOf(names: readonly string[], action: BatchAction): string | undefined {
  try {
    checkNames(names, action);
  } catch (error) {
    if (error instanceof RowError) return error.message;
    throw error;
  }
  const missing = ['datacard', 'entity'].find((name) => !names.includes(name));
  return missing === undefined ? undefined : `the column “${missing}” is missing`;
}
