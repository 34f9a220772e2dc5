import test from 'ava';
import { manyRows, withBatches } from '../../helpers/cli/batch-world.js';
import { proxy } from '../../helpers/cli/proxy.js';
import { enveloped } from '../../helpers/cli/strange-server.js';

const UNAVAILABLE = {
  status: 503,
  text: enveloped({ error_code: 503, error: 'unavailable', error_message: 'The service is busy.' }, 'error'),
};

test('a rate limit ends the batch, and the next run continues it', async (t) => {
  const { run, write, server } = await withBatches(t, { rateLimit: 4 });
  const argv = ['datacard', 'assign', '--batch', write('rows.csv', manyRows(6))];
  const first = await run(argv);
  t.is(first.code, 7);
  t.is(first.stdout.trim().split('\n').length, 4);
  t.regex(
    first.stderr,
    /^svcapi: too many calls; .* or use --retry to wait; 4 of 6 rows are done: run the same command again to continue\n$/,
  );
  server.time.now += 3_600_000;
  const again = await run(argv);
  t.is(again.code, 0);
  t.regex(again.stdout, /^(\S+\t){4}already done\t(.*\n){4}(\S+\t){4}done/);
});

test('with --retry the batch waits until the limit resets', async (t) => {
  const { run, write, server } = await withBatches(t, { rateLimit: 4 });
  const waits: number[] = [];
  const { code, stdout, stderr } = await run(
    ['datacard', 'assign', '--batch', write('rows.csv', manyRows(10)), '--retry'],
    {
      onSleep(milliseconds) {
        waits.push(milliseconds);
        server.time.now += milliseconds;
      },
    },
  );
  t.is(code, 0, stderr);
  t.is(stdout.match(/\tdone\t/g)?.length, 10);
  t.deepEqual(
    waits.map((wait) => Math.floor(wait / 1000)),
    [3600, 3600],
  );
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
  test(`${title} ends the batch without --retry`, async (t) => {
    const { run, write, origin, state } = await withBatches(t);
    let isOver = false;
    const { url, requests } = await proxy(t, origin, async ({ count, forward }) =>
      isOver || count < 3 ? forward() : handling,
    );
    const argv = ['datacard', 'assign', '--batch', write('rows.csv', manyRows(6))];
    const ended = await run([...argv, '--json', 'result'], { env: { SVCAPI_URL: url } });
    t.is(ended.code, code, ended.stderr);
    t.is(ended.stdout, '[\n{"result":"done"},\n{"result":"done"}\n]\n');
    t.regex(ended.stderr, message);
    // A connection that is found closed is tried once more.
    t.is(requests.length, handling === 'reset' ? 4 : 3);
    isOver = true;
    await run(argv, { env: { SVCAPI_URL: url } });
    t.like((await state()) as object[], { 0: { uses: 99 }, length: 5 });
  });
}

test('with --retry the batch ends after ten retries', async (t) => {
  const { run, write, origin } = await withBatches(t);
  const { url, requests } = await proxy(t, origin, async ({ count, forward }) => (count < 3 ? forward() : UNAVAILABLE));
  const waits: number[] = [];
  const { code, stderr } = await run(['datacard', 'assign', '--batch', write('rows.csv', manyRows(6)), '--retry'], {
    env: { SVCAPI_URL: url },
    onSleep: (milliseconds) => waits.push(milliseconds),
  });
  t.is(code, 3);
  t.is(waits.length, 10);
  t.is(requests.length, 13);
  t.regex(stderr, /^(The service is busy.*; trying again in \d s\.\n){10}svcapi: .*; 2 of 6 rows are done: .*\n$/);
});

test('after a lost answer the change is sent again, and made once', async (t) => {
  const undisturbed = await withBatches(t);
  await undisturbed.run(['datacard', 'assign', '--batch', undisturbed.write('rows.csv', manyRows(8))]);

  const { run, write, origin, state } = await withBatches(t);
  const { url } = await proxy(t, origin, async ({ count, forward }) => {
    const answer = await forward();
    return count % 3 === 0 ? 'reset' : answer;
  });
  const { code, stderr } = await run(['datacard', 'assign', '--batch', write('rows.csv', manyRows(8)), '--retry'], {
    env: { SVCAPI_URL: url },
  });
  t.is(code, 0, stderr);
  t.deepEqual(await state(), await undisturbed.state());
});
