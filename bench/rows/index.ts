import type { Row } from '../row.js';
import { characterRows } from './character.js';
import { creditLogRows } from './credit-log.js';
import { refusedRows } from './refused.js';
import { sameForEverybodyRows } from './same-for-everybody.js';
import { timeRows } from './time.js';

/** Everything that is measured, in the order of the report. */
export const rows: readonly Row[] = [
  ...timeRows,
  ...characterRows,
  ...creditLogRows,
  ...sameForEverybodyRows,
  ...refusedRows,
];
