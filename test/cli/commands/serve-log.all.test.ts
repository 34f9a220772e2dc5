import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { type Hosted, host } from '../../helpers/cli/hosted.js';
import { temporaryFolder } from '../../helpers/folder.js';
import { inTime, until } from '../../helpers/until.js';

/** The log of requests, whose lines are written together: none is lost when the service ends. */

/** A module that lets a signal end the service by an error that nobody catches. */
const crash = join(temporaryFolder(), 'crash.cjs');
writeFileSync(crash, `process.on('SIGUSR2', () => { throw new Error('nobody catches this'); });`);

async function serve(t: ExecutionContext, argv: string[] = []) {
  const env = { SVCAPI_LOG_LEVEL: 'info', NODE_OPTIONS: `--require=${crash}` };
  const hosted = await host(t, ['--database', ':memory:', '--metrics-port', 'off', ...argv], /listens on/, env);
  const { stderr } = hosted.child;
  if (!stderr) throw new Error('no standard error');
  return { hosted, log: text(stderr) };
}

/** Sends requests, each with an id of its own. */
async function callMany({ url }: Hosted, prefix: string, count = 20): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
  for (const id of ids) {
    const answer = await fetch(`${url}/ws/v2.0/api/time`, { headers: { 'X-Request-Id': id } });
    await answer.arrayBuffer();
  }
  return ids;
}

/** Ends the service, and returns the ids of its lines. */
async function idsAfter({ child }: Hosted, signal: NodeJS.Signals, log: Promise<string>): Promise<string[]> {
  const closed = once(child, 'close');
  child.kill(signal);
  await inTime(closed, 'the service lives');
  return (await log)
    .split('\n')
    .filter((line) => line.startsWith('{"level":"info"'))
    .flatMap((line) => (JSON.parse(line) as { requestId?: string }).requestId ?? []);
}

test('SIGTERM loses no line', async (t) => {
  const { hosted, log } = await serve(t);
  // More than is gathered before a write.
  const ids = await callMany(hosted, 'term', 200);
  t.deepEqual(await idsAfter(hosted, 'SIGTERM', log), ids);
  t.true((await log).indexOf('term-199') < (await log).indexOf('SIGTERM: finishing'), 'what comes later is later');
});

test('an error that nobody catches loses no line', async (t) => {
  const { hosted, log } = await serve(t);
  const ids = await callMany(hosted, 'crash');
  t.deepEqual(await idsAfter(hosted, 'SIGUSR2', log), ids);
  t.regex(await log, /nobody catches this/);
});

test('a second signal loses no line', async (t) => {
  const { hosted, log } = await serve(t, ['--drain-delay', '600']);
  const ids = await callMany(hosted, 'first');
  hosted.child.kill('SIGTERM');
  await until(async () => (await fetch(`${hosted.url}/readyz`)).status === 503, { what: 'the service drains' });
  const more = await callMany(hosted, 'second');
  const logged = await idsAfter(hosted, 'SIGTERM', log);
  t.deepEqual(
    logged.filter((id) => /^(first|second)-/.test(id)),
    [...ids, ...more],
  );
  t.is(hosted.child.signalCode, 'SIGTERM');
});
