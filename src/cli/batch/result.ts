import { ServiceError } from '../../client/errors.js';
import { Failure } from '../../domain/failure.js';
import { formatUses, usesColumn } from '../output/answer-columns.js';
import type { Column, Tone } from '../output/column.js';
import type { BatchRow } from './batch-row.js';
import type { Uses } from './journal.js';

/** The outcome of a row, or of its dry run. */
export type Outcome = 'done' | 'already done' | 'failed' | 'would be done' | 'would fail';

export interface RowResult extends BatchRow {
  result: Outcome;
  before: number | null;
  after: number | null;
  error: string | null;
  message: string | null;
}

/** The reason why a row was refused. */
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

const line: Column<RowResult> = { name: 'line', value: (row) => row.line, align: 'right' };
const datacard: Column<RowResult> = { name: 'datacard', value: (row) => row.datacard };
const entity: Column<RowResult> = { name: 'entity', value: (row) => row.entity };
const result: Column<RowResult> = { name: 'result', value: (row) => row.result, tone: (row) => tones[row.result] };

/** The columns of a row's result. */
export const resultColumns: Column<RowResult>[] = [
  line,
  datacard,
  entity,
  usesColumn('uses', ({ uses }) => uses),
  result,
  usesColumn('before', ({ before }) => before),
  usesColumn('after', ({ after }) => after),
  { name: 'error', value: ({ error }) => error, shown: ({ message }) => message ?? '', tone: 'bad', long: 'wrap' },
  { name: 'message', value: ({ message }) => message, detail: true },
];

/** The columns for a terminal, where the result is the new uses or the reason of a failure: a line of 80 columns has no room for both. */
export const tableColumns: Column<RowResult>[] = [
  line,
  datacard,
  entity,
  { ...result, shown: resultText, long: 'cut' },
];

function resultText({ result, before, after, message }: RowResult): string {
  return message ?? `${result}: from ${formatUses(before)} to ${formatUses(after)} uses`;
}

export function success(row: BatchRow, result: Outcome, { before, after }: Uses): RowResult {
  return { ...row, result, before, after, error: null, message: null };
}

export function refusal(row: BatchRow, result: Outcome, { error, message }: Refusal): RowResult {
  return { ...row, result, before: null, after: null, error, message };
}

/** Statuses that refuse one change; the next one may still succeed. */
const REFUSALS = new Set([400, 404, 409, 422]);

/** Error codes with such a status that would be the same for every row. */
const ABOUT_ALL = new Set(['rate_limit_exceeded', 'route_not_found', 'malformed_request']);

/** Returns the reason why a row was refused; undefined for an error that must stop the batch. */
export function refusalIn(error: unknown): Refusal | undefined {
  if (error instanceof Failure) return { error: error.code, message: error.message };
  if (!(error instanceof ServiceError) || !REFUSALS.has(error.status)) return undefined;
  if (ABOUT_ALL.has(error.code) || error.code === `http_${error.status}`) return undefined;
  return { error: error.code, message: error.message };
}
