import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { type Home, startWorld } from '../helpers/cli/demo-world.js';
import { host, stop } from '../helpers/cli/hosted.js';
import { openTerminal } from '../helpers/cli/terminal.js';
import { needs } from '../helpers/needs.js';
import { until } from '../helpers/until.js';
import { codeBlocks, commandsOf, readDocument, root } from './markdown.js';

/** Every command of these pages runs, in order, or a reason here skips it. */
const PAGES = [
  'README.md',
  'docs/command-line.md',
  'docs/accounts.md',
  'docs/import-format.md',
  // The tutorial runs below.
  ...readdirSync(join(root, 'docs/host'))
    .filter((name) => name !== 'fill.md')
    .map((name) => `docs/host/${name}`),
];

/** Programs of the machine that the commands use. */
const having = (...tools: string[]) =>
  needs(
    tools.join(' and '),
    tools.every((tool) => !spawnSync(tool, ['--version']).error),
  );
const withTools = having('curl', 'openssl');

/** The commands that a test cannot run, by the reason. */
const skipped: Record<string, RegExp> = {
  'it builds the program that is being tested': /^npm (install && npm |run build$)/,
  'it downloads packages': /^(npm ci$|apt-get install --yes )/,
  'it needs root': /^(useradd |install .*-g svcapi )/,
  'test/tools/release.all.test.ts installs a release':
    /^(apt-get install \.\/|npm install --global --ignore-scripts svcapi-1|tar -xf svcapi-|ln -sfn \/opt\/)/,
  'it needs systemd': /^(systemctl |for port in )/,
  'it needs a container engine': /^(docker compose |for instance in )/,
  'it needs a host of that name': /^curl -fsS https:\/\/galaxy\.example\.org/,
  'test/deploy/balancer.all.test.ts checks the file, with a certificate': /^haproxy -c /,
  'it needs PostgreSQL': /^(runuser -u postgres |svcapi doctor --config \/etc)/,
};

const isSkipped = (command: string) => Object.values(skipped).some((pattern) => pattern.test(command));

/** The beginnings of commands that change nothing outside their home. */
const HARMLESS =
  /^(svcapi|runuser -u svcapi -- (svcapi|install)|npm install --global|deploy\/|curl|echo|export|gunzip|install|rm|sed|sort|\w+=) ?/;

/** A line that somebody would paste into a shell. The second part is what a server prints. */
const COMMAND = /^(\$ )?(svcapi|npm|npx|curl|docker|systemctl) (?!listens)/;

const world = await startWorld();
test.after.always(() => world.close());

const [example] = codeBlocks(readDocument('docs/import-format.md')).filter(({ language }) => language === 'ndjson');

for (const page of PAGES) {
  withTools(`the commands of ${page} work, or are listed`, async (t) => {
    const commands = commandsOf(readDocument(page)).filter((command) => !isSkipped(command));
    const unlisted = commands.filter((command) => !HARMLESS.test(command));
    t.deepEqual(unlisted, [], 'list these as skipped, or as harmless');
    const home = world.home();
    prepare(home);
    const { code, stdout, stderr } = await home.shell(scriptOf(commands, home));
    t.is(code, 0, `${lastCommand(home)}\n${stdout}${stderr}`);
  });
}

test('no command hides in a block of another language', (t) => {
  const blocks = PAGES.flatMap((page) => codeBlocks(readDocument(page)));
  const others = blocks.filter(({ language }) => language !== 'sh' && language !== 'console');
  const untried = others.flatMap(({ lines }) => lines.filter((line) => COMMAND.test(line)));
  t.deepEqual(untried, []);
});

/** Those of the first session of the README, as somebody types them: interactive shells read lines in other ways than scripts. */
const [, session = ''] = /^## A first session\n(.*?)^## /ms.exec(readDocument('README.md')) ?? [];

for (const [name, argv, status] of [
  ['bash', 'bash --norc --noprofile -i', '$?'],
  ['zsh', 'zsh -f -i', '$?'],
  ['fish', 'fish --no-config --interactive', '$status'],
] as const) {
  having(
    name,
    'script',
    'curl',
  )(`the first session of the README runs in ${name}, as it is typed`, async (t) => {
    const home = world.home();
    const env = { ...home.env, TERM: 'dumb', SHELL: '/bin/sh', PAGER: 'cat' };
    const terminal = openTerminal(t, `cd '${home.folder}'; stty cols 200; exec ${argv}`, env);
    const commands = commandsOf(session);
    t.true(commands.length >= 6, String(commands));
    // As the service prints it; no variable of the environment does its work.
    const lines = [`export TOKEN=${world.token}`, ...commands.map((each) => atHome(each, home))];
    for (const [index, line] of lines.entries()) {
      terminal.type(`${line}\necho "step ${index} ended:"${status}\n`);
      const ended = new RegExp(`^step ${index} ended:(\\d+)`, 'm');
      await until(() => ended.test(terminal.shown()), { what: `${line} has ended: ${terminal.shown()}` });
      t.is(ended.exec(terminal.shown())?.[1], '0', `${line}: ${terminal.shown()}`);
    }
    terminal.type('exit\n');
  });
}

