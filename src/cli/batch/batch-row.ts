import { UNLIMITED } from '../../domain/datacard.js';
import { isUid, productionTypes } from '../../domain/uid.js';

/** The kind of change that a batch makes. */
export type BatchAction = 'assign' | 'revoke';

/** An assignment or a revocation: a datacard, a production entity, and the uses that it gets. */
export interface ChangeRequest {
  datacard: string;
  entity: string;
  /** Uses to assign, -1 for unlimited ones; null for a revocation, which takes all back. */
  uses: number | null;
}

/** A row of a batch. */
export interface BatchRow extends ChangeRequest {
  /** The number of its line in the file, counted from 1. */
  line: number;
}

/** The fields of a row, not validated yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** A problem of a row or of the header row. */
export class RowError extends Error {}

const KEYS: Record<BatchAction, readonly string[]> = {
  assign: ['datacard', 'entity', 'uses', 'unlimited'],
  revoke: ['datacard', 'entity'],
};

/** @throws {RowError} for an unknown field, which may be misspelt */
export function checkNames(names: readonly string[], action: BatchAction): void {
  const unknown = names.find((name) => !KEYS[action].includes(name));
  if (unknown === undefined) return;
  if (action === 'revoke' && KEYS.assign.includes(unknown)) {
    throw new RowError(`leave out “${unknown}”: a revocation takes back all uses that the entity has`);
  }
  throw new RowError(`there is no field “${unknown}”: use ${KEYS[action].join(', ')}`);
}

/** @throws {RowError} when a field is missing or invalid */
export function readRow(line: number, fields: Fields, action: BatchAction): BatchRow {
  checkNames(Object.keys(fields), action);
  const { datacard, entity } = fields;
  if (typeof datacard !== 'string' || !isUid(datacard, 'datacard')) {
    throw new RowError(`the datacard is ${quote(datacard)}; give the uid of one, such as 14:1`);
  }
  if (typeof entity !== 'string' || !isUid(entity, ...productionTypes)) {
    throw new RowError(`the entity is ${quote(entity)}; give the uid of a production entity, such as 4:1 or 5:1`);
  }
  return { line, datacard, entity, uses: action === 'revoke' ? null : readUses(fields) };
}

/** Reads exactly one of `uses` and `unlimited`; `uses` can also be “unlimited”. */
function readUses({ uses, unlimited }: Fields): number {
  const isUnlimited = readUnlimited(unlimited) || uses === 'unlimited';
  if (isMissing(uses) && !isUnlimited)
    throw new RowError('the number of uses is missing; give a whole number from 1, or unlimited');
  if (isUnlimited && !isMissing(uses) && uses !== 'unlimited') {
    throw new RowError('uses and unlimited exclude each other; give one of them');
  }
  if (isUnlimited) return UNLIMITED;
  const number = typeof uses === 'string' && /^\d{1,16}$/.test(uses) ? Number(uses) : uses;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 1) return number;
  throw new RowError(`uses is ${quote(uses)}; give a whole number from 1, or unlimited`);
}

function readUnlimited(value: unknown): boolean {
  if (isMissing(value) || value === false || value === '0' || value === 0) return false;
  if (value === true || value === 'true' || value === '1' || value === 1) return true;
  throw new RowError(`unlimited is ${quote(value)}; give 1 or nothing`);
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function quote(value: unknown): string {
  if (isMissing(value)) return 'missing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `“${text.length > 80 ? `${text.slice(0, 80)}…` : text}”`;
}
