import { ServiceError, WrongAnswer } from '../../client/errors.js';
import type { PayloadOf } from '../../client/types.js';
import { UNLIMITED } from '../../domain/datacard.js';
import { listIn } from '../connection/call-route.js';
import type { Connection } from '../connection/connect.js';
import type { Column, Tone } from '../output/columns.js';
import { formatUses, usesColumn } from '../output/columns.js';
import type { Uses } from './done-file.js';
import type { BatchRow } from './rows.js';

export interface Change {
  datacard: string | null;
  entity: string | null;
  locationUid: string | null;
  location: string | null;
  before: number | null;
  after: number | null;
}

export const changeColumns: Column<Change>[] = [
  { name: 'datacard', value: ({ datacard }) => datacard, tone: 'strong' },
  { name: 'entity', value: ({ entity }) => entity },
  { name: 'location_uid', value: ({ locationUid }) => locationUid },
  { name: 'location', value: ({ location }) => location },
  usesColumn('before', ({ before }) => before),
  { ...usesColumn<Change>('after', ({ after }) => after), tone: 'strong' },
];

export function assignmentBody(entity: string, uses: number) {
  return { production_entity_uid: entity, ...(uses === UNLIMITED ? { unlimited: 1 } : { uses }) };
}

type Assignment = PayloadOf<'POST /datacard/{uid}'>['assignments']['assignment'][number];

/** @throws {WrongAnswer} when the answer has no assignment */
export function toAssigned(payload: PayloadOf<'POST /datacard/{uid}'>): Change {
  const found = first(listIn(payload, ({ assignments }) => assignments.assignment));
  return toChange(found.assigneddatacard, found.originaluse, found.newquantity ?? null);
}

export function toRevoked(payload: PayloadOf<'DELETE /datacard/{uid}'>): Change {
  const found = first(listIn(payload, ({ revocations }) => revocations.revocation));
  return toChange(found.revokeddatacard, found.revokeduse, 0);
}

function first<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw new WrongAnswer('does not contain a change');
  return item;
}

function toChange(
  card: Assignment['assigneddatacard'],
  use: Assignment['originaluse'] | undefined,
  after: number | null,
): Change {
  return {
    datacard: card?.attributes?.uid ?? null,
    entity: card?.entity?.value ?? null,
    locationUid: use?.location?.attributes?.uid ?? null,
    location: use?.location?.value ?? null,
    before: use?.quantity ?? null,
    after,
  };
}

/** @throws {ServiceError | WrongAnswer} when the service refuses the change, or answers about another one */
export async function changeRow(connection: Connection, row: BatchRow, idempotencyKey: string): Promise<Uses> {
  const target = { params: { uid: row.datacard }, idempotencyKey };
  const query = { production_entity_uid: row.entity };
  const { datacard, locationUid, before, after } =
    row.uses === null
      ? toRevoked((await connection.call('DELETE /datacard/{uid}', { ...target, query })).data)
      : toAssigned(
          (await connection.call('POST /datacard/{uid}', { ...target, body: assignmentBody(row.entity, row.uses) }))
            .data,
        );
  if (datacard !== row.datacard || locationUid !== row.entity) {
    throw new WrongAnswer(`is about another change than that of line ${row.line}`);
  }
  if (before === null || after === null)
    throw new WrongAnswer(`does not contain the uses after the change of line ${row.line}`);
  return { before, after };
}

export type Outcome = 'done' | 'already done' | 'not sent' | 'failed';

export interface RowResult extends BatchRow {
  result: Outcome;
  before: number | null;
  after: number | null;
  error: string | null;
  message: string | null;
}

/** Returns the result of a dry run: what would be sent. */
export function notSent(row: BatchRow): RowResult {
  return { ...row, result: 'not sent', before: null, after: null, error: null, message: null };
}

const tones: Record<Outcome, Tone> = { done: 'good', 'already done': 'dim', 'not sent': 'dim', failed: 'bad' };

export const resultColumns: Column<RowResult>[] = [
  { name: 'line', value: ({ line }) => line, align: 'right' },
  { name: 'datacard', value: ({ datacard }) => datacard },
  { name: 'location_uid', value: ({ entity }) => entity },
  { ...usesColumn<RowResult>('uses', ({ uses }) => uses), wide: true },
  {
    name: 'result',
    value: ({ result }) => result,
    shown: ({ result, before, after, message }) =>
      message ?? (before === null ? result : `${result}: from ${formatUses(before)} to ${formatUses(after)} uses`),
    tone: ({ result }) => tones[result],
    long: 'cut',
  },
  { ...usesColumn<RowResult>('before', ({ before }) => before), wide: true },
  { ...usesColumn<RowResult>('after', ({ after }) => after), wide: true },
  { name: 'error', value: ({ error }) => error, wide: true },
  { name: 'message', value: ({ message }) => message, detail: true },
];

/** Statuses that refuse one change; the next one may still succeed. */
const REFUSALS = new Set([400, 404, 409, 422]);

/** Error codes with these statuses that would repeat for every row. */
const ABOUT_ALL = new Set(['rate_limit_exceeded', 'route_not_found', 'malformed_request']);

/** Returns undefined for an error that must stop the batch. */
export function refusalIn(error: unknown): { error: string; message: string } | undefined {
  if (!(error instanceof ServiceError) || !REFUSALS.has(error.status)) return undefined;
  if (ABOUT_ALL.has(error.code) || error.code === `http_${error.status}`) return undefined;
  return { error: error.code, message: error.message };
}
