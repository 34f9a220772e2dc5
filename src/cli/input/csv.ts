import { Readable } from 'node:stream';
import { usageError } from '../exit-status.js';
import { type Chunk, decode, joined } from './read-input.js';

export type CsvRow = { line: number; fields: Record<string, string> } | { line: number; problem: string };

/** In bytes. */
const MAX_ROW_LENGTH = 1024 * 1024;

/** Parses a table with a header row as spreadsheets save it. `line` is the last line of a row. @throws {CliError} */
export async function* readCsv(
  input: AsyncIterable<Chunk>,
  known: readonly string[],
  check: (names: readonly string[]) => string | undefined,
): AsyncGenerator<CsvRow> {
  const chunks = decode(input);
  // Read now, so that the error of a missing file finds its listener.
  const [{ parse, CsvError }, start] = await Promise.all([import('csv-parse'), readHead(chunks)]);
  const { head, delimiter, line: linesBefore } = readSeparator(start);
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: MAX_ROW_LENGTH,
    // The default is the line end of the first line.
    record_delimiter: ['\r\n', '\n', '\r'],
    // Report a wrong number of fields like other invalid rows.
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
  });
  let names: string[] | undefined;
  const text = Readable.from(joined([head], chunks));
  text.on('error', (error) => parser.destroy(error));
  text.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const line = info.lines + linesBefore;
      if (names) yield toRow(names, record, line);
      else {
        names = withoutEmptyEnd(record).map(
          (name) => known.find((each) => each.toLowerCase() === name.toLowerCase()) ?? name,
        );
        const problem = check(names) ?? (new Set(names).size < names.length ? 'a column appears twice' : undefined);
        if (problem !== undefined) throw usageError(`line ${line}, the header row: ${problem}`);
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw usageError(`line ${String(error.lines ?? '?')} is not valid CSV: ${error.message}`);
  }
}

async function readHead(chunks: AsyncIterator<string>): Promise<string> {
  let head = '';
  while (head.length < MAX_ROW_LENGTH && !/^\s*\S[^\r\n]*[\r\n]+[^\r\n]*[\r\n]/.test(head)) {
    const { value, done } = await chunks.next();
    if (done) break;
    head += value;
  }
  return head;
}

function readSeparator(text: string): { head: string; delimiter: string; line: number } {
  const [line = '', delimiter = ''] = /^\uFEFF?sep=([,;\t])[\r\n]+/i.exec(text) ?? [];
  if (delimiter !== '') return { head: text.slice(line.length), delimiter, line: 1 };
  const [found = ','] = /[,;\t]/.exec(text.trimStart().split(/[\r\n]/, 1)[0] ?? '') ?? [];
  return { head: text, delimiter: found, line: 0 };
}

function withoutEmptyEnd(record: readonly string[]): string[] {
  return record.slice(0, record.findLastIndex((cell) => cell !== '') + 1);
}

function toRow(names: readonly string[], record: readonly string[], line: number): CsvRow {
  const cells = [...record.slice(0, names.length), ...withoutEmptyEnd(record.slice(names.length))];
  if (cells.length !== names.length) {
    return { line, problem: `it has ${cells.length} fields, but the header row has ${names.length}` };
  }
  return { line, fields: Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])) };
}

export function quoteCell(cell: string): string {
  if (cell === '') return 'missing';
  const quoted = `“${cell.length > 80 ? `${cell.slice(0, 80)}…` : cell}”`;
  return isTimeOfDay(cell) ? `${quoted}, a time that a spreadsheet made of a uid: format the column as text` : quoted;
}

/** Detects a time of day, into which spreadsheets turn uids such as 14:1. */
export function isTimeOfDay(cell: string): boolean {
  return /^\d{1,2}:\d{2}(:\d{2})?( ?[AP]M)?$/i.test(cell) && !/^[1-9]\d*:[1-9]\d*$/.test(cell);
}
