import test from 'ava';
import { type BatchWorld, manyRows, withBatches } from '../../helpers/cli/batch-world.js';
import { startProgram } from '../../helpers/cli/program.js';
import { proxy } from '../../helpers/cli/proxy.js';
import { enveloped } from '../../helpers/cli/strange-server.js';

/** Batches whose answers are lost, late or wrong, and those that are killed. */

const UNAVAILABLE = {
  status: 503,
  text: enveloped({ error_code: 503, error: 'unavailable', error_message: 'The service is busy.' }, 'error'),
};

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
  server.time.now += 3_600_000;
  const again = await run(argv);
  t.is(again.code, 0);
  t.regex(again.stdout, /^(\S+\t){4}already done\t(.*\n){4}(\S+\t){4}done/);

  server.time.now += 3_600_000;
  const waits: number[] = [];
  const { code, stdout, stderr } = await run([...batchOf(world, 16), '--retry'], {
    onSleep(milliseconds) {
      waits.push(Math.floor(milliseconds / 60_000));
      server.time.now += milliseconds;
    },
  });
  t.deepEqual([code, waits], [0, [60, 60]], stderr);
  t.is(stdout.match(/\tdone\t/g)?.length, 10);
  t.is(stderr.match(/^Rate limited: waiting 3600 s, until 2024-/gm)?.length, 2);
});

for (const [title, handling, message, code] of [
  ['a server that fails', UNAVAILABLE, /The service is busy; 2 of 6 rows are done/, 3],
  ['a connection that breaks', 'reset', /; 2 of 6 rows are done/, 9],
  ['an answer that is none', { status: 200, text: '{}' }, /not an envelope.*; 2 of 6 rows are done/, 3],
  ['a proxy that has lost the service', { status: 404, text: 'Not found' }, /status 404; 2 of 6 rows are done/, 6],
  [
    'an answer about another change',
    { status: 200, text: enveloped({ assignments: { assignment: [{}] } }) },
    /is about another change than that of line 4.*; 2 of 6/,
    3,
  ],
] as const) {
  test(`${title} ends the batch without --retry, and the next run completes it`, async (t) => {
    const world = await withBatches(t);
    let isOver = false;
    const { url, requests } = await proxy(t, world.origin, async ({ count, forward }) =>
      isOver || count < 3 ? forward() : handling,
    );
    const argv = batchOf(world, 6);
    const ended = await world.run([...argv, '--json', 'result'], { env: { SVCAPI_URL: url } });
    t.is(ended.code, code, ended.stderr);
    t.is(ended.stdout, '[\n{"result":"done"},\n{"result":"done"}\n]\n');
    t.regex(ended.stderr, message);
    // A connection that is found closed is tried once more.
    t.is(requests.length, handling === 'reset' ? 4 : 3);
    isOver = true;
    await world.run(argv, { env: { SVCAPI_URL: url } });
    t.like((await world.state()) as object[], { 0: { uses: 99 }, length: 5 });
  });
}

test('with --retry the batch ends after ten retries', async (t) => {
  const world = await withBatches(t);
  const { url, requests } = await proxy(t, world.origin, async ({ count, forward }) =>
    count < 3 ? forward() : UNAVAILABLE,
  );
  const { code, stderr } = await world.run([...batchOf(world, 6), '--retry'], { env: { SVCAPI_URL: url } });
  t.deepEqual([code, requests.length], [3, 13]);
  t.regex(stderr, /^(The service is busy.*; trying again in \d s\.\n){10}svcapi: .*; 2 of 6 rows are done: .*\n$/);
});

test('after a lost answer the change is sent again, and made once', async (t) => {
  const undisturbed = await withBatches(t);
  await undisturbed.run(batchOf(undisturbed, 8));
  const world = await withBatches(t);
  const { url } = await proxy(t, world.origin, async ({ count, forward }) => {
    const answer = await forward();
    return count % 3 === 0 ? 'reset' : answer;
  });
  const { code, stderr } = await world.run([...batchOf(world, 8), '--retry'], { env: { SVCAPI_URL: url } });
  t.is(code, 0, stderr);
  t.deepEqual(await world.state(), await undisturbed.state());
});

// The worst times: before the change is made, and between the change and its line in the record.
for (const isMade of [false, true]) {
  test(`a batch that is killed ${isMade ? 'between a change and its answer' : 'before a change'} is completed`, async (t) => {
    const undisturbed = await withBatches(t);
    const clean = await undisturbed.run(batchOf(undisturbed, 30));
    const world = await withBatches(t);
    let isOver = false;
    const { url } = await proxy(t, world.origin, async ({ count, forward }) => {
      if (isOver || count < 20) return forward();
      if (isMade) await forward();
      child.kill('SIGKILL');
      return 'silence';
    });
    const argv = [...batchOf(world, 30), '--url', url];
    const { child, ended } = startProgram(argv, { HOME: world.home, SVCAPI_TOKEN: world.server.token });
    t.is((await ended).signal, 'SIGKILL');
    isOver = true;
    t.is((await world.run(argv)).stdout.replaceAll('already done', 'done'), clean.stdout);
    t.deepEqual(await world.state(), await undisturbed.state());
  });
}

test('Ctrl-C waits a moment for the row in flight, and starts no other', async (t) => {
  const world = await withBatches(t);
  const { url, requests } = await proxy(t, world.origin, async ({ count, forward }) => {
    if (count === 3) child.kill('SIGINT');
    return forward();
  });
  const argv = [...batchOf(world, 60), '--json', 'line'];
  const { child, ended } = startProgram(argv, { HOME: world.home, SVCAPI_URL: url, SVCAPI_TOKEN: world.server.token });
  const { signal, stdout, stderr } = await ended;
  t.deepEqual([signal, requests.length], ['SIGINT', 3]);
  // On a slow machine its answer comes too late: the row is done with the same key again.
  const done = JSON.parse(stdout) as { line: number }[];
  t.true(done.length === 2 || done.length === 3);
  t.deepEqual(done, [{ line: 2 }, { line: 3 }, { line: 4 }].slice(0, done.length), 'whole JSON');
  t.true(stderr.endsWith(`; ${done.length} of 60 rows are done: run the same command again to continue\n`), stderr);
  t.is(world.done('rows.csv').length, done.length);
});

test('a closed pipe ends the results, but not the changes of a batch', async (t) => {
  const undisturbed = await withBatches(t);
  await undisturbed.run(batchOf(undisturbed, 60));
  const world = await withBatches(t);
  const env = { HOME: world.home, SVCAPI_URL: world.origin, SVCAPI_TOKEN: world.server.token };
  const { child, ended } = startProgram(batchOf(world, 60), env);
  child.stdout.destroy();
  const { code, stderr } = await ended;
  t.is(code, 0, stderr);
  t.deepEqual(await world.state(), await undisturbed.state());
});
