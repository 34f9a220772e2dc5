import test from 'ava';
import { widthOf } from '../../../src/cli/output/width.js';
import { Kept, run, withGalaxy } from '../../helpers/cli/run.js';
import { sharedService } from '../../helpers/cli/service.js';
import { NOW } from '../../helpers/galaxy.js';
import { limitedPaths, rows } from '../../helpers/reference.js';

const service = sharedService({});

/** What must be readable in each command's output on 80 columns. */
const whole: [argv: string[], shown: RegExp[]][] = [
  [['ratelimits'], [/│ \/character\/\{uid\}\/permissions +│ +\d+ │ \[#{10}\] /]],
  [
    ['index'],
    [
      /│ DELETE │ \/datacard\/\{uid\} +│ faction_datacards_write │\n/,
      /│ GET +│ \/character\/\{uid\}\/permissions +│ +│\n/,
    ],
  ],
  [
    ['permissions'],
    [
      /gender, last login, description +│\n│ +│ +│ and biography\. /,
      // A break of HTML is a line.
      /│\n│ +│ +│ Private profile: /,
    ],
  ],
  [['grants'], [/faction_datacards_read/, /faction_datacards_write +│/, /^[^…]*$/]],
  [['status'], [/faction_datacards_read/, /faction_datacards_write +│/, /^[^…]*$/]],
  [['creditlog', '--help'], [/\nExit status:\n {2}129, 130, 143 {2}interrupted; .*\n {17}\S.*\n\n/]],
];

test('80 columns: nothing that is needed is cut', async (t) => {
  for (const [argv, shown] of whole) {
    const { stdout } = await service.run(argv, { terminal: 80 });
    for (const each of shown) t.regex(stdout, each);
    const table = argv.includes('--help') ? stdout.slice(stdout.indexOf('Exit status:')) : stdout;
    for (const line of table.split('\n')) t.true(widthOf(line) <= 80, line);
    const lines = stdout.split('\n').filter((line) => line.startsWith('│')).length;
    if (argv[0] === 'ratelimits') t.is(lines, 1 + limitedPaths.length);
    if (argv[0] === 'index') t.is(lines, 1 + rows.length);
  }
});

test('80 columns: tokens, clients and addresses are a line each, with dates that fit', async (t) => {
  const { run, look } = await withGalaxy(t);
  const reason = 'reads every profile, again and again';
  const entry = { address: '2001:db8:1234:5678::/64', created_at: NOW, expires_at: NOW + 60, reason };
  await look((store) => store.blacklist.add(entry));
  const permissions = 'character_auth,character_read';
  await run(['token', 'create', '--client', 'console', '--character', '1:1', '--permission', permissions]);
  let shown = '';
  for (const list of ['blacklist', 'client', 'token']) {
    shown += (await run([list, 'list'], { terminal: 80, env: { NO_COLOR: '1' } })).stdout;
  }
  for (const each of shown.split('\n')) t.true(widthOf(each) <= 80, each);
  t.regex(shown, /│ 2001:db8:1234:5678::\/64 │ \d{4}-\d\d-\d\d │ reads every profile, again and again │\n/);
  t.regex(shown, /│ [0-9a-f]{12} │ \w+ +│ console │ Hana Veil +│ character_au.*… │ \d{4}-\d\d-\d\d │\n/);
});

test('40 columns: no word is broken in the rate limits and the status', async (t) => {
  const wordsOf = async (command: string, terminal: number) => {
    const { stdout } = await service.run([command], { terminal });
    for (const line of stdout.split('\n')) t.true(widthOf(line) <= terminal, line);
    return stdout.split(/[^a-z]+/i);
  };
  for (const command of ['ratelimits', 'status']) {
    const words = new Set(await wordsOf(command, 1000));
    const broken = (await wordsOf(command, 40)).filter((word) => !words.has(word));
    t.deepEqual(broken, []);
  }
});

test('messages on a terminal break between words', async (t) => {
  const stderr = new Kept(80);
  await run(['hello', '--url', 'http://127.0.0.1:1'], { stderr });
  const lines = stderr.text.trimEnd().split('\n');
  t.true(lines.length > 1 && lines.every((line) => line.length <= 80), stderr.text);
  t.regex(lines.join(' '), /^svcapi: nothing answers at http:\/\/127\.0\.0\.1:1; start a service there with svcapi/);
});
