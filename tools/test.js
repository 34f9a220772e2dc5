import { availableParallelism } from 'node:os';
import process from 'node:process';
import { Writable } from 'node:stream';
import { ava } from './test/ava.js';
import { testNodes } from './test/nodes.js';
import { testPostgres } from './test/postgres.js';
import { heavySuites, quickSuites, slowestSuites, suitesOf } from './test/suites.js';

// Runs tests: `node tools/test.js PART… [OPTION OF AVA…]` or `node tools/test.js FILE… [OPTION OF AVA…]`.
const parts = {
  quick: (options) => ava([...quickSuites(), ...options]),
  // These wait for programs, a browser and timers: with a process for each processor, much of both would be idle.
  others: (options) => ava([...heavySuites(), `--concurrency=${availableParallelism() + 1}`, ...options]),
  postgres: testPostgres,
  nodes: testNodes,
};

const args = process.argv.slice(2).map((arg) => (/\.test\.[jt]s$/.test(arg) ? arg.replaceAll('\\', '/') : arg));
// A file may be named by its source, and takes the place of the parts.
const files = args.filter((arg) => /\.test\.[jt]s$/.test(arg));
const named = args.filter((arg) => arg in parts);
const options = args.filter((arg) => !files.includes(arg) && !named.includes(arg));

let status = 0;
if (files.length + named.length === 0) {
  process.stderr.write(`Name a part or a file: ${Object.keys(parts).join(', ')}, test/server/cors.test.ts\n`);
  status = 2;
} else if (files.length > 0) {
  const compiled = files.map((file) => file.replace(/^(\.\/)?(dist\/)?test\//, '').replace(/\.ts$/, '.js'));
  status = await ava([...suitesOf(compiled), ...options]);
} else {
  if (named.includes('quick')) status = await parts.quick(options);
  // What waits for other programs leaves the processors idle half of the time: these parts run beside each other.
  const [first, ...rest] = named.filter((part) => part !== 'quick');
  const printed = [];
  const held = new Writable({ write: (chunk, _, done) => done(void printed.push(chunk)) });
  const others = first === undefined ? 0 : parts[first](options, process.stdout);
  for (const part of rest) status = Math.max(status, await parts[part](options, held));
  status = Math.max(status, await others);
  for (const line of ['The suites that took longest', ...slowestSuites()]) held.write(`# ${line}\n`);
  await new Promise((resolve) => process.stdout.write(Buffer.concat(printed), resolve));
}
process.exit(status);
