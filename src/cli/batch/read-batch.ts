import { createReadStream } from 'node:fs';
import { basename, resolve } from 'node:path';
import { CliError, usageError } from '../cli-error.js';
import type { Context } from '../context.js';
import { type BatchAction, type BatchRow, RowError, readRow } from './batch-row.js';
import { type BatchFormat, readRecords, type Written } from './records.js';

/** So many rows take a few hundred megabytes while a batch is under way, and weeks at the usual rate limit. */
const MOST = 500_000;

/** After so many bad rows the others are only counted. */
const COMPLAINTS = 20;

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
  for await (const written of open(context, action, file, format)) {
    try {
      const row = toRow(written, action);
      rows.push({ ...row, datacard: share(row.datacard), entity: share(row.entity) });
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      if (++bad <= COMPLAINTS) context.error(`${name}, line ${written.line}: ${error.message}`);
    }
    if (rows.length > MOST) throw usageError(`${name} has more than ${MOST.toLocaleString('en')} rows; split it`);
  }
  if (bad === 0) return rows;
  const more = bad > COMPLAINTS ? `, ${bad - COMPLAINTS} more than are named here` : '';
  throw usageError(`${bad} of the rows in ${name} cannot be used${more}; mend them: nothing was sent`);
}

function toRow(written: Written, action: BatchAction): BatchRow {
  if ('problem' in written) throw new RowError(written.problem);
  return readRow(written.line, written.fields, action);
}

async function* open(
  { io }: Context,
  action: BatchAction,
  file: string,
  format: BatchFormat | undefined,
): AsyncGenerator<Written> {
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
