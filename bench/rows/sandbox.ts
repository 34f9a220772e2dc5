import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as testing from '../../src/testing/index.js';
import { ROOT } from '../environment.js';
import type { Line, Row } from '../row.js';
import { summarize } from '../statistics.js';

/** Resets in a round, each after a change. */
const RESETS = 200;

/** The cost of a sandbox to a suite of tests: its start, and a reset between two tests. */
const sandbox: Row = {
  name: 'sandbox',
  what: 'Start a sandbox, and reset it after a change',
  lasts: ({ rounds }) => rounds * 4,
  async measure(bench) {
    const { startServer }: typeof testing = await import(pathToFileURL(join(ROOT, 'dist/testing.cjs')).href);
    const starts: number[] = [];
    const resets: number[] = [];
    for (let round = 1; round <= bench.rounds; round += 1) {
      bench.log(`sandbox ${round} of ${bench.rounds}`);
      const begun = performance.now();
      const server = await startServer();
      starts.push(performance.now() - begun);
      resets.push(await resetTime(server));
      await server.close();
    }
    return [line('startServer, 20,000 transactions', starts, 1000), line('reset() after a change', resets, 20)];
  },
};

/** Returns the mean time of a reset, in milliseconds. */
async function resetTime(server: testing.Server): Promise<number> {
  const headers = { Authorization: `Bearer ${server.token}` };
  let spent = 0;
  for (let count = 0; count < RESETS; count += 1) {
    const body = new URLSearchParams({ production_entity_uid: '4:1', uses: '1' });
    const answer = await fetch(`${server.url}/ws/v2.0/datacard/14:1`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`the change fails: ${answer.status}`);
    await answer.arrayBuffer();
    const begun = performance.now();
    await server.reset();
    spent += performance.now() - begun;
  }
  return spent / RESETS;
}

function line(what: string, rounds: number[], atMost: number): Line {
  return {
    what,
    goal: { atMost },
    summary: summarize(rounds),
    unit: 'ms',
    series: [{ name: what, unit: 'ms', rounds }],
  };
}

export const sandboxRows = [sandbox];
