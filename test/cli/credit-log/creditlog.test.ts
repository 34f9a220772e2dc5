import test, { type ExecutionContext } from 'ava';
import { proxy } from '../../helpers/cli/proxy.js';
import { refuses, run, signals } from '../../helpers/cli/run.js';
import { sharedService, withService } from '../../helpers/cli/service.js';
import { enveloped, strangeServer } from '../../helpers/cli/strange-server.js';
import { loadRows } from '../../helpers/load-rows.js';
import type { Server } from '../../helpers/server.js';
import { numbers } from '../../helpers/stream.js';

// Hana (1:1) sends what has an odd id to the Guild (20:1), and gets the others from it: 10 to 99 credits each.

const limits = { rateLimit: 1e6 };
const service = sharedService(limits);

/** Adds transactions of Hana's, each with an id far enough from the last one. */
async function add(server: Server, from: number, count: number, step = 1): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ id: from + index * step, time: 1_718_530_000 + index, amount: 1 },
    ...{ sender_uid: '1:1', receiver_uid: '20:1', communication: '' },
  }));
  await loadRows(server.store, 'transaction', rows);
}

const ids = (stdout: string) => (stdout.match(/^\d+/gm) ?? []).map(Number);
const idsInJson = (stdout: string) => (JSON.parse(stdout) as { id: number }[]).map(({ id }) => id);

/** Compares ids as texts: a deep comparison of thousands takes as long as the walk. */
const isSame = (t: ExecutionContext, found: number[], expected: number[]) => t.is(found.join(' '), expected.join(' '));

test('the newest page, newest first, in each format', async (t) => {
  const { run, xml } = service;
  for (const name of [[], ['1:1'], ['Hana Veil'], [' hana veil ']]) {
    const { code, stdout, stderr } = await run(['creditlog', ...name]);
    t.deepEqual([code, stderr], [0, '']);
    t.true(
      stdout.startsWith(
        '2500\t1718528099\t79\t79\tThe Lantern Guild\t20:1\tHana Veil\t1:1\tLot 2500\n' +
          '2499\t1718528098\t78\t-78\tHana Veil\t1:1\tThe Lantern Guild\t20:1\tLot 2499\n',
      ),
      stdout,
    );
    isSame(t, ids(stdout), numbers(2451, 2500).reverse());
  }
  t.is((await run(['creditlog', '--xml'])).stdout, `${await xml('/character/1:1/creditlog')}\n`);
  t.deepEqual(JSON.parse((await run(['creditlog', '--after', '2499', '--json'])).stdout), [
    {
      ...{ id: 2500, time: 1718528099, time_cgt: 'Year 25 Day 203, 01:54:59', time_date: '2024-06-16T08:54:59Z' },
      ...{ amount: 79, change: 79, sender: 'The Lantern Guild', sender_uid: '20:1' },
      ...{ receiver: 'Hana Veil', receiver_uid: '1:1', communication: 'Lot 2500' },
    },
  ]);
  t.is(
    (await run(['creditlog', '--after', '2498'], { terminal: 80 })).stdout,
    `\
┌──────┬─────────────────┬────────┬────────────────────────┬───────────────┐
│   id │ time            │ change │ party                  │ communication │
├──────┼─────────────────┼────────┼────────────────────────┼───────────────┤
│ 2499 │ Y25 D203, 01:54 │    -78 │ to The Lantern Guild   │ Lot 2499      │
│ 2500 │ Y25 D203, 01:54 │    +79 │ from The Lantern Guild │ Lot 2500      │
└──────┴─────────────────┴────────┴────────────────────────┴───────────────┘
`,
  );
});

test('CSV for a spreadsheet has no formulas, --raw leaves them, and a transaction to oneself changes nothing', async (t) => {
  const { run, server } = await withService(t);
  const communication = '=HYPERLINK("http://x.example","pay")';
  const row = { time: 1718528100, amount: 5, sender_uid: '1:1' };
  await loadRows(server.store, 'transaction', [
    { ...row, id: 9000, receiver_uid: '20:1', communication },
    { ...row, id: 9001, receiver_uid: '1:1', communication: 'Pocket' },
  ]);
  const argv = ['creditlog', '--after', '8999', '--output', 'csv', '--no-header'];
  const start = '9000,1718528100,5,-5,Hana Veil,1:1,The Lantern Guild,20:1,';
  const oneself = '9001,1718528100,5,0,Hana Veil,1:1,Hana Veil,1:1,Pocket\n';
  t.is((await run(argv)).stdout, `${start}"'=HYPERLINK(""http://x.example"",""pay"")"\n${oneself}`);
  t.is((await run([...argv, '--raw'])).stdout, `${start}"=HYPERLINK(""http://x.example"",""pay"")"\n${oneself}`);
  t.regex((await run(['creditlog', '--after', '9000'], { terminal: 80 })).stdout, /│ +\+0 │ to oneself │ Pocket/);
});

test('--all lists the whole log, oldest first, and --after what comes later', async (t) => {
  const all = await service.run(['creditlog', '--all']);
  t.deepEqual([all.code, all.stderr], [0, '']);
  isSame(t, ids(all.stdout), numbers(1, 2500));
  for (const after of [0, 1499, 1500, 1501, 2499, 2500, 9_007_199_254_740_990]) {
    const { code, stdout } = await service.run(['creditlog', '--after', String(after), '--json', 'id']);
    t.is(code, 0);
    isSame(t, idsInJson(stdout), numbers(after + 1, 2500));
  }
});

