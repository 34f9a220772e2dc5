import test from 'ava';
import { run } from '../../helpers/cli/run.js';
import { withService } from '../../helpers/cli/service.js';
import { strangeServer } from '../../helpers/cli/strange-server.js';
import { tokenFor } from '../../helpers/galaxy.js';

// Hana (1:1) sends what has an odd id to the Guild (20:1), and gets the others from it: 10 to 99 credits each.

const LINES = `\
2500	1718528099	79	79	The Lantern Guild	20:1	Hana Veil	1:1	Lot 2500
2499	1718528098	78	-78	Hana Veil	1:1	The Lantern Guild	20:1	Lot 2499
`;

test('the newest page, newest first, into a pipe', async (t) => {
  const { run } = await withService(t);
  t.deepEqual(await run(['creditlog', '--item-count', '2']), { code: 0, stdout: LINES, stderr: '' });
  t.is((await run(['creditlog'])).stdout.trim().split('\n').length, 50);
});

test('a table of transactions on a terminal', async (t) => {
  const { run } = await withService(t);
  const { stdout } = await run(['creditlog', '--item-count', '2'], { terminal: 110 });
  t.is(
    stdout,
    `\
┌──────┬─────────────────────────────────────────────────┬────────┬────────────────────────┬───────────────┐
│   id │ time                                            │ change │ party                  │ communication │
├──────┼─────────────────────────────────────────────────┼────────┼────────────────────────┼───────────────┤
│ 2500 │ Year 25 Day 203, 01:54:59  2024-06-16T08:54:59Z │    +79 │ from The Lantern Guild │ Lot 2500      │
│ 2499 │ Year 25 Day 203, 01:54:58  2024-06-16T08:54:58Z │    -78 │ to The Lantern Guild   │ Lot 2499      │
└──────┴─────────────────────────────────────────────────┴────────┴────────────────────────┴───────────────┘
`,
  );
});

test('JSON has every field', async (t) => {
  const { run } = await withService(t);
  t.deepEqual(JSON.parse((await run(['creditlog', '--start-id', '3', '--start-index', '1000', '--json'])).stdout), [
    {
      id: 3,
      time: 1718525602,
      time_cgt: 'Year 25 Day 203, 01:13:22',
      time_date: '2024-06-16T08:13:22Z',
      amount: 12,
      change: -12,
      sender: 'Hana Veil',
      sender_uid: '1:1',
      receiver: 'The Lantern Guild',
      receiver_uid: '20:1',
      communication: 'Lot 3',
    },
  ]);
});

test('CSV has a header row', async (t) => {
  const { run } = await withService(t);
  t.is(
    (await run(['creditlog', '--item-count', '1', '--output', 'csv'])).stdout,
    'id,time,amount,change,sender,sender_uid,receiver,receiver_uid,communication\n' +
      '2500,1718528099,79,79,The Lantern Guild,20:1,Hana Veil,1:1,Lot 2500\n',
  );
});

test('--xml prints the XML of the service unchanged', async (t) => {
  const { run, xml } = await withService(t);
  const { stdout } = await run(['creditlog', '--item-count', '2', '--start-index', '3', '--start-id', '7', '--xml']);
  t.is(stdout, `${await xml('/character/1:1/creditlog?item_count=2&start_index=3&start_id=7')}\n`);
});

for (const name of ['1:1', 'Hana Veil', ' hana veil ']) {
  test(`the character by another name: “${name}”`, async (t) => {
    const { run } = await withService(t);
    t.is((await run(['creditlog', name, '--item-count', '2'])).stdout, LINES);
  });
}

test('a transaction to oneself changes nothing', async (t) => {
  const { run, server } = await withService(t);
  await server.store.transaction(({ load }) =>
    load.write('transaction', [
      { id: 9000, time: 1718528100, amount: 5, sender_uid: '1:1', receiver_uid: '1:1', communication: 'Pocket' },
    ]),
  );
  t.is((await run(['creditlog', '--item-count', '1'])).stdout.split('\t').slice(2, 4).join(), '5,0');
  t.regex((await run(['creditlog', '--item-count', '1'], { terminal: 80 })).stdout, /│ +\+0 │ to oneself │ Pocket/);
});

