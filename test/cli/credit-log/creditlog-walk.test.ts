import test, { type ExecutionContext } from 'ava';
import { startProgram } from '../../helpers/cli/program.js';
import { proxy } from '../../helpers/cli/proxy.js';
import { hurriedClock, Kept, run, runIo } from '../../helpers/cli/run.js';
import { withService } from '../../helpers/cli/service.js';
import { enveloped, strangeServer } from '../../helpers/cli/strange-server.js';
import { loadRows } from '../../helpers/load-rows.js';
import type { Server } from '../../helpers/server.js';

const limits = { rateLimit: 1e6 };

/** Adds transactions of Hana's, each with an id far enough from the last one. */
async function add(server: Server, from: number, count: number, step = 1): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: from + index * step,
    time: 1_718_530_000 + index,
    amount: 1,
    sender_uid: '1:1',
    receiver_uid: '20:1',
    communication: '',
  }));
  await loadRows(server.store, 'transaction', rows);
}

const ids = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => Number(line.split('\t')[0]));
const idsInJson = (stdout: string) => (JSON.parse(stdout) as { id: number }[]).map(({ id }) => id);

/** Compares ids as texts: a deep comparison of thousands takes as long as the walk. */
const isSame = (t: ExecutionContext, found: number[], expected: number[]) => t.is(found.join(' '), expected.join(' '));

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('--all lists the whole log, oldest first', async (t) => {
  const { run } = await withService(t, limits);
  const { code, stdout, stderr } = await run(['creditlog', '--all']);
  t.is(code, 0, stderr);
  isSame(t, ids(stdout), range(1, 2500));
  t.is(stderr, '');
});

const afters: [after: number, from: number][] = [
  [0, 1],
  [1, 2],
  [1499, 1500],
  [1500, 1501],
  [1501, 1502],
  [2499, 2500],
  [2500, 2501],
  [9_007_199_254_740_990, 2501],
];

for (const [id, from] of afters) {
  test(`--after ${id} lists everything after it`, async (t) => {
    const { run } = await withService(t, limits);
    const { code, stdout } = await run(['creditlog', '--after', String(id), '--json', 'id']);
    t.is(code, 0);
    isSame(t, idsInJson(stdout), range(from, 2500));
  });
}

test('--since and --until list the transactions within two times', async (t) => {
  const { run, server } = await withService(t, limits);
  await add(server, 10_000, 100);
  const list = async (...argv: string[]) => ids((await run(['creditlog', ...argv])).stdout);
  isSame(t, await list('--since', '1718530010', '--until', '1718530020', '--after', '9999'), range(10_010, 10_020));
  isSame(t, await list('--until', '1718530020', '--after', '10005'), range(10_006, 10_020));
});

for (const count of [1, 999, 1000, 1001, 2000]) {
  test(`a log of ${count} transactions, whose ids have gaps`, async (t) => {
    const { run, server } = await withService(t, limits);
    await add(server, 10_000, count, 7);
    const found = ids((await run(['creditlog', '--after', '9999'])).stdout);
    isSame(
      t,
      found,
      range(0, count - 1).map((index) => 10_000 + index * 7),
    );
  });
}

test('no transaction is lost or repeated while others arrive', async (t) => {
  const { run, server, origin } = await withService(t, limits);
  const arriving = [1, 999, 1001, 2, 0, 3];
  let newest = 2500;
  const { url, requests } = await proxy(t, origin, async ({ target, forward }) => {
    const count = target.includes('creditlog') ? (arriving.shift() ?? 0) : 0;
    await add(server, newest + 1, count);
    newest += count;
    return forward();
  });
  const { code, stdout, stderr } = await run(['creditlog', '--all'], { env: { SVCAPI_URL: url } });
  t.is(code, 0, stderr);
  isSame(t, ids(stdout), range(1, newest));
  t.true(newest > 4000 && arriving.length < 3, 'most of them came in between');
  t.true(requests.length < 15);
});

// Contradictory answers of a server. Each is detected in the first answer or two.

const moment = { years: 25, days: 204, hours: 5, mins: 0, secs: 0, timestamp: '1718625600' };
const hana = { value: 'Hana', attributes: { uid: '1:1', href: 'x', type: 'character' } };
const row = (id: unknown) => ({
  attributes: { transaction_id: id },
  time: moment,
  amount: 1,
  sender: hana,
  receiver: hana,
  communication: '',
});
const log = (transaction: unknown, total: unknown) => ({
  transactions: { attributes: { start: 1, total, count: 1 }, transaction },
});
const run1000 = range(1, 1000).map(row).reverse();

