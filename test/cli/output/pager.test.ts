import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { Kept, runIo, temporaryFolder } from '../../helpers/cli/run.js';
import { onTerminal, showOn } from '../../helpers/cli/terminal.js';

/** A terminal of 24 rows, whose screen is a file. */
class Screen extends Kept {
  readonly rows = 24;
  readonly #path: string;

  constructor(path: string) {
    super(80);
    this.#path = path;
  }

  override _write(chunk: string, _encoding: string, done: () => void): void {
    appendFileSync(this.#path, chunk);
    done();
  }
}

/** Marks what goes through the pager. */
const MARK = 'sed s/^/P:/ >> "$SCREEN"';
const seconds = (count: number) => Array.from({ length: count }, (_, index) => `${912_668_401 + index}`);

/** Runs `svcapi time` with these values, and returns the screen. */
async function show(
  t: ExecutionContext,
  values: string[],
  env: Record<string, string> = { SVCAPI_PAGER: MARK },
  argv = ['time'],
) {
  const SCREEN = join(await temporaryFolder(t), 'screen');
  const screen = new Screen(SCREEN);
  const surroundings = { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', TERM: 'xterm', NO_COLOR: '1', SCREEN, ...env };
  const { code } = await runIo([...argv, ...values], { stdout: screen, stderr: screen, env: surroundings });
  return { code, shown: readFileSync(SCREEN, 'utf8') };
}

test('output longer than the screen goes to the pager, all of it, and what fits does not', async (t) => {
  const { code, shown } = await show(t, seconds(500));
  const lines = shown.trimEnd().split('\n');
  t.deepEqual([code, lines.length], [0, 500 + 4]);
  t.true(lines.every((line) => line.startsWith('P:')));
  t.regex(lines.at(-2) ?? '', /^P:│ +912668900 │/);
  t.notRegex((await show(t, seconds(19))).shown, /P:/);
  t.regex((await show(t, seconds(20))).shown, /P:/);
});

test('there is no pager where nobody wants one, and where there is none', async (t) => {
  for (const [env, argv] of [
    [{ SVCAPI_PAGER: MARK }, ['time', '--no-pager']],
    // It precedes PAGER.
    [{ SVCAPI_PAGER: '', PAGER: MARK }],
    [{ SVCAPI_PAGER: 'cat' }],
    [{ SVCAPI_PAGER: MARK, TERM: 'dumb' }],
    [{ SVCAPI_PAGER: MARK, PATH: '/nonexistent' }],
  ] as [Record<string, string>, string[]?][]) {
    const { code, shown } = await show(t, seconds(99), env, argv);
    t.is(code, 0);
    t.regex(shown, /^┌[^P]*912668499/, JSON.stringify(env));
  }
});

test('PAGER can be a line of the shell, and less gets the options of git unless LESS is set', async (t) => {
  const PAGER = 'X=1 sed "s/^/P: /" | tail -n 1 >> "$SCREEN"';
  t.regex((await show(t, seconds(99), { PAGER })).shown, /^P: └─.*\n$/);
  const SVCAPI_PAGER = 'echo "LESS=$LESS" >> "$SCREEN"; cat >> "$SCREEN"';
  t.regex((await show(t, seconds(99), { SVCAPI_PAGER })).shown, /^LESS=FRSX\n/);
  t.regex((await show(t, seconds(99), { SVCAPI_PAGER, LESS: 'S' })).shown, /^LESS=S\n/);
});

test('a pager that is left early ends the output quietly, and messages keep their place beside it', async (t) => {
  const { code, shown } = await show(t, seconds(9999), { SVCAPI_PAGER: 'head -n 4 >> "$SCREEN"' });
  t.is(code, 0);
  t.deepEqual(shown.split('\n').slice(3), ['│ 912668401 │ Year 0 Day 1, 00:00:01 │ 1998-12-03T07:00:01Z │', '']);
  const before = await show(t, [...seconds(500), 'nope']);
  t.is(before.code, 2);
  t.regex(before.shown, /^svcapi: “nope”: this is not a time; .*\n.*\nP:┌[^$]*P:└─+┴─+┴─+┘\n$/);
});

onTerminal('on a terminal a missing pager is replaced, and the exit code follows the table', async (t) => {
  const SVCAPI_PAGER = 'no-such-pager -x';
  const shown = await showOn(`seq 912668401 912668499 | svcapi time -; echo "code $?"`, { env: { SVCAPI_PAGER } });
  t.regex(shown, /912668499 [^$]*\ncode 0\n$/);
  t.notRegex(shown, /pager|not found/);
});
