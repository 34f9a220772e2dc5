import { readFileSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';
import type { RecordedStatement } from '../preload/statements.js';

/** What the loop repeats, and what it does once before. */
export interface Script {
  settings: RecordedStatement[];
  statements: RecordedStatement[];
}

/** How many times the loop came around. */
export interface Laps {
  laps: number;
  seconds: number;
}

/**
 * The least that a program can do to make a durable change: `node statements.js FILE DATABASE` runs the statements that the
 * service was seen to run, prepared once, over and over. A message says for how many seconds.
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
// What starts a server waits for this line.
process.stdout.write('listens on http://nothing\n');
