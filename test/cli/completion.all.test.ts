import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { commandsOf } from '../../src/cli/command-tree.js';
import { valuesOf } from '../../src/cli/completion/candidates.js';
import type { Shell } from '../../src/cli/completion/quoting.js';
import { scripts } from '../../src/cli/completion/scripts.js';
import { permissionNames } from '../../src/domain/permission.js';
import { PROGRAM } from '../helpers/cli/program.js';
import { refuses, run } from '../helpers/cli/run.js';
import { openTerminal } from '../helpers/cli/terminal.js';
import { wholeTree } from '../helpers/cli/tree.js';
import { temporaryFolder } from '../helpers/folder.js';
import { needs } from '../helpers/needs.js';
import { until } from '../helpers/until.js';

/** Writes the stored tokens of a user for these addresses, and returns the user's home. */
function homeWith(...urls: string[]): string {
  const home = temporaryFolder();
  mkdirSync(join(home, '.config/svcapi'), { recursive: true });
  const stored = Object.fromEntries(urls.map((url) => [url, { token: 'svcapi_some' }]));
  writeFileSync(join(home, '.config/svcapi/credentials.json'), JSON.stringify(stored), { mode: 0o600 });
  return home;
}

/** Returns what the program offers a shell after these words. */
async function offered(shell: Shell, words: string[], HOME: string): Promise<string[]> {
  const { stdout } = await run(['complete', shell, '--', ...words], { env: { HOME } });
  return stdout.split('\n').filter(Boolean);
}

const tree = await wholeTree();
const topLevel = tree.commands.map((command) => command.name());
const urls = ['http://127.0.0.1:8080', 'https://galaxy.example.org'];
const FILES = [':files'];

