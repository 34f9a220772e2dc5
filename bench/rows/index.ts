import type { Row } from '../row.js';
import { assignRows } from './assign.js';
import { blacklistRows } from './blacklist.js';
import { byHandRows } from './by-hand.js';
import { commandRows } from './commands.js';
import { creditLogRows } from './credit-log.js';
import { differentRows } from './different.js';
import { eventLoopRows } from './event-loop.js';
import { grownRows } from './grown.js';
import { importRows } from './import.js';
import { memoryRows } from './memory.js';
import { peerRows } from './peers.js';
import { postgresRows } from './postgres.js';
import { refusedRows } from './refused.js';
import { requestLogRows } from './request-log.js';
import { sandboxRows } from './sandbox.js';
import { characterRows, sharedAnswerRows, timeRows } from './single-requests.js';
import { startRows } from './start.js';
import { streamRows } from './streams.js';
import { syncRows } from './sync.js';

/** Everything that is measured, in the order of the report. */
export const rows: readonly Row[] = [
  ...timeRows,
  ...characterRows,
  ...creditLogRows,
  ...differentRows,
  ...grownRows,
  ...blacklistRows,
  ...eventLoopRows,
  ...sharedAnswerRows,
  ...refusedRows,
  ...assignRows,
  ...memoryRows,
  ...streamRows,
  ...importRows,
  ...syncRows,
  ...startRows,
  ...sandboxRows,
  ...commandRows,
  ...requestLogRows,
  ...postgresRows,
  ...byHandRows,
  ...peerRows,
];
