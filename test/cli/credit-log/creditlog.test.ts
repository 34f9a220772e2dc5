import test from 'ava';
import { run } from '../../helpers/cli/run.js';
import { withService } from '../../helpers/cli/service.js';
import { strangeServer } from '../../helpers/cli/strange-server.js';
import { tokenFor } from '../../helpers/galaxy.js';
import { loadRows } from '../../helpers/load-rows.js';

// Hana (1:1) sends what has an odd id to the Guild (20:1), and gets the others from it: 10 to 99 credits each.

/** Returns the first lines of a text. */
function first(text: string, count: number): string {
  return text.replace(new RegExp(`^((.*\\n){${count}})[^]*$`), '$1');
}

const LINES = `\
2500	1718528099	79	79	The Lantern Guild	20:1	Hana Veil	1:1	Lot 2500
2499	1718528098	78	-78	Hana Veil	1:1	The Lantern Guild	20:1	Lot 2499
`;

test('the newest page, newest first, into a pipe', async (t) => {
  const { run } = await withService(t);
  const { code, stdout, stderr } = await run(['creditlog']);
  t.deepEqual([code, stderr], [0, '']);
  t.is(first(stdout, 2), LINES);
  t.is(stdout.trim().split('\n').length, 50);
});

test('a table of transactions on a terminal', async (t) => {
  const { run } = await withService(t);
  const { stdout } = await run(['creditlog', '--after', '2498'], { terminal: 80 });
  t.is(
    stdout,
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

test('JSON has every field', async (t) => {
  const { run } = await withService(t);
  t.deepEqual(JSON.parse((await run(['creditlog', '--after', '2499', '--json'])).stdout), [
    {
      id: 2500,
      time: 1718528099,
      time_cgt: 'Year 25 Day 203, 01:54:59',
      time_date: '2024-06-16T08:54:59Z',
      amount: 79,
      change: 79,
      sender: 'The Lantern Guild',
      sender_uid: '20:1',
      receiver: 'Hana Veil',
      receiver_uid: '1:1',
      communication: 'Lot 2500',
    },
  ]);
});

test('CSV has a header row', async (t) => {
  const { run } = await withService(t);
  t.is(
    (await run(['creditlog', '--after', '2499', '--output', 'csv'])).stdout,
    'id,time,amount,change,sender,sender_uid,receiver,receiver_uid,communication\n' +
      '2500,1718528099,79,79,The Lantern Guild,20:1,Hana Veil,1:1,Lot 2500\n',
  );
});

test('--xml prints the XML of the service unchanged', async (t) => {
  const { run, xml } = await withService(t);
  const { stdout } = await run(['creditlog', '--xml']);
  t.is(stdout, `${await xml('/character/1:1/creditlog')}\n`);
});

for (const name of ['1:1', 'Hana Veil', ' hana veil ']) {
  test(`the character by another name: “${name}”`, async (t) => {
    const { run } = await withService(t);
    t.is(first((await run(['creditlog', name])).stdout, 2), LINES);
  });
}

test('a transaction to oneself changes nothing', async (t) => {
  const { run, server } = await withService(t);
  await loadRows(server.store, 'transaction', [
    { id: 9000, time: 1718528100, amount: 5, sender_uid: '1:1', receiver_uid: '1:1', communication: 'Pocket' },
  ]);
  t.is((await run(['creditlog', '--after', '8999'])).stdout.split('\t').slice(2, 4).join(), '5,0');
  t.regex((await run(['creditlog', '--after', '8999'], { terminal: 80 })).stdout, /│ +\+0 │ to oneself │ Pocket/);
});

test('a part after the end is empty, with a message on a terminal', async (t) => {
  const { run } = await withService(t);
  const argv = ['creditlog', '--after', '2500'];
  t.deepEqual(await run(argv), { code: 0, stdout: '', stderr: '' });
  t.is((await run([...argv, '--json'])).stdout, '[]\n');
  t.is((await run(argv, { terminal: 80 })).stderr, 'There are no transactions.\n');
});

test('a token with character_credits only reads the log of its own character', async (t) => {
  const { run, server } = await withService(t);
  const env = { SVCAPI_TOKEN: await tokenFor(server.store, '1:1', ['character_credits']) };
  for (const owner of [[], ['1:1']]) t.is(first((await run(['creditlog', ...owner], { env })).stdout, 2), LINES);
});

const misused: [argv: string[], message: RegExp][] = [
  [['--after', '1.5'], /--after is “1.5”; give a whole number from 0/],
  [['--after', '9007199254740991'], /--after is “9007199254740991”/],
  [['--since', 'x'], /--since is “x”: this is not a time; give one such as Y12D3/],
  [['--all', '--xml'], /--all, --after, --since and --until cannot be combined with --xml/],
  [['--all', '--output', 'xml'], /cannot be combined with --xml/],
  [['--after', '1', '--output', 'xml'], /cannot be combined with --xml/],
  [['--until', 'now', '--output', 'xml'], /cannot be combined with --xml/],
  [['--plot', '--until', 'now'], /'--until <time>' cannot be used with option '--plot'/],
  [['--plot', '--json'], /'--plot' cannot be used with option '--json/],
  [['--plot', '--output', 'csv'], /'--plot' cannot be used with option '--output/],
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
