import { lineOf, medianOf } from '../report/look-up.js';
import type { Run } from '../run.js';

/** The measurements that the plans use, from a run of the bench. */
export interface Measured {
  /** Microseconds of processor time of a request, by the name of its rows. */
  character: number;
  creditlog: number;
  /** Durable changes a second of one service. */
  changes: number;
  /** How many times the processor time of a character is on PostgreSQL what it is on SQLite. */
  postgres: number;
  /** Bytes of a million counters, of the service after a million requests, and of a thousand open streams. */
  counters: number;
  memory: number;
  streams: number;
}

/**
 * Returns the measurements of a run.
 *
 * @throws an error that names the row where the run lacks one
 */
export function measuredBy(run: Run): Measured {
  const time = (row: string) => medianOf(run, row, 'svcapi, processor time', 'µs/request');
  const result = (what: string) => lineOf(run, what).summary.median;
  return {
    character: time('character-different'),
    creditlog: time('creditlog-different'),
    changes: medianOf(run, 'assign', 'svcapi', 'changes/s'),
    postgres: 1 / result('GET character, every one different, PostgreSQL'),
    counters: result('1,000,000 distinct client addresses') * 1e6,
    memory: result('Memory after 1,000,000 requests') * 1e6,
    streams: result('Memory of 1,000 open streams') * 1e6,
  };
}
