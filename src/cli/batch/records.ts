import { Readable } from 'node:stream';
import { isRecord, parseJson } from '../../client/unknown-record.js';
import { usageError } from '../cli-error.js';
import { linesOf } from '../input/lines.js';
import { type BatchAction, checkNames, type Fields, RowError } from './batch-row.js';

export type BatchFormat = 'csv' | 'ndjson';

/** A row that is not validated yet, or the reason why it cannot be parsed. */
export type RawRow = { line: number; fields: Fields } | { line: number; problem: string };

/** The longest row, in bytes. */
const MAX_ROW_LENGTH = 1024 * 1024;

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
  yield* chosen === 'ndjson' ? fromNdjson(whole) : fromCsv(whole, action);
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
    const [first] = /\S/.exec(Buffer.from(value).toString()) ?? [];
    if (first !== undefined) return { head, isNdjson: first === '{' };
  }
}

async function* joined<T>(head: T[], rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield* head;
  yield* { [Symbol.asyncIterator]: () => rest };
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

/** Parses CSV with a header row. A row of several lines has the number of its last line. */
async function* fromCsv(input: Readable, action: BatchAction): AsyncGenerator<RawRow> {
  const { parse, CsvError } = await import('csv-parse');
  const parser = parse({
    bom: true,
    info: true,
    max_record_size: MAX_ROW_LENGTH,
    // By default the parser expects the line end of the first line everywhere.
    record_delimiter: ['\r\n', '\n', '\r'],
    // A row with too many or too few fields is reported like other invalid rows.
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  let names: string[] | undefined;
  input.on('error', (error) => parser.destroy(error));
  input.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (names) yield toFields(names, record, info.lines);
      else names = readHeadings(record, info.lines, action);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw usageError(`line ${String(error.lines ?? '?')} is not valid CSV: ${error.message}`);
  }
}

function readHeadings(record: string[], line: number, action: BatchAction): string[] {
  try {
    checkNames(record, action);
    const missing = ['datacard', 'entity'].find((name) => !record.includes(name));
    if (missing !== undefined) throw new RowError(`the column “${missing}” is missing`);
    if (new Set(record).size < record.length) throw new RowError('a column appears twice');
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    throw usageError(`line ${line}, the header row: ${error.message}`);
  }
  return record;
}

function toFields(names: string[], record: string[], line: number): RawRow {
  if (record.length !== names.length) {
    return { line, problem: `it has ${record.length} fields, but the header row has ${names.length}` };
  }
  return { line, fields: Object.fromEntries(names.map((name, index) => [name, record[index]])) };
}
