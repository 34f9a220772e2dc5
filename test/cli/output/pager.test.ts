import { join } from 'node:path';
import { withBatches } from '../../helpers/cli/batch-world.js';
import { onTerminal, terminal } from '../../helpers/cli/pty.js';
import { temporaryFolder } from '../../helpers/cli/run.js';

/** A pager that marks what goes through it. */
const MARK = 'sed s/^/P:/';
const env = { NO_COLOR: '1', SVCAPI_PAGER: MARK };

/** Lines of the shell that print a table of so many times. */
const times = (count: number, rest = '') =>
  `seq 912668401 ${912668400 + count} | svcapi time - ${rest}; echo "code $?"`;

terminal('what is longer than the screen goes to the pager, all of it', async (t) => {
  const lines = (await onTerminal(times(500), { rows: 24, env })).trimEnd().split('\n');
  t.is(lines.pop(), 'code 0');
  t.is(lines.length, 500 + 4);
  t.true(lines.every((line) => line.startsWith('P:')));
  t.regex(lines.at(-2) ?? '', /^P:│ +912668900 │/);
});

terminal('what fits on the screen does not', async (t) => {
  t.notRegex(await onTerminal(times(19), { rows: 24, env }), /P:/);
  t.regex(await onTerminal(times(20), { rows: 24, env }), /P:/);
});

const unpaged: [what: string, line: string, env: Record<string, string>][] = [
  ['with --no-pager', times(99, '--no-pager'), env],
  ['with an empty SVCAPI_PAGER, which precedes PAGER', times(99), { SVCAPI_PAGER: '', PAGER: MARK }],
  ['with the pager cat', times(99), { SVCAPI_PAGER: 'cat' }],
  ['on a dumb terminal', times(99), { ...env, TERM: 'dumb' }],
  ['in a pipe', 'seq 912668401 912668499 | svcapi time - | cat', env],
];

for (const [what, line, around] of unpaged) {
  terminal(`no pager ${what}`, async (t) => {
    const shown = await onTerminal(line, { env: around });
    t.notRegex(shown, /P:/);
    t.regex(shown, /912668499/);
  });
}

terminal('without a shell the text is printed', async (t) => {
  const line = 'seq 912668401 912668499 > "$FILE"; export PATH=/nonexistent; svcapi time - < "$FILE"';
  const FILE = join(await temporaryFolder(t), 'times');
  t.is((await onTerminal(line, { env: { ...env, FILE } })).trimEnd().split('\n').length, 99 + 4);
});

terminal('PAGER is the pager without SVCAPI_PAGER, and can be a line of the shell', async (t) => {
  t.regex(await onTerminal(times(99), { env: { PAGER: 'X=1 sed "s/^/P: /" | tail -n 1' } }), /^P: └─/);
});

terminal('less gets the options of git, unless LESS is set', async (t) => {
  const SVCAPI_PAGER = 'echo "LESS=$LESS"; cat';
  t.regex(await onTerminal(times(99), { env: { SVCAPI_PAGER } }), /^LESS=FRSX\n/);
  t.regex(await onTerminal(times(99), { env: { SVCAPI_PAGER, LESS: 'S' } }), /^LESS=S\n/);
});

terminal('a pager that is missing is replaced by none, without a word', async (t) => {
  const shown = await onTerminal(times(99), { env: { SVCAPI_PAGER: 'no-such-pager -x' } });
  t.is(shown.split('\n').filter((line) => line.startsWith('│')).length, 100);
  t.true(shown.endsWith('┘\ncode 0\n'), shown.slice(-200));
});

terminal('a pager that is left early ends the output quietly', async (t) => {
  const SVCAPI_PAGER = 'head -n 4';
  const shown = await onTerminal(times(9999), {
    env: { NO_COLOR: '1', SVCAPI_PAGER },
  });
  t.deepEqual(shown.split('\n').slice(3), [
    '│ 912668401 │ Year 0 Day 1, 00:00:01 │ 1998-12-03T07:00:01Z │',
    'code 0',
    '',
  ]);
});

terminal('messages come before a table, and the exit code is that of the command', async (t) => {
  const shown = await onTerminal('(seq 912668401 912668900; echo nope) | svcapi time -; echo "code $?"', { env });
  t.regex(shown, /^svcapi: line 501 “nope”: this is not a time; .*\n.*\nP:┌[^$]*P:└─+┴─+┴─+┘\ncode 2\n$/);
});

terminal('messages about a batch come after its table, with and without a pager', async (t) => {
  const world = await withBatches(t);
  const around = { ...env, HOME: world.home, SVCAPI_URL: world.origin, SVCAPI_TOKEN: world.server.token };
  const shownFor = (count: number) => {
    const rows = Array.from({ length: count }, () => '14:9,4:1,1').join('\n');
    const file = world.write('rows.csv', `datacard,entity,uses\n${rows}\n`);
    return onTerminal(`svcapi datacard assign --batch '${file}'; rm '${file}.done'`, { env: around });
  };
  t.regex(await shownFor(60), /P:│ +61 │ 14:9 +│.*\nP:└.*┘\nsvcapi: 60 of 60 rows failed; /);
  t.regex(await shownFor(1), /\n│ +2 │ 14:9 +│.*\n└.*┘\nsvcapi: 1 of 1 rows failed; /);
});
