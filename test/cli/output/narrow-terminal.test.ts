import test, { type ExecutionContext } from 'ava';
import { widthOf } from '../../../src/cli/output/width.js';
import { onTerminal, terminal } from '../../helpers/cli/pty.js';
import { withGalaxy } from '../../helpers/cli/run.js';
import { withService } from '../../helpers/cli/service.js';
import { limitedPaths, rows } from '../../helpers/reference.js';

/** Returns what a command shows on 80 columns, and checks that no line of it is wider. */
async function at80(t: ExecutionContext, ...argv: string[]): Promise<string> {
  const { run } = await withService(t);
  const { stdout } = await run(argv, { terminal: 80 });
  for (const each of stdout.split('\n')) t.true(widthOf(each) <= 80, each);
  return stdout;
}

test('80 columns: the paths of the rate limits are whole', async (t) => {
  const shown = await at80(t, 'ratelimits');
  t.is(shown.trimEnd().split('\n').length, limitedPaths.length + 4, 'a line for each');
  t.regex(shown, /│ \/character\/\{uid\}\/permissions +│ +600 │ \[#{10}\] 600 │/);
});

test('80 columns: the routes are a line each, with path and permission', async (t) => {
  const shown = await at80(t, 'index');
  t.regex(shown, /│ DELETE │ \/datacard\/\{uid\} +│ faction_datacards_write │\n/);
  t.regex(shown, /│ GET +│ \/character\/\{uid\}\/permissions +│ +│\n/);
  t.is(shown.split('\n').filter((line) => line.startsWith('│')).length, 1 + rows.length);
});

test('80 columns: nothing is cut from permissions, grants and status', async (t) => {
  const permissions = await at80(t, 'permissions');
  t.regex(permissions, /gender, last login, description +│\n│ +│ +│ and biography\. /);
  for (const command of ['grants', 'status']) {
    const shown = await at80(t, command);
    t.regex(shown, /faction_datacards_read/);
    t.regex(shown, /faction_datacards_write +│/);
    t.notRegex(shown, /…/);
  }
});

terminal('80 columns: the exit codes in the help', async (t) => {
  const help = await onTerminal('svcapi creditlog --help', { columns: 80, rows: 1000 });
  t.regex(help, /\nExit status:\n {2}129, 130, 143 {2}interrupted; .*\n {17}\S.*\n\n/);
  for (const line of help.slice(help.indexOf('Exit status:')).split('\n')) t.true(widthOf(line) <= 80, line);
});

test('40 columns: no word is broken in the rate limits and the status', async (t) => {
  const { run } = await withService(t);
  const text =
    (await run(['ratelimits'], { terminal: 1000 })).stdout + (await run(['status'], { terminal: 1000 })).stdout;
  const words = new Set(text.split(/[^a-z]+/i));
  for (const command of ['ratelimits', 'status']) {
    const { stdout } = await run([command], { terminal: 40 });
    for (const line of stdout.split('\n')) t.true(widthOf(line) <= 40, line);
    t.deepEqual(
      stdout.split(/[^a-z]+/i).filter((word) => !words.has(word)),
      [],
      stdout,
    );
  }
});

test('80 columns: tokens, clients and addresses are a line each, with dates that fit', async (t) => {
  const { run } = await withGalaxy(t);
  await run(['blacklist', 'add', '2001:db8:1234:5678::1', '--reason', 'reads every profile, again and again']);
  const permissions = 'character_auth,character_read';
  await run(['token', 'create', '--client', 'console', '--character', '1:1', '--permission', permissions]);
  let shown = '';
  for (const list of ['blacklist', 'client', 'token']) {
    shown += (await run([list, 'list'], { terminal: 80, env: { NO_COLOR: '1' } })).stdout;
  }
  for (const each of shown.split('\n')) t.true(widthOf(each) <= 80, each);
  t.regex(shown, /│ 2001:db8:1234:5678::\/64 │ \d{4}-\d\d-\d\d │ reads every profile, again and again │\n/);
  t.regex(shown, /│ token +│ state +│ client +│ character +│ permissions +│ expires +│\n/);
  t.regex(shown, /│ [0-9a-f]{12} │ \w+ +│ console │ Hana Veil +│ character_au.*… │ \d{4}-\d\d-\d\d │\n/);
});

terminal('--wide has every column and all text, beyond the width of the terminal', async (t) => {
  const { origin, server, home } = await withService(t);
  const env = { HOME: home, SVCAPI_URL: origin, SVCAPI_TOKEN: server.token, NO_COLOR: '1' };
  const shown = await onTerminal('svcapi creditlog --after 2499 --wide', { columns: 80, env });
  const [, header, , row] = shown.split('\n');
  t.deepEqual(cells(header), [
    ...['id', 'time', 'amount', 'change', 'sender', 'sender_uid', 'receiver', 'receiver_uid', 'communication'],
  ]);
  t.deepEqual(cells(row), [
    ...['2500', 'Year 25 Day 203, 01:54:59  2024-06-16T08:54:59Z', '79', '+79', 'The Lantern Guild', '20:1'],
    ...['Hana Veil', '1:1', 'Lot 2500'],
  ]);
});

function cells(line = ''): string[] {
  return line
    .split('│')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
