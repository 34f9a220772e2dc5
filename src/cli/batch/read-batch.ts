import { basename } from 'node:path';
import { usageError } from '../cli-error.js';
import type { Context } from '../context.js';
import { openInput, unreadable } from '../input/read-input.js';
import { type BatchAction, type BatchRow, RowError, readRow } from './batch-row.js';
import { type BatchFormat, type RawRow, readRecords } from './records.js';

/** The largest batch: it takes a few hundred megabytes of memory, and weeks at the default rate limit. */
const MAX_ROWS = 500_000;

/** Invalid rows that are reported; further ones are only counted. */
const MAX_REPORTED = 20;

/**
 * Reads and validates all rows of a batch, from a file or from standard input for `-`.
 *
 * The rows stay in memory: all are validated before the first is sent, and the file can change meanwhile.
 *
 * @throws {CliError} when a row is invalid; each has been reported with its line
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
  // Equal uids share one string: most batches repeat a few datacards and entities.
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
  if (rows.length + bad === 0) throw usageError(`${name} has no rows; check what wrote it`);
  if (bad === 0) return rows;
  const more = bad > MAX_REPORTED ? ` (${bad - MAX_REPORTED} of them not listed)` : '';
  const problem =
    bad === 1 ? `1 row in ${name} is invalid; correct it` : `${bad} rows in ${name} are invalid${more}; correct them`;
  throw usageError(`${problem}: nothing was sent`);
}

function toRow(raw: RawRow, action: BatchAction): BatchRow {
  if ('problem' in raw) throw new RowError(raw.problem);
  return readRow(raw.line, raw.fields, action);
}

async function* open(
  context: Context,
  action: BatchAction,
  file: string,
  format: BatchFormat | undefined,
): AsyncGenerator<RawRow> {
  try {
    yield* readRecords(openInput(context, file), file, action, format);
  } catch (error) {
    throw unreadable(file, error);
  }
}