test('--since and --until list the transactions within two times, also those whose ids have gaps', async (t) => {
  const { run, server } = await withService(t, limits);
  await add(server, 10_000, 2000, 7);
  const list = async (...argv: string[]) => ids((await run(['creditlog', ...argv])).stdout);
  const gapped = (from: number, to: number) => numbers(from, to).map((index) => 10_000 + index * 7);
  isSame(t, await list('--since', '1718530010', '--until', '1718530020', '--after', '9999'), gapped(10, 20));
  isSame(t, await list('--until', '1718530020', '--after', '10035'), gapped(6, 20));
  for (const count of [1, 999, 1000, 1001, 2000]) {
    isSame(t, await list('--after', String(10_000 + (1999 - count) * 7)), gapped(2000 - count, 1999));
  }
});

// Contradictory answers of a server. Each is detected in the first answer or two.

const time = { years: 25, days: 204, hours: 5, mins: 0, secs: 0, timestamp: '1718625600' };
const hana = { value: 'Hana', attributes: { uid: '1:1', href: 'x', type: 'character' } };
const row = (id: unknown) => ({
  ...{ attributes: { transaction_id: id }, time, amount: 1, sender: hana, receiver: hana, communication: '' },
});
const log = (transaction: unknown, total: unknown) => ({
  transactions: { attributes: { start: 1, total, count: 1 }, transaction },
});
const run1000 = numbers(1, 1000).map(row).reverse();
const NO_PAGE = /is not a page of a credit log/;

const lies: [payload: unknown, message: RegExp][] = [
  [log(run1000, 1000), /shows transaction 1 in the place of one after 1000/],
  [log(numbers(1, 3).map(row), 3), /transaction 2 in the place of one after 3/],
  [log([row(2), row(2)], 2), /transaction 2 in the place of one after 2/],
  [log([row(1)], 1001), /1 transactions of a run of 1001/],
  [log(run1000, 1e15), /1000 transactions of a run of 1000000000000000/],
  [log([], 1000), /0 transactions of a run of 1000/],
  [log([row(2), row(1)], 1), /2 transactions of a run of 1/],
  [log([row(0)], 1), /transaction 0 in the place of one after 0/],
  ...[-1, 1.5, 2 ** 60, 'x'].map((id): [unknown, RegExp] => [log([row(id)], 1), NO_PAGE]),
  ...[log([row(1)], undefined), log([], -1), log([null], 1), log({}, 1), {}].map((page): [unknown, RegExp] => [
    page,
    NO_PAGE,
  ]),
  [log([{ ...row(1), amount: null }], 1), /has no valid “amount/],
  [log([{ ...row(1), time: { timestamp: '1e300' } }], 1), /has no valid “time/],
  [log([{ ...row(1), sender: {} }], 1), /has no valid “change/],
  [log([{ ...row(1), communication: {} }], 1), /has no valid “communication/],
];

test('a server that contradicts itself is found out', async (t) => {
  for (const [payload, message] of lies) {
    const { url, requests } = await strangeServer(t, (response) => response.end(enveloped(payload)));
    const env = { SVCAPI_URL: url, SVCAPI_TOKEN: 'token' };
    const { code, stdout, stderr } = await run(['creditlog', '1:1', '--all', '--json'], { env });
    t.is(code, 3, stderr);
    t.regex(stderr, message);
    t.is(stderr.trim().split('\n').length, 1);
    t.true(Array.isArray(JSON.parse(stdout)), 'what was printed is whole');
    t.true(requests.length <= 2);
  }
});

test('after a failure or a signal the JSON is complete, and the message says how to continue', async (t) => {
  for (const [handling, code, message] of [
    ['reset', 9, /closed the connection .*; continue with --after 1000\n$/],
    ['silence', 130, /^svcapi: interrupted by SIGINT: stopped between two transactions; continue with --after 1000\n$/],
  ] as const) {
    const { onInterrupt, send } = signals();
    const { url } = await proxy(t, service.origin, async ({ count, forward }) => {
      if (count < 3) return forward();
      if (handling === 'silence') send();
      return handling;
    });
    const argv = ['creditlog', '--all', '--json', 'id', '--url', url];
    const ran = await service.run(argv, { onInterrupt });
    t.is(ran.code, code);
    t.regex(ran.stderr, message);
    isSame(t, idsInJson(ran.stdout), numbers(1, 1000));
  }
});

const misused: [argv: string[], message: RegExp][] = [
  [['--after', '1.5'], /--after is “1.5”; give a whole number from 0/],
  [['--after', '9007199254740991'], /--after is “9007199254740991”/],
  [['--since', 'x'], /--since is “x”: this is not a time; give one such as Y12D3/],
  [['--all', '--xml'], /--all, --after, --since and --until cannot be combined with --xml/],
  [['--until', 'now', '--output', 'xml'], /cannot be combined with --xml/],
  [['--plot', '--until', 'now'], /'--until <time>' cannot be used with option '--plot'/],
  [['--plot', '--json'], /'--plot' cannot be used with option '--json/],
  [['--plot', '--output', 'csv'], /'--plot' cannot be used with option '--output/],
];

test('a misused creditlog sends nothing', async (t) => {
  for (const [argv, message] of misused) {
    await refuses(t, service.run(['creditlog', ...argv, '--url', 'http://127.0.0.1:1']), 2, message, argv.join(' '));
  }
});