test('the tutorial of docs/host/fill.md fills a service, and calls and changes it', async (t) => {
  const page = readDocument('docs/host/fill.md');
  const galaxy = codeBlocks(page).find(({ language }) => language === 'ndjson')?.lines ?? [];
  const commands = commandsOf(page);
  const served = commands.indexOf('svcapi serve');
  const home = world.home();
  writeFileSync(join(home.folder, 'galaxy.ndjson'), galaxy.join('\n'));
  const filled = await home.shell(['set -e', ...commands.slice(0, served)].join('\n'));
  t.is(filled.code, 0, filled.stderr);
  t.regex(filled.stdout, /^character\t3 added/m);

  const SVCAPI_DATABASE = join(home.folder, 'my-galaxy.db');
  const server = await host(t, [], /listens on/, { ...home.env, SVCAPI_DATABASE });
  const calls = commands.slice(served + 1).map((command) => command.replaceAll('http://127.0.0.1:8080', server.url));
  const called = await home.shell(['set -e', ...calls].join('\n'), { SVCAPI_URL: server.url, SVCAPI_TOKEN: '' });
  t.is(called.code, 0, called.stdout + called.stderr);
  for (const expected of [
    ...[/Ines Marsh/, /Salary/, /120 experience points/, /Heron freighter.*Marsh Yard.*3/, /"credits".*125000/],
    ...[/^character\t0 added\t1 changed/m, /130000\n?$/],
  ]) {
    t.regex(called.stdout, expected);
  }
  await stop(server, 'SIGTERM');
});

/** Makes what the pages take as given: a checkout, the folders of an installed service, and a galaxy. */
function prepare({ folder }: Home): void {
  const checkout = join(folder, 'checkout');
  for (const path of ['deploy', 'package.json', 'dist/svcapi.cjs', 'dist/chunks'])
    cpSync(join(root, path), join(checkout, path), { recursive: true });
  for (const path of ['etc/svcapi', 'etc/systemd/system', 'etc/haproxy', 'var/lib/svcapi', 'var/backups/svcapi']) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  writeFileSync(join(folder, 'etc/svcapi/config.toml'), `database = "${folder}/var/lib/svcapi/moved.db"\n`);
  for (const path of ['.local/share/svcapi/svcapi.db', 'galaxy.db']) rmSync(join(folder, path));
  const records = (example?.lines ?? []).filter((line) => line !== '');
  writeFileSync(join(checkout, 'galaxy.ndjson'), [...records, `{"kind":"end","records":${records.length}}`].join('\n'));
  // A pipe has no end record.
  writeFileSync(join(checkout, 'changes.ndjson'), records.join('\n'));
}

/** Returns a script that runs the commands one after another, and ends at the first that fails. */
function scriptOf(commands: string[], home: Home): string {
  const steps = commands.map((command) => {
    const here = atHome(command, home);
    return `cat > '${home.folder}/step' << 'END OF STEP'\n${command}\nEND OF STEP\n${here === 'svcapi serve' ? SERVE : here}`;
  });
  const databases = ['', ` --database '${home.folder}/var/lib/svcapi/svcapi.db'`];
  // A page that moves a service makes this one itself.
  const config = ' --config ../etc/svcapi/config.toml';
  if (!commands.some((command) => command.includes('import --config'))) databases.push(config);
  const imports = databases.map((database) => `svcapi import galaxy.ndjson${database}`);
  return ['set -e', 'cd checkout', ...imports, 'gzip -k galaxy.ndjson', ...steps].join('\n');
}

/** Runs the server until it listens. In the foreground timeout passes a signal on once; twice would cut the stop short. */
const SERVE = `timeout --foreground 60 svcapi serve > serve.log &
while kill -0 $! && ! grep -q 'listens on' serve.log; do sleep 0.1; done
kill $! && wait $!`;

/**
 * Lets a command use the folders of a home in place of the machine's, the demo service, and no other user. In place of an
 * installation, which downloads packages, it checks that there is something to install.
 */
function atHome(command: string, { folder }: Home): string {
  return command
    .replaceAll(/(?<![\w/.])\/(?=(etc|var)\/)/g, `${folder}/`)
    .replaceAll('runuser -u svcapi -- ', '')
    .replace('npm install --global --ignore-scripts', 'test -f')
    .replace('npm install --global --prefix ~/.local .', 'test -d .')
    .replaceAll('http://127.0.0.1:8080', world.url);
}

/** Returns the command that ran last; a page may have skipped ones only. */
function lastCommand({ folder }: Home): string {
  const step = join(folder, 'step');
  return existsSync(step) ? readFileSync(step, 'utf8') : '';
}
