import test from 'ava';
import { Context } from '../../../src/cli/context.js';
import { Progress } from '../../../src/cli/output/progress.js';
import { Kept, run } from '../../helpers/cli/run.js';

/** What the environment says of the terminal: colours, cursor movements and UTF-8. */

const TABLE = ['time', 'Y12D3', '--output', 'table'];

for (const [env, onTerminal, inPipe] of [
  [{}, true, false],
  [{ TERM: 'dumb' }, false, false],
  [{ FORCE_COLOR: '1' }, true, true],
  [{ FORCE_COLOR: 'true', TERM: 'dumb' }, true, true],
  [{ FORCE_COLOR: '0' }, false, false],
  [{ FORCE_COLOR: 'false' }, false, false],
  [{ NO_COLOR: '1', FORCE_COLOR: '1' }, false, false],
] as const) {
  const given = Object.entries(env)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

  test(`colours with ${given || 'no variable'}`, async (t) => {
    const coloured = async (terminal?: number) => {
      const { stdout } = await run(TABLE, { env, ...(terminal !== undefined && { terminal }) });
      return stdout.includes('\u001b[');
    };
    t.is(await coloured(80), onTerminal, 'on a terminal');
    t.is(await coloured(), inPipe, 'in a pipe');
  });
}

test('--no-color is stronger than every variable', async (t) => {
  const { stdout } = await run(['--no-color', ...TABLE], {
    terminal: 80,
    env: { FORCE_COLOR: '1' },
  });
  t.false(stdout.includes('\u001b'));
});

for (const [env, isUtf8] of [
  [{ LANG: 'C.UTF-8' }, true],
  [{ LANG: 'en_GB.utf8' }, true],
  [{ LANG: 'de_DE.ISO-8859-1' }, false],
  [{ LANG: '' }, false],
  [{ LANG: 'C.UTF-8', LC_ALL: 'C' }, false],
  [{ LANG: 'C', LC_CTYPE: 'UTF-8' }, true],
  [{ LANG: 'C.UTF-8', LC_CTYPE: 'POSIX' }, false],
] as const) {
  test(`the borders of tables with ${JSON.stringify(env)}`, async (t) => {
    for (const argv of [TABLE, ['time', 'Y12D3', 'Y12D4']]) {
      const { stdout } = await run([...argv, '--no-color'], { terminal: 80, env });
      t.is(/[\u2500-\u257f]/.test(stdout), isUtf8);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
      t.is(/^[\x00-\x7f]*$/.test(stdout), !isUtf8);
    }
  });
}

test('a table in ASCII', async (t) => {
  const { stdout } = await run(['time', 'Y12D3', 'Y12D4', '--no-color'], { terminal: 80, env: { LANG: 'C' } });
  const lines = stdout.trimEnd().split('\n');
  t.regex(lines[0] ?? '', /^\+-+(\+-+)+\+$/);
  t.is(lines.at(-1), lines[0]);
  t.regex(lines[1] ?? '', /^\| +timestamp +\| cgt +\| date +\|$/);
});

for (const [TERM, isShown] of [
  ['xterm', true],
  ['dumb', false],
] as const) {
  test(`a progress bar on a terminal with TERM=${TERM}`, (t) => {
    const stderr = new Kept(80);
    let now = 0;
    const io = { stdin: process.stdin, stdout: new Kept(), stderr, env: { TERM }, cwd: '/', now: () => now };
    const progress = new Progress(new Context(io as unknown as ConstructorParameters<typeof Context>[0]), 'Working');
    now = 5000;
    progress.update(0.5, '1 of 2');
    progress.end();
    t.is(stderr.text !== '', isShown);
  });
}
