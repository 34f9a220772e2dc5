import { basename } from 'node:path';
import { UNLIMITED } from '../../domain/datacard.js';
import { isUid, productionTypes } from '../../domain/uid.js';
import type { Context } from '../context.js';
import { usageError } from '../exit-status.js';
import { quoteCell, readCsv } from '../input/csv.js';
import { openInput, unreadable } from '../input/read-input.js';

export type BatchAction = 'assign' | 'revoke';

export interface ChangeRequest {
  datacard: string;
  entity: string;
  /** Uses to assign, -1 for unlimited ones; null for a revocation, which takes all back. */
  uses: number | null;
}

export interface BatchRow extends ChangeRequest {
  /** Counted from 1. */
  line: number;
  /** The number of equal rows before it. */
  occurrence: number;
}

/** That many rows take a few hundred megabytes of memory, and weeks at the default rate limit. */
const MAX_ROWS = 500_000;

/** Further invalid rows are only counted. */
const MAX_REPORTED = 20;

const COLUMNS: Record<BatchAction, readonly string[]> = {
  assign: ['datacard', 'entity', 'uses', 'unlimited'],
  revoke: ['datacard', 'entity'],
};

/**
 * Validates all rows before the first is sent, and keeps them in memory: the file can change in the meantime.
 *
 * @throws {CliError} when a row is invalid; each has been reported with its line
 */
export async function readBatch(context: Context, action: BatchAction, file: string): Promise<BatchRow[]> {
  const name = file === '-' ? 'standard input' : basename(file);
  const rows: BatchRow[] = [];
  const occurrences = new Map<string, number>();
  let bad = 0;
  try {
    const input = openInput(context, file);
    for await (const raw of readCsv(input, COLUMNS.assign, (names) => headerProblem(names, action))) {
      const row = 'problem' in raw ? raw.problem : readRow(raw.fields, action);
      if (typeof row === 'string') {
        if (++bad <= MAX_REPORTED) context.error(`${name}, line ${raw.line}: ${row}`);
        continue;
      }
      const content = contentOf(row);
      const occurrence = occurrences.get(content) ?? 0;
      occurrences.set(content, occurrence + 1);
      rows.push({ line: raw.line, occurrence, ...row });
      if (rows.length > MAX_ROWS) throw usageError(`it has more than ${MAX_ROWS.toLocaleString('en')} rows; split it`);
    }
  } catch (error) {
    throw unreadable(file, error);
  }
  if (rows.length + bad === 0) throw usageError(`${name} has no rows; check what wrote it`);
  if (bad === 0) return rows;
  const more = bad > MAX_REPORTED ? ` (${bad - MAX_REPORTED} of them not listed)` : '';
  const problem =
    bad === 1 ? `1 row in ${name} is invalid; correct it` : `${bad} rows in ${name} are invalid${more}; correct them`;
  throw usageError(`${problem}: nothing was sent`);
}

/** Returns what equal rows have in common. */
export function contentOf({ datacard, entity, uses }: ChangeRequest): string {
  return `${datacard} ${entity} ${uses ?? ''}`;
}

function headerProblem(names: readonly string[], action: BatchAction): string | undefined {
  const unknown = names.find((name) => !COLUMNS[action].includes(name));
  if (unknown !== undefined && COLUMNS.assign.includes(unknown)) {
    return `leave out “${unknown}”: a revocation takes back all uses that the entity has`;
  }
  if (unknown !== undefined) return `there is no field “${unknown}”: use ${COLUMNS[action].join(', ')}`;
  const missing = ['datacard', 'entity'].find((name) => !names.includes(name));
  return missing === undefined ? undefined : `the column “${missing}” is missing`;
}

/** Returns a change, or the problem as a text. */
function readRow(fields: Record<string, string>, action: BatchAction): ChangeRequest | string {
  const { datacard = '', entity = '' } = fields;
  if (!isUid(datacard, 'datacard')) return `the datacard is ${quoteCell(datacard)}; give the uid of one, such as 14:1`;
  if (!isUid(entity, ...productionTypes)) {
    return `the entity is ${quoteCell(entity)}; give the uid of a production entity, such as 4:1 or 5:1`;
  }
  const uses = action === 'revoke' ? null : readUses(fields);
  return typeof uses === 'string' ? uses : { datacard, entity, uses };
}

/** Reads exactly one of `uses` and `unlimited`; `uses` can also be “unlimited”. */
function readUses({ uses = '', unlimited = '' }: Record<string, string>): number | string {
  if (!/^(0|1|true|false|)$/i.test(unlimited)) return `unlimited is ${quoteCell(unlimited)}; give 1 or nothing`;
  const isUnlimited = /^(1|true)$/i.test(unlimited) || uses === 'unlimited';
  if (isUnlimited && uses !== '' && uses !== 'unlimited') {
    return 'uses and unlimited exclude each other; give one of them';
  }
  if (isUnlimited) return UNLIMITED;
  if (uses === '') return 'the number of uses is missing; give a whole number from 1, or unlimited';
  const number = /^\d{1,16}$/.test(uses) ? Number(uses) : 0;
  if (Number.isSafeInteger(number) && number >= 1) return number;
  return `uses is ${quoteCell(uses)}; give a whole number from 1, or unlimited`;
}
