import { readFileSync } from 'node:fs';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import type { RecordedStatement } from '../preload/statements.js';

/** The statements that the loop repeats, and the settings that it makes before. */
export interface Script {
  settings: RecordedStatement[];
  statements: RecordedStatement[];
}

/** The number of rounds of the loop. */
export interface Laps {
  laps: number;
  seconds: number;
}

/**
 * The least work for a durable change: `node statements.js FILE DATABASE` repeats the recorded statements of the service, prepared
 * once. A message gives the number of seconds.
 */
const [file = '', path = ''] = process.argv.slice(2);
const { settings, statements } = JSON.parse(readFileSync(file, 'utf8')) as Script;
const database = new DatabaseSync(path);
for (const { sql } of settings) database.exec(sql);
const steps = statements.map((recorded) => {
  if (recorded.method === 'exec') return () => database.exec(recorded.sql);
  const statement = database.prepare(recorded.sql);
  statement.setReturnArrays(recorded.asArrays);
  const run = statement[recorded.method] as (...values: unknown[]) => unknown;
  return () => run.apply(statement, recorded.values);
});

process.on('message', (message) => {
  const milliseconds = Number(message) * 1000;
  const begun = performance.now();
  let laps = 0;
  for (; performance.now() - begun < milliseconds; laps += 1) for (const step of steps) step();
  process.send?.({ laps, seconds: (performance.now() - begun) / 1000 } satisfies Laps);
});
process.once('disconnect', () => process.exit());
// The bench waits for this line.
process.stdout.write('listens on http://nothing\n');
