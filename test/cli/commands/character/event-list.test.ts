import test from 'ava';
import { golden } from '../../../helpers/cli/golden.js';
import { withService } from '../../../helpers/cli/service.js';
import { NOW } from '../../../helpers/galaxy.js';
import { addEvents, numbers, uids } from '../../../helpers/stream.js';

golden({
  argv: ['events'],
  table: `\
┌──────┬─────────────────┬────────────────────────────────┐
│ uid  │ time            │ text                           │
├──────┼─────────────────┼────────────────────────────────┤
│ 39:1 │ Y25 D204, 04:59 │ You have gained 12 experience. │
└──────┴─────────────────┴────────────────────────────────┘
`,
  tsv: '39:1\tXP\t1718625540\tYou have gained 12 experience.\n',
  json: [
    {
      uid: '39:1',
      type: 'XP',
      time: 1718625540,
      time_cgt: 'Year 25 Day 204, 04:59:00',
      time_date: '2024-06-17T11:59:00Z',
      text: 'You have gained 12 experience.',
    },
  ],
  xml: { path: '/events/personal' },
});

const lists: [argv: string[], uids: string][] = [
  [['xp'], '39:1'],
  [['Travel'], ''],
  [['--since', '2024-06-17T11:59Z'], '39:1'],
  [['--since', 'Year 25 Day 204, 04:59:01'], ''],
  [['--until', '2024-06-17T11:59Z'], '39:1'],
  [['--until', 'Year 25 Day 204, 04:58:59'], ''],
  [['--after', '39:1'], ''],
  [['xp', '--after', '0'], '39:1'],
];

for (const [argv, uids] of lists) {
  test(`events ${argv.join(' ')} lists ${uids || 'nothing'}`, async (t) => {
    const { run } = await withService(t);
    const { code, stdout } = await run(['events', ...argv]);
    t.is(code, 0);
    t.is(stdout.split('\t')[0], uids);
  });
}

const refused: [argv: string[], message: string][] = [
  [['--after', '1:1'], '--after is “1:1”; give the uid of an event, such as 39:10'],
  [['--since', 'Y25D1', '--xml'], '--after, --since and --until cannot be combined with --xml'],
];

for (const [argv, message] of refused) {
  test(`refused: events ${argv.join(' ')}`, async (t) => {
    const { run } = await withService(t);
    const { code, stderr } = await run(['events', ...argv]);
    t.is(code, 2);
    t.true(stderr.startsWith(`svcapi: ${message}`), stderr);
  });
}

test('times are shortened before the text is cut', async (t) => {
  const { run } = await withService(t);
  const { stdout } = await run(['events'], { terminal: 74 });
  t.regex(stdout, /│ Y25 D204, 04:59 │ You have gained 12 experience\. │\n/);
});

test('--after, --since and --until read every page, newest first', async (t) => {
  const { run, server } = await withService(t);
  await addEvents(server.store, numbers(10, 1211));
  const list = async (...argv: string[]) => {
    const { stdout } = await run(['events', ...argv, '--json', 'uid']);
    return (JSON.parse(stdout) as { uid: string }[]).map(({ uid }) => uid).join(' ');
  };
  const newestFirst = (from: number, to: number) => uids(numbers(from, to).reverse()).join(' ');
  t.is(await list('--after', '39:109'), newestFirst(110, 1211));
  t.is(await list('--after', '109', '--until', String(NOW + 1200)), newestFirst(110, 1200));
  t.is(await list('--since', String(NOW + 20)), newestFirst(20, 1211));
  t.is(await list('--since', String(NOW + 20), '--until', String(NOW + 30)), newestFirst(20, 30));
});
