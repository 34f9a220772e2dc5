import { createReadStream } from 'node:fs';
import { basename, resolve } from 'node:path';
import { CliError, usageError } from '../cli-error.js';
import type { Context } from '../context.js';
import { type BatchAction, type BatchRow, RowError, readRow } from './batch-row.js';
import { type BatchFormat, type RawRow, readRecords } from './records.js';

/** So many rows take a few hundred megabytes while a batch is under way, and weeks at the usual rate limit. */
const MAX_ROWS = 500_000;

/** After so many bad rows the others are only counted. */
const MAX_REPORTED = 20;

/**
 * Reads all rows of a batch, from a file or from standard input for `-`.
 *
 * They are held in memory, so that every row has been looked at before the first is sent, and so that nobody can change
 * the file in between.
 *
 * @throws {CliError} when a row is invalid; each has been named with its line
 */
export async function readBatch(
  context: Context,
  action: BatchAction,
  file: string,
  format: BatchFormat | undefined,
): Promise<BatchRow[]> {
  const name = file === '-' ? 'standard input' : basename(file);
  const rows: BatchRow[] = [];
  const known = new Map<string, string>();
  // Rows share the text of a uid: most batches name few datacards and entities many times.
  const share = (uid: string) => {
    const first = known.get(uid) ?? uid;
    known.set(first, first);
    return first;
  };
  let bad = 0;
  for await (const raw of open(context, action, file, format)) {
    try {
      const row = toRow(raw, action);
      rows.push({ ...row, datacard: share(row.datacard), entity: share(row.entity) });
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      if (++bad <= MAX_REPORTED) context.error(`${name}, line ${raw.line}: ${error.message}`);
    }
    if (rows.length > MAX_ROWS)
      throw usageError(`${name} has more than ${MAX_ROWS.toLocaleString('en')} rows; split it`);
  }
  if (bad === 0) return rows;
  const more = bad > MAX_REPORTED ? `, ${bad - MAX_REPORTED} more than are named here` : '';
  throw usageError(`${bad} of the rows in ${name} cannot be used${more}; mend them: nothing was sent`);
}

function toRow(raw: RawRow, action: BatchAction): BatchRow {
  if ('problem' in raw) throw new RowError(raw.problem);
  return readRow(raw.line, raw.fields, action);
}

async function* open(
  { io }: Context,
  action: BatchAction,
  file: string,
  format: BatchFormat | undefined,
): AsyncGenerator<RawRow> {
  const input = file === '-' ? io.stdin : createReadStream(resolve(io.cwd, file));
  try {
    yield* readRecords(input, file, action, format);
  } catch (error) {
    const name = file === '-' ? 'standard input' : file;
    if (error instanceof CliError) throw usageError(`${name}: ${error.message}`);
    if (error instanceof Error && 'syscall' in error) throw usageError(`the batch cannot be read: ${error.message}`);
    throw error;
  }
}
