import { join } from 'node:path';
import { withBatches } from '../../helpers/cli/batch-world.js';
import { temporaryFolder } from '../../helpers/cli/run.js';
import { onTerminal, showOn } from '../../helpers/cli/terminal.js';

/** A pager that marks what goes through it. */
const MARK = 'sed s/^/P:/';
const env = { NO_COLOR: '1', SVCAPI_PAGER: MARK };

/** Lines of the shell that print a table of so many times. */
const times = (count: number, rest = '') => `seq 912668401 ${912668400 + count} | svcapi time - ${rest}`;

onTerminal('what is longer than the screen goes to the pager, all of it, and what fits does not', async (t) => {
  const lines = (await showOn(`${times(500)}; echo "code $?"`, { env })).trimEnd().split('\n');
  t.is(lines.pop(), 'code 0');
  t.is(lines.length, 500 + 4);
  t.true(lines.every((line) => line.startsWith('P:')));
  t.regex(lines.at(-2) ?? '', /^P:│ +912668900 │/);
  t.notRegex(await showOn(times(19), { env }), /P:/);
  t.regex(await showOn(times(20), { env }), /P:/);
});

onTerminal('there is no pager where nobody wants one, and where there is none', async (t) => {
  for (const [line, around] of [
    [times(99, '--no-pager'), env],
    // It precedes PAGER.
    [times(99), { SVCAPI_PAGER: '', PAGER: MARK }],
    [times(99), { SVCAPI_PAGER: 'cat' }],
    [times(99), { ...env, TERM: 'dumb' }],
    [`${times(99)} | cat`, env],
    [times(99), { SVCAPI_PAGER: 'no-such-pager -x' }],
    [`${times(99).replace('|', '> "$FILE"; export PATH=/nonexistent;')} < "$FILE"`, env],
  ] as const) {
    const FILE = join(await temporaryFolder(t), 'times');
    const shown = await showOn(line, { env: { ...around, FILE } });
    t.notRegex(shown, /P:|pager|not found/, line);
    t.regex(shown, /912668499/, line);
  }
});

onTerminal('PAGER can be a line of the shell, and less gets the options of git unless LESS is set', async (t) => {
  t.regex(await showOn(times(99), { env: { PAGER: 'X=1 sed "s/^/P: /" | tail -n 1' } }), /^P: └─/);
  const SVCAPI_PAGER = 'echo "LESS=$LESS"; cat';
  t.regex(await showOn(times(99), { env: { SVCAPI_PAGER } }), /^LESS=FRSX\n/);
  t.regex(await showOn(times(99), { env: { SVCAPI_PAGER, LESS: 'S' } }), /^LESS=S\n/);
});

onTerminal('a pager that is left early ends the output quietly', async (t) => {
  const around = { env: { NO_COLOR: '1', SVCAPI_PAGER: 'head -n 4' } };
  const shown = await showOn(`${times(9999)}; echo "code $?"`, around);
  t.deepEqual(shown.split('\n').slice(3), [
    '│ 912668401 │ Year 0 Day 1, 00:00:01 │ 1998-12-03T07:00:01Z │',
    'code 0',
    '',
  ]);
});

onTerminal('messages about values come before a table, and those about a batch after it', async (t) => {
  const shown = await showOn('(seq 912668401 912668900; echo nope) | svcapi time -; echo "code $?"', { env });
  t.regex(shown, /^svcapi: line 501 “nope”: this is not a time; .*\n.*\nP:┌[^$]*P:└─+┴─+┴─+┘\ncode 2\n$/);
  const world = await withBatches(t);
  const around = { ...env, HOME: world.home, SVCAPI_URL: world.origin, SVCAPI_TOKEN: world.server.token };
  const assign = (count: number) => {
    const file = world.write(`${count}.csv`, `datacard,entity,uses\n${'14:9,4:1,1\n'.repeat(count)}`);
    return showOn(`svcapi datacard assign --batch '${file}'`, { env: around });
  };
  t.regex(await assign(60), /P:│ +61 │ 14:9 +│.*\nP:└.*┘\nsvcapi: 60 of 60 rows failed; /);
  t.regex(await assign(1), /\n│ +2 │ 14:9 +│.*\n└.*┘\nsvcapi: 1 of 1 rows failed; /);
});
