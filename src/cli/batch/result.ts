import { ServiceError } from '../../client/errors.js';
import { Failure } from '../../domain/failure.js';
import { usesColumn } from '../output/answer-columns.js';
import type { Column, Tone } from '../output/column.js';
import type { BatchRow } from './batch-row.js';
import type { Uses } from './journal.js';

/** What became of a row; of a dry run, what would become of it. */
export type Outcome = 'done' | 'already done' | 'failed' | 'would be done' | 'would fail';

export interface RowResult extends BatchRow {
  result: Outcome;
  before: number | null;
  after: number | null;
  error: string | null;
  message: string | null;
}

/** Why a row was refused. */
export interface Refusal {
  error: string;
  message: string;
}

const tones: Record<Outcome, Tone> = {
  done: 'good',
  'already done': 'dim',
  failed: 'bad',
  'would be done': 'good',
  'would fail': 'bad',
};

/** What is printed of each row. */
export const resultColumns: Column<RowResult>[] = [
  { name: 'line', value: ({ line }) => line, align: 'right' },
  { name: 'datacard', value: ({ datacard }) => datacard },
  { name: 'entity', value: ({ entity }) => entity },
  usesColumn('uses', ({ uses }) => uses),
  { name: 'result', value: ({ result }) => result, tone: ({ result }) => tones[result] },
  usesColumn('before', ({ before }) => before),
  usesColumn('after', ({ after }) => after),
  { name: 'error', value: ({ error }) => error, shown: ({ message }) => message ?? '', tone: 'bad' },
  { name: 'message', value: ({ message }) => message, detail: true },
];

export function success(row: BatchRow, result: Outcome, { before, after }: Uses): RowResult {
  return { ...row, result, before, after, error: null, message: null };
}

export function refusal(row: BatchRow, result: Outcome, { error, message }: Refusal): RowResult {
  return { ...row, result, before: null, after: null, error, message };
}

/** Statuses with which a service refuses one change and may well make the next. */
const REFUSALS = new Set([400, 404, 409, 422]);

/** Words with such a status that are about the caller or the service, and would be said of every row. */
const ABOUT_ALL = new Set(['rate_limit_exceeded', 'route_not_found', 'malformed_request']);

/** Why a row was refused; nothing where the error is not about the row, so that the batch cannot go on. */
export function refusalIn(error: unknown): Refusal | undefined {
  if (error instanceof Failure) return { error: error.code, message: error.message };
  if (!(error instanceof ServiceError) || !REFUSALS.has(error.status)) return undefined;
  if (ABOUT_ALL.has(error.code) || error.code === `http_${error.status}`) return undefined;
  return { error: error.code, message: error.message };
}