const lies: [title: string, payload: unknown, message: RegExp][] = [
  ['the same run for ever', log(run1000, 1000), /shows transaction 1 in the place of one after 1000/],
  ['oldest first', log(range(1, 3).map(row), 3), /transaction 2 in the place of one after 3/],
  ['an id twice', log([row(2), row(2)], 2), /transaction 2 in the place of one after 2/],
  ['a run that is too long', log([row(1)], 1001), /1 transactions of a run of 1001/],
  ['a run without an end', log(run1000, 1e15), /1000 transactions of a run of 1000000000000000/],
  ['a full run without a row', log([], 1000), /0 transactions of a run of 1000/],
  ['more than it counts', log([row(2), row(1)], 1), /2 transactions of a run of 1/],
  ['an id of 0', log([row(0)], 1), /transaction 0 in the place of one after 0/],
  ['a negative id', log([row(-1)], 1), /is not a page of a credit log/],
  ['half an id', log([row(1.5)], 1), /is not a page of a credit log/],
  ['a huge id', log([row(2 ** 60)], 1), /is not a page of a credit log/],
  ['a word as id', log([row('x')], 1), /is not a page of a credit log/],
  ['no total', log([row(1)], undefined), /is not a page of a credit log/],
  ['a negative total', log([], -1), /is not a page of a credit log/],
  ['no amount', log([{ ...row(1), amount: null }], 1), /has no valid “amount/],
  ['no time', log([{ ...row(1), time: null }], 1), /has no valid “time/],
  ['a time that there is not', log([{ ...row(1), time: { timestamp: '1e300' } }], 1), /has no valid “time/],
  ['no sender', log([{ ...row(1), sender: {} }], 1), /has no valid “change/],
  ['no receiver', log([{ ...row(1), receiver: 'x' }], 1), /has no valid “change/],
  ['no communication', log([{ ...row(1), communication: {} }], 1), /has no valid “communication/],
  ['null instead of a transaction', log([null], 1), /is not a page of a credit log/],
  ['no list', log({}, 1), /is not a page of a credit log/],
  ['nothing', {}, /is not a page of a credit log/],
];

for (const [title, payload, message] of lies) {
  test(`a server that lies: ${title}`, async (t) => {
    const { url, requests } = await strangeServer(t, (response) => response.end(enveloped(payload)));
    const env = { SVCAPI_URL: url, SVCAPI_TOKEN: 'token' };
    const { code, stdout, stderr } = await run(['creditlog', '1:1', '--all', '--json'], { env });
    t.is(code, 3, stderr);
    t.regex(stderr, message);
    t.is(stderr.trim().split('\n').length, 1);
    t.true(Array.isArray(JSON.parse(stdout)), 'what was printed is whole');
    t.true(requests.length <= 2);
  });
}

test('after a failure the output is complete, and the message says how to continue', async (t) => {
  const { run, origin } = await withService(t, limits);
  const { url } = await proxy(t, origin, async ({ count, forward }) => (count < 3 ? forward() : 'reset'));
  const first = await run(['creditlog', '--all', '--json', 'id'], { env: { SVCAPI_URL: url } });
  t.is(first.code, 9);
  t.regex(first.stderr, /closed the connection .*; continue with --after 1000\n$/);
  const rest = await run(['creditlog', '--after', '1000', '--json', 'id']);
  isSame(
    t,
    [first, rest].flatMap(({ stdout }) => idsInJson(stdout)),
    range(1, 2500),
  );
});

test('a rate limit ends the walk; with --retry it waits', async (t) => {
  const { run, server } = await withService(t, { rateLimit: 2 });
  const argv = ['creditlog', '1:1', '--all'];
  const ended = await run(argv);
  t.is(ended.code, 7);
  isSame(t, ids(ended.stdout), range(1, 2000));
  t.regex(ended.stderr, /^svcapi: too many calls; .*; continue with --after 2000\n$/);

  server.time.now += 3_600_000;
  const waits: number[] = [];
  const waited = await run([...argv, '--retry'], {
    onSleep(milliseconds) {
      waits.push(milliseconds);
      server.time.now += milliseconds;
    },
  });
  t.is(waited.code, 0, waited.stderr);
  isSame(t, ids(waited.stdout), range(1, 2500));
  t.is(waits.length, 1);
  t.regex(waited.stderr, /^Rate limited: waiting 3600 s, until .*\n$/);
});

test('an interruption leaves complete JSON, and the message says how to continue', async (t) => {
  const { server, origin } = await withService(t, limits);
  let interrupt = (_signal: 'SIGINT') => {};
  const { url } = await proxy(t, origin, async ({ count, forward }) => {
    if (count < 3) return forward();
    interrupt('SIGINT');
    return 'silence';
  });
  const { code, stdout, stderr } = await runIo(['creditlog', '--all', '--json', 'id'], {
    env: { HOME: '/nonexistent', SVCAPI_URL: url, SVCAPI_TOKEN: server.token },
    onInterrupt(listener) {
      interrupt = listener;
      return () => {};
    },
  });
  t.is(code, 130);
  t.is(stderr, 'svcapi: interrupted by SIGINT: stopped between two transactions; continue with --after 1000\n');
  isSame(t, idsInJson(stdout), range(1, 1000));
});

test('a closed pipe ends the walk quietly', async (t) => {
  const { server, origin } = await withService(t, limits);
  const env = { HOME: '/nonexistent', SVCAPI_URL: origin, SVCAPI_TOKEN: server.token };
  const { child, ended } = startProgram(['creditlog', '--all'], env);
  child.stdout.once('data', () => child.stdout.destroy());
  const { code, stderr } = await ended;
  t.deepEqual({ code, stderr }, { code: 0, stderr: '' });
});

test('progress is shown on a terminal when the rows go elsewhere', async (t) => {
  const { server, origin, home } = await withService(t, limits);
  const around = {
    env: { HOME: home, SVCAPI_URL: origin, SVCAPI_TOKEN: server.token },
    now: hurriedClock(1000),
  };
  const { stdout, stderr } = await runIo(['creditlog', '--all'], { ...around, stderr: new Kept(80) });
  isSame(t, ids(stdout), range(1, 2500));
  t.deepEqual(stderr.split('\r\u001b[2K'), [
    '',
    'Reading the credit log 1,000 transactions',
    'Reading the credit log 2,000 transactions',
    'Reading the credit log 2,500 transactions',
    '',
  ]);
  const both = await runIo(['creditlog', '--after', '1400'], { ...around, stdout: new Kept(80), stderr: new Kept(80) });
  t.true(both.stderr.endsWith(' 1,100 transactions\r\u001b[2K'), 'the table comes at the end');
});
