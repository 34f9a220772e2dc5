import { readFileSync } from 'node:fs';
import test from 'ava';
import { type BatchWorld, manyRows, withBatches } from '../../helpers/cli/batch-world.js';
import { startProgram } from '../../helpers/cli/program.js';
import { type Handling, proxy } from '../../helpers/cli/proxy.js';
import { failing, signals } from '../../helpers/cli/run.js';
import { enveloped } from '../../helpers/cli/strange-server.js';

/** Batches whose answers are lost, late or wrong, and those that are killed. */

const batchOf = ({ write }: BatchWorld, count: number) => [
  ...['datacard', 'assign', '--batch', write('rows.csv', manyRows(count))],
];

test('a rate limit ends the batch, and the next run continues it; with --retry it waits', async (t) => {
  const world = await withBatches(t, { rateLimit: 4 });
  const { run, server } = world;
  const argv = batchOf(world, 6);
  const first = await run(argv);
  t.deepEqual([first.code, first.stdout.trim().split('\n').length], [7, 4]);
  t.regex(
    first.stderr,
    /^svcapi: too many calls; .* or use --retry to wait; 4 of 6 rows are done: run the same command again to continue\n$/,
  );
  const waits: number[] = [];
  const onSleep = (milliseconds: number) => {
    waits.push(Math.floor(milliseconds / 60_000));
    server.time.now += milliseconds;
  };
  const { code, stdout, stderr } = await run([...argv, '--retry'], { onSleep });
  t.deepEqual([code, waits], [0, [60]], stderr);
  t.regex(stdout, /^((\S+\t){4}already done\t.*\n){4}((\S+\t){4}done\t.*\n){2}$/);
  t.regex(stderr, /^Rate limited: waiting 3600 s, until 2024-/);
});

const answerOf = (error_code: number, error: string, error_message: string): Handling => ({
  ...{ status: error_code, text: enveloped({ error_code, error, error_message }, 'error') },
});

const endings: [what: string, handling: Handling, message: RegExp, code: number][] = [
  ['a server that fails', answerOf(503, 'unavailable', 'The service is busy.'), /The service is busy; 2 of /, 3],
  ['a missing permission', answerOf(403, 'permission_missing', 'x'), /lacks the permission.*; 2 of 6 rows are done/, 5],
  ['a connection that breaks', 'reset', /; 2 of 6 rows are done/, 9],
  ['an answer that is none', { status: 200, text: '{}' }, /not an envelope.*; 2 of 6 rows are done/, 3],
  ['a proxy that has lost the service', { status: 404, text: 'Not found' }, /status 404; 2 of 6 rows are done/, 6],
  [
    'an answer about another change',
    { status: 200, text: enveloped({ assignments: { assignment: [{}] } }) },
    /is about another change than that of line 4.*; 2 of 6/,
    3,
  ],
];

test('what affects every row ends the batch without --retry, and the next run completes it', async (t) => {
  const world = await withBatches(t);
  for (const [index, [what, handling, message, code]] of endings.entries()) {
    let isOver = false;
    const { url, requests } = await proxy(t, world.origin, async ({ count, forward }) =>
      isOver || count < 3 ? forward() : handling,
    );
    const file = world.write(`${index}.csv`, `datacard,entity,uses\n${'14:1,4:1,1\n'.repeat(6)}`);
    const argv = ['datacard', 'assign', '--batch', file, '--json', 'result', '--url', url];
    const ended = await world.run(argv);
    t.deepEqual([ended.code, ended.stdout], [code, '[\n{"result":"done"},\n{"result":"done"}\n]\n'], what);
    t.regex(ended.stderr, message);
    // A connection that is found closed is tried once more.
    t.is(requests.length, handling === 'reset' ? 4 : 3, what);
    isOver = true;
    t.is((await world.run(argv)).code, 0);
    t.regex(await world.state(), new RegExp(`^14:1\t.*\t4:1\t.*\t${6 * (index + 1)}\n`), what);
  }
});

test('a batch that is killed between a change and its answer is completed', async (t) => {
  const undisturbed = await withBatches(t);
  const clean = await undisturbed.run(batchOf(undisturbed, 8));
  const world = await withBatches(t);
  let isOver = false;
  const { url } = await proxy(t, world.origin, async ({ count, forward }) => {
    const answer = await forward();
    if (isOver || count < 4) return answer;
    child.kill('SIGKILL');
    return 'silence';
  });
  const argv = [...batchOf(world, 8), '--url', url];
  const { child, ended } = startProgram(argv, { HOME: world.home, SVCAPI_TOKEN: world.server.token });
  t.is((await ended).signal, 'SIGKILL');
  isOver = true;
  t.is((await world.run(argv)).stdout.replaceAll('already done', 'done'), clean.stdout);
  t.is(await world.state(), await undisturbed.state());
});

test('Ctrl-C waits a moment for the row in flight, and starts no other', async (t) => {
  const world = await withBatches(t);
  const { onInterrupt, send } = signals();
  const { url, requests } = await proxy(t, world.origin, async ({ count, forward }) => {
    const answer = await forward();
    if (count === 3) send();
    return answer;
  });
  const argv = [...batchOf(world, 60), '--json', 'line', '--url', url];
  const { code, stdout, stderr } = await world.run(argv, { onInterrupt });
  t.deepEqual([code, requests.length], [130, 3]);
  // On a slow machine its answer comes too late: the row is done with the same key again.
  const done = (JSON.parse(stdout) as { line: number }[]).map(({ line }) => line);
  t.true(done.length === 2 || done.length === 3);
  t.deepEqual(done, [2, 3, 4].slice(0, done.length), 'whole JSON');
  t.true(stderr.endsWith(`; ${done.length} of 60 rows are done: run the same command again to continue\n`), stderr);
  const [, ...recorded] = readFileSync(`${world.home}/rows.csv.done`, 'utf8').trim().split('\n');
  // Its line may be on the disk although its result came too late.
  t.true(recorded.length >= done.length && recorded.length <= 3);
});

test('a closed pipe ends the results, but not the changes of a batch', async (t) => {
  const undisturbed = await withBatches(t);
  await undisturbed.run(batchOf(undisturbed, 8));
  const world = await withBatches(t);
  const argv = batchOf(world, 8);
  for (const isTTY of [false, true]) {
    const stdout = Object.assign(failing('EPIPE'), { isTTY });
    t.deepEqual(await world.run(argv, { stdout }), { code: 0, stdout: '', stderr: '' });
    t.is(await world.state(), await undisturbed.state());
  }
});
