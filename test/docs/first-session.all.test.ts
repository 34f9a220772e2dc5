import { spawn, spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import test from 'ava';
import { startWorld } from '../helpers/cli/demo-world.js';
import { needs } from '../helpers/needs.js';
import { until } from '../helpers/until.js';
import { commandsOf, readDocument } from './markdown.js';

/** The first session of the README, as somebody types it into a shell: interactive shells read lines in other ways than scripts. */

const shells: [name: string, argv: string, status: string][] = [
  ['bash', 'bash --norc --noprofile -i', '$?'],
  ['zsh', 'zsh -f -i', '$?'],
  ['fish', 'fish --no-config --interactive', '$status'],
];

const [, session = ''] = /^## A first session\n(.*?)^## /ms.exec(readDocument('README.md')) ?? [];
const commands = commandsOf(session);

const world = await startWorld();
test.after.always(() => world.close());

test('the README has a first session', (t) => {
  t.true(commands.length >= 6, String(commands));
});

for (const [name, argv, status] of shells) {
  const having = needs(
    `${name}, script and curl`,
    [name, 'script', 'curl'].every((each) => !spawnSync(each, ['--version']).error),
  );
  having(`the first session runs in ${name}, as it is typed`, async (t) => {
    const home = world.home();
    const child = spawn('script', ['-qec', `stty cols 200; exec ${argv}`, '/dev/null'], {
      cwd: home.folder,
      env: { ...home.env, TERM: 'dumb', SHELL: '/bin/sh', PAGER: 'cat' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    t.teardown(() => child.kill('SIGKILL'));
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += stripVTControlCharacters(String(chunk));
    });
    // As the service prints it; no variable of the environment does its work.
    const lines = [`export TOKEN=${world.token}`, ...commands.map((each) => atHome(each, world.url))];
    for (const [index, line] of lines.entries()) {
      child.stdin.write(`${line}\n`);
      child.stdin.write(`echo "step ${index} ended:"${status}\n`);
      const ended = new RegExp(`^step ${index} ended:(\\d+)`, 'm');
      await until(() => ended.test(printed), { what: `${line} has ended: ${printed}` });
      t.is(ended.exec(printed)?.[1], '0', `${line}: ${printed}`);
    }
    child.stdin.write('exit\n');
  });
}

/** Calls the demo service; in place of an installation, which downloads packages, it checks that there is something to install. */
function atHome(command: string, url: string): string {
  return command
    .replaceAll('http://127.0.0.1:8080', url)
    .replace('npm install --global --prefix ~/.local .', 'test -d .');
}