test('a page past the end is empty, with a message on a terminal', async (t) => {
  const { run } = await withService(t);
  const argv = ['creditlog', '--start-index', '1001'];
  t.deepEqual(await run(argv), { code: 0, stdout: '', stderr: '' });
  t.is((await run([...argv, '--json'])).stdout, '[]\n');
  t.is((await run(argv, { terminal: 80 })).stderr, 'There are no transactions on this page.\n');
});

test('another character’s log is not found', async (t) => {
  const { run } = await withService(t);
  t.is((await run(['creditlog', '1:2'])).code, 6);
});

test('without character_read, a uid is enough', async (t) => {
  const { run, server } = await withService(t);
  const env = { SVCAPI_TOKEN: await tokenFor(server.store, '1:1', ['character_credits']) };
  t.is((await run(['creditlog', '1:1', '--item-count', '2'], { env })).stdout, LINES);
  const { code, stderr } = await run(['creditlog'], { env });
  t.is(code, 5);
  t.regex(stderr, /lacks the permission character_read, .* give a uid: svcapi creditlog UID\n$/);
});

test('without character_credits, the log is refused', async (t) => {
  const { run, server } = await withService(t);
  const env = { SVCAPI_TOKEN: await tokenFor(server.store, '1:1', ['character_read']) };
  const { code, stderr } = await run(['creditlog'], { env });
  t.is(code, 5);
  t.regex(stderr, /character_credits; it has character_read/);
});

const misused: [argv: string[], message: RegExp][] = [
  [['--item-count', '0'], /--item-count is “0”; give a whole number from 1 to 1000/],
  [['--item-count', '1001'], /--item-count is “1001”/],
  [['--item-count', '1e2'], /--item-count is “1e2”/],
  [['--start-index', '-1'], /--start-index is “-1”; give a whole number from 0/],
  [['--start-id', 'x'], /--start-id is “x”/],
  [['--after', '1.5'], /--after is “1.5”; give a whole number from 0/],
  [['--after', '9007199254740991'], /--after is “9007199254740991”/],
  [['--since', 'x'], /--since is “x”: this is not a time; give one such as Y12D3/],
  [['--all', '--xml'], /'--all' cannot be used with option '--xml'/],
  [['--all', '--output', 'xml'], /--all cannot be combined with --xml/],
  [['--after', '1', '--output', 'xml'], /--after cannot be combined with --xml/],
  [['--until', 'now', '--output', 'xml'], /--until cannot be combined with --xml/],
  [['--plot', '--until', 'now'], /'--until <time>' cannot be used with option '--plot'/],
  [['--all', '--start-id', '1'], /'--all' cannot be used with option '--start-id <id>'/],
  [['--after', '1', '--item-count', '1'], /'--after <id>' cannot be used with option '--item-count <number>'/],
  [['--plot', '--json'], /'--plot' cannot be used with option '--json/],
  [['--plot', '--output', 'csv'], /'--plot' cannot be used with option '--output/],
  [['--plot', '--start-index', '2'], /'--plot' cannot be used with option '--start-index/],
  [['--json', 'id,nope'], /there is no field “nope”/],
];

for (const [argv, message] of misused) {
  test(`refused before anything is sent: creditlog ${argv.join(' ')}`, async (t) => {
    const { url, requests } = await strangeServer(t, (response) => response.end());
    const { code, stdout, stderr } = await run(['creditlog', ...argv], { env: { SVCAPI_URL: url } });
    t.is(code, 2);
    t.is(stdout, '');
    t.regex(stderr, message);
    t.deepEqual(requests, []);
  });
}
