import { Readable } from 'node:stream';
import { usageError } from '../cli-error.js';
import { decode, joined } from './decode.js';

/** A row of a table by the names of its columns, or the reason why it cannot be parsed. */
export type CsvRow = { line: number; fields: Record<string, string> } | { line: number; problem: string };

/** The longest row, in bytes. */
const MAX_ROW_LENGTH = 1024 * 1024;

/**
 * Parses CSV with a header row, separated by commas, or by semicolons as in some languages. A row of several lines has the number
 * of its last line.
 *
 * @param check returns the problem of a header row
 * @throws {CliError} for invalid CSV, an invalid header row, or text that is not UTF-8
 */
export async function* readCsv(
  input: Readable,
  check: (names: readonly string[]) => string | undefined,
): AsyncGenerator<CsvRow> {
  const { parse, CsvError } = await import('csv-parse');
  const chunks = decode(input);
  const head = await readHead(chunks);
  const parser = parse({
    bom: true,
    delimiter: /^[^,\r\n]*;/.test(head.trimStart()) ? ';' : ',',
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
  const text = Readable.from(joined([head], chunks));
  text.on('error', (error) => parser.destroy(error));
  text.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (names) yield toRow(names, record, info.lines);
      else {
        const problem = check(record) ?? (new Set(record).size < record.length ? 'a column appears twice' : undefined);
        if (problem !== undefined) throw usageError(`line ${info.lines}, the header row: ${problem}`);
        names = record;
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw usageError(`line ${String(error.lines ?? '?')} is not valid CSV: ${error.message}`);
  }
}

/** Reads up to the end of the first line that is not empty. */
async function readHead(chunks: AsyncIterator<string>): Promise<string> {
  let head = '';
  while (head.length < MAX_ROW_LENGTH && !/[\r\n]/.test(head.trimStart())) {
    const { value, done } = await chunks.next();
    if (done) break;
    head += value;
  }
  return head;
}

function toRow(names: string[], record: string[], line: number): CsvRow {
  if (record.length !== names.length) {
    return { line, problem: `it has ${record.length} fields, but the header row has ${names.length}` };
  }
  return { line, fields: Object.fromEntries(names.map((name, index) => [name, record[index] ?? ''])) };
}