const cases: [line: string, offered: readonly string[]][] = [
  ['', topLevel],
  ['tok', ['token']],
  ['token ', ['create', 'list', 'revoke']],
  ['--config some.toml token li', ['list']],
  ['token create --permission ', permissionNames],
  [
    'token create --permission character_auth,faction_',
    ['character_auth,faction_datacards_read', 'character_auth,faction_datacards_write'],
  ],
  ['token create --client token cre', []],
  ['token list --output ', ['table', 'tsv', 'json', 'csv']],
  ['token list --output=j', ['--output=json']],
  // As bash splits it.
  ['token list --output = j', ['json']],
  ['token list --json state,cl', ['state,client']],
  ['token list --json=state,cl', ['--json=state,client']],
  ['datacards 20:1 --uses --json assigned', ['assignedlocations']],
  ['datacard assign --batch x.csv --json mess', ['message']],
  ['serve --log-level ', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']],
  ['serve --log-', ['--log-level']],
  ['completion ', ['bash', 'zsh', 'fish', 'powershell']],
  ['api PA', ['PATCH']],
  ['time --tz Europe/Berl', ['Europe/Berlin']],
  ['time --tz UT', ['UTC']],
  ['records-from-csv transa', ['transaction', ...FILES]],
  ['records-from-csv character gal', FILES],
  ['api GET /api/t', ['/api/time']],
  ['hello --url ', urls],
  ['hello --url https', ['https://galaxy.example.org']],
  ['help ', topLevel.filter((name) => name !== 'help')],
  ['help token ', ['create', 'list', 'revoke']],
  ['help datacard as', ['assign']],
  ['help time ', []],
  ['import galaxy.ndjson galaxy-', FILES],
  ['--config galaxy-', FILES],
  ['export --database x.db galaxy-', FILES],
  ['export -- --', FILES],
];

test('commands, options and values are completed', async (t) => {
  const home = homeWith(...urls);
  for (const [line, expected] of cases) {
    t.deepEqual((await offered('fish', line.split(' '), home)).sort(), [...expected].sort(), line);
  }
  for (const command of commandsOf(tree).filter(({ path }) => !/ help\b/.test(path))) {
    const found = await offered('bash', [...command.path.split(' ').slice(1), '--'], home);
    for (const { long } of command.createHelp().visibleOptions(command)) {
      t.true(found.includes(long ?? ''), `${command.path} ${long}`);
    }
  }
});

test('svcapi completion prints the script of a shell', async (t) => {
  for (const shell of Object.keys(scripts) as Shell[]) {
    t.deepEqual(await run(['completion', shell]), { code: 0, stdout: scripts[shell], stderr: '' });
  }
  await refuses(t, run(['completion', 'tcsh']), 2, /bash, zsh, fish, powershell/);
});

/** An address that runs a command where it is not quoted. */
const HOSTILE = "http://127.0.0.1:1/$(touch ran)`touch ran`'x";

/** Returns what is offered for the address that is typed, where the stored tokens are for these. */
const addresses = (shell: Shell, typed: string, ...urls: string[]) =>
  offered(shell, ['hello', '--url', typed], homeWith(...urls));

/** Skipped where there is no such shell; CONTRIBUTING.md names the packages. */
const having = (shell: string) => needs(shell, !spawnSync(shell, ['-c', ':']).error);

having('bash')('bash takes a hostile candidate as text, after any quote', async (t) => {
  const cwd = temporaryFolder();
  for (const mark of ['', '"', "'"]) {
    const [found = ''] = await addresses('bash', `${mark}http`, HOSTILE);
    // What bash has on the line after Tab, and runs at Enter.
    const line = `printf %s ${mark}${found}${mark}`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', line], { cwd, encoding: 'utf8' });
    t.deepEqual([stdout, stderr], [HOSTILE, '']);
  }
  t.false(existsSync(join(cwd, 'ran')));
});

test('candidates are quoted for shells that do not quote them, or not offered', async (t) => {
  for (const shell of ['zsh', 'fish'] as const) t.deepEqual(await addresses(shell, '"http', HOSTILE), [HOSTILE]);
  for (const typed of ['http', '"http', "'http", "''"]) {
    t.deepEqual(await addresses('powershell', typed, HOSTILE), [`'${HOSTILE.replaceAll("'", "''")}'`]);
  }
  const { stdout } = await run(['complete', 'powershell', '--', "'token'", 'li']);
  t.is(stdout, 'list\n', 'the words before it are unquoted, too');
  const unquotable = ['http://127.0.0.1:1/!x', 'http://127.0.0.1:2/a\nb'];
  t.deepEqual(await addresses('bash', '"http', ...unquotable), []);
  t.deepEqual(await addresses('bash', 'http', ...unquotable), ['http://127.0.0.1:1/\\!x']);
});

/** How each shell is started, with which file of its own, and what it reads there. */
const shells = {
  bash: ['bash --rcfile .bashrc -i', '.bashrc', `PS1='READY> '\n${scripts.bash}`],
  zsh: ['zsh -i', '.zshrc', "PS1='READY> '; fpath=($HOME/fpath $fpath); autoload -U compinit; compinit -u -D\n"],
  fish: ['fish -i', '.config/fish/config.fish', "function fish_prompt; echo 'READY> '; end\n"],
} as const;

/** Writes the files by which a shell completes `svcapi`, which writes its last argument into the file `got`. */
function interactiveHome(shell: keyof typeof shells): string {
  const home = homeWith(HOSTILE);
  // Where generated_completions is missing, fish fills it in the background, even after its end.
  for (const name of ['bin', 'fpath', '.config/fish/completions', '.local/share/fish/generated_completions']) {
    mkdirSync(join(home, name), { recursive: true });
  }
  const complete = `[ "$1" = complete ] && exec '${process.execPath}' '${PROGRAM}' "$@"`;
  const program = `#!/bin/sh\n${complete}\nfor last; do :; done; printf %s "$last" > part; mv part got\n`;
  writeFileSync(join(home, 'bin/svcapi'), program, { mode: 0o755 });
  const [, file, content] = shells[shell];
  writeFileSync(join(home, file), content);
  writeFileSync(join(home, 'fpath/_svcapi'), scripts.zsh);
  writeFileSync(join(home, '.config/fish/completions/svcapi.fish'), scripts.fish);
  for (const name of ['galaxy one.ndjson', 'galaxy-two.ndjson']) writeFileSync(join(home, name), '');
  return home;
}

/** What is typed before Tab, what the shell shows then, and what the last argument is after Enter. */
const typing: [typed: string, shown: string, got: string, only?: (keyof typeof shells)[]][] = [
  ['tok', 'token', 'token'],
  ['token list --json state,cl', 'client', 'state,client'],
  ['import galaxy-', 'two', 'galaxy-two.ndjson'],
  // fish completes no name after an escaped blank.
  ['import galaxy\\ ', 'one', 'galaxy one.ndjson', ['bash', 'zsh']],
  ['token list --json=st', 'state', '--json=state', ['bash', 'fish']],
  ['time > galaxy-', 'two', 'time', ['bash']],
  ...['', '"', "'"].map((mark): [string, string, string, ('zsh' | 'fish')[]] => [
    ...([`hello --url ${mark}http`, '127.0.0.1:1', HOSTILE] as const),
    ['zsh', 'fish'],
  ]),
];

for (const shell of Object.keys(shells) as (keyof typeof shells)[]) {
  const on = spawnSync('script', ['--version']).error ? needs('script', false) : having(shell);
  on(`${shell} completes on a terminal, and takes a hostile candidate as text`, async (t) => {
    const home = interactiveHome(shell);
    const env = { HOME: home, PATH: `${join(home, 'bin')}:${process.env.PATH}` };
    const session = openTerminal(t, `cd '${home}'; exec ${shells[shell][0]}`, env);
    const got = join(home, 'got');
    const rows = typing.filter(([, , , only = [shell]]) => only.includes(shell));
    for (const [index, [typed, shown, expected]] of rows.entries()) {
      const prompts = () => session.shown().split('READY>').length - 1;
      await until(() => prompts() > index, { what: `${shell} prompts again` });
      const before = session.shown().length;
      session.type(`svcapi ${typed}\t`);
      await until(() => session.shown().slice(before).includes(shown), { what: `${shell} completes ${typed}` });
      // fish closes a quote itself.
      const mark = shell === 'fish' ? '' : (/ (["'])http$/.exec(typed)?.[1] ?? '');
      session.type(`${mark}\r`);
      await until(() => existsSync(got), { what: `the program runs: ${session.shown()}` });
      t.is(readFileSync(got, 'utf8'), expected, typed);
      rmSync(got);
    }
    t.false(existsSync(join(home, 'ran')));
  });
}

/** Values that only the user or the service knows. */
const FREE = new Set([
  'name: value',
  ...(
    'account address age bytes calls cgt cidr,… client date days duration email|url entity factor faction field grant handle [host:]port id ' +
    'key key=value megabytes most name name=value new-name number origin,… passwords percentage port prefix seconds share snapshot ' +
    'subject text time token type uid uid|name uri url values'
  ).split(' '),
]);

test('every value that the program knows is completed', async (t) => {
  for (const command of commandsOf(tree)) {
    const taking = command.options.filter((option) => option.required || option.optional);
    for (const each of [...taking, ...command.registeredArguments]) {
      const { words, files } = await valuesOf(command, each);
      const placeholder = 'flags' in each ? /[<[](.*)[>\]]/.exec(each.flags)?.[1] : each.name();
      const isKnown = words.length > 0 || files || command.name() === 'help';
      t.true(isKnown || FREE.has(placeholder ?? ''), `${command.path}: complete ${placeholder}, or list it as free`);
    }
  }
});
