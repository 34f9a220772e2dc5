import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { commandsOf } from '../../src/cli/command-tree.js';
import { valuesOf } from '../../src/cli/completion/candidates.js';
import type { Shell } from '../../src/cli/completion/quoting.js';
import { scripts } from '../../src/cli/completion/scripts.js';
import { permissionNames } from '../../src/domain/permission.js';
import { PROGRAM } from '../helpers/cli/program.js';
import { run } from '../helpers/cli/run.js';
import { openTerminal } from '../helpers/cli/terminal.js';
import { wholeTree } from '../helpers/cli/tree.js';
import { until } from '../helpers/until.js';

/** The shells that the tests can run. */
type RealShell = Exclude<Shell, 'powershell'>;

const names: Record<RealShell, string> = { bash: 'svcapi.bash', zsh: '_svcapi', fish: 'svcapi.fish' };

const folder = mkdtempSync(join(tmpdir(), 'svcapi-completion-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
for (const shell of Object.keys(names) as RealShell[]) {
  writeFileSync(join(folder, names[shell]), scripts[shell]);
}
for (const name of ['galaxy one.ndjson', 'galaxy-two.ndjson']) writeFileSync(join(folder, name), '');

mkdirSync(join(folder, '.config/svcapi'), { recursive: true });
const token = { token: 'svcapi_some' };
const stored = { 'http://127.0.0.1:8080': token, 'https://galaxy.example.org': token };
writeFileSync(join(folder, '.config/svcapi/credentials.json'), JSON.stringify(stored), { mode: 0o600 });
mkdirSync(join(folder, 'bin'));
writeFileSync(join(folder, 'bin/svcapi'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`, { mode: 0o755 });

const CAPTURE = fileURLToPath(new URL('../../../test/helpers/cli/capture.zsh', import.meta.url));

const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, HOME: folder, TERM: 'xterm', LC_ALL: 'C.UTF-8' };

/** Skipped where there is no such shell; CONTRIBUTING.md names the packages. */
const having = (shell: RealShell) => (spawnSync(shell, ['-c', ':']).error ? test.skip : test);

async function shellOutput(shell: RealShell, argv: string[]): Promise<string[]> {
  const child = spawn(shell, argv, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (stderr !== '') throw new Error(stderr);
  return stdout.split('\n').filter(Boolean);
}

/** Splits a line as bash does: also at “=” and “>”. */
function bashWords(line: string): string[] {
  return line.split(/\s+|(?==)|(?<==)/);
}

/** Completes lines as bash does: with the words of each, of which the last is being typed. */
const COMPLETE = `source ./svcapi.bash
words=()
for word in "$@"; do
  if [ "$word" != END ]; then words+=("$word"); continue; fi
  COMP_WORDS=("\${words[@]}") COMP_CWORD=$((\${#words[@]} - 1)) COMPREPLY=()
  _svcapi
  printf '%s\\n' "\${COMPREPLY[@]}" END
  words=()
done`;

/** Starts a shell that completes lines, one after the other, and prints a line of its own behind each list. */
const complete: Record<RealShell, (lines: string[]) => Promise<string[]>> = {
  bash: (lines) => {
    const words = lines.flatMap((line) => [...bashWords(line), 'END']);
    return shellOutput('bash', ['--norc', '-c', COMPLETE, 'bash', ...words]);
  },
  zsh: (lines) => shellOutput('zsh', [CAPTURE, folder, ...lines]),
  fish: async (lines) => {
    const program = 'source svcapi.fish; for line in $argv; complete -C $line; echo END; end';
    const found = await shellOutput('fish', ['--no-config', '-c', program, ...lines]);
    return found.map((candidate) => candidate.replace(/\t.*$/, '').replace(/^--\w+=/, ''));
  },
};

/** Returns the candidates of a shell after each line. */
async function offers(shell: RealShell, lines: string[]): Promise<string[][]> {
  const offered: string[][] = [[]];
  for (const line of await complete[shell](lines)) {
    if (line === 'END') offered.push([]);
    else offered.at(-1)?.push(line);
  }
  return offered.slice(0, -1);
}

const tree = await wholeTree();
const topLevel = tree.commands.map((command) => command.name());

const cases: [line: string, offered: readonly string[], except?: RealShell[]][] = [
  ['svcapi ', topLevel],
  ['svcapi tok', ['token']],
  ['svcapi token ', ['create', 'list', 'revoke']],
  ['svcapi --config some.toml token li', ['list']],
  ['svcapi token create --permission ', permissionNames],
  [
    'svcapi token create --permission character_auth,faction_',
    ['character_auth,faction_datacards_read', 'character_auth,faction_datacards_write'],
  ],
  ['svcapi token create --client token cre', []],
  ['svcapi token list --output ', ['table', 'tsv', 'json', 'csv']],
  ['svcapi token list --output=j', ['json']],
  ['svcapi token list --json st', ['state']],
  ['svcapi token list --json state,cl', ['state,client']],
  ['svcapi datacards 20:1 --uses --json assigned', ['assignedlocations']],
  ['svcapi datacard assign --batch x.csv --json mess', ['message']],
  ['svcapi token list --json=state,cl', ['state,client'], ['zsh', 'bash']],
  ['svcapi token list --json=st', ['state'], ['zsh']],
  ['svcapi serve --log-level ', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']],
  ['svcapi serve --log-', ['--log-level']],
  ['svcapi completion ', ['bash', 'zsh', 'fish', 'powershell']],
  ['svcapi api PA', ['PATCH']],
  ['svcapi time --tz Europe/Berl', ['Europe/Berlin']],
  ['svcapi time --tz UT', ['UTC']],
  ['svcapi records-from-csv transa', ['transaction']],
  ['svcapi records-from-csv character gal', ['galaxy one.ndjson', 'galaxy-two.ndjson']],
  ['svcapi api GET /api/t', ['/api/time']],
  ['svcapi hello --url ', Object.keys(stored), ['bash']],
  ['svcapi hello --url https', ['https://galaxy.example.org']],
  ['svcapi help ', topLevel.filter((name) => name !== 'help')],
  ['svcapi help tok', ['token']],
  ['svcapi help token ', ['create', 'list', 'revoke']],
  ['svcapi help datacard as', ['assign']],
  ['svcapi help time ', []],
  ['svcapi import galaxy-', ['galaxy-two.ndjson']],
  ['svcapi import galaxy.ndjson galaxy-', ['galaxy-two.ndjson']],
  ['svcapi --config galaxy-', ['galaxy-two.ndjson']],
  ['svcapi export --database x.db galaxy-', ['galaxy-two.ndjson']],
];

for (const shell of Object.keys(complete) as RealShell[]) {
  having(shell)(`${shell} accepts the script, and completes commands, options and values`, async (t) => {
    const { stderr, status } = spawnSync(shell, ['-n', join(folder, names[shell])], { encoding: 'utf8' });
    t.deepEqual([status, stderr], [0, '']);
    const known = cases.filter(([, , except = []]) => !except.includes(shell));
    const lists = await offers(
      shell,
      known.map(([line]) => line),
    );
    for (const [index, [line, expected]] of known.entries()) {
      const found = (lists[index] ?? ['nothing']).map((word) => word.replace(/^--\w+=/, '').replaceAll('\\', ''));
      t.deepEqual([...new Set(found)].sort(), [...expected].sort(), line);
    }
  });
}

test('svcapi completion prints the script of a shell', async (t) => {
  for (const shell of Object.keys(scripts) as Shell[]) {
    t.deepEqual(await run(['completion', shell]), { code: 0, stdout: scripts[shell], stderr: '' });
  }
  const { code, stdout, stderr } = await run(['completion', 'tcsh']);
  t.deepEqual([code, stdout], [2, '']);
  t.regex(stderr, /bash, zsh, fish, powershell/);
});

having('bash')('bash offers files with a blank and after a redirection, and only arguments after “--”', async (t) => {
  const lines = ['svcapi import gal', 'svcapi time > galaxy-', 'svcapi export -- --'];
  const [files, redirected, behind] = await offers('bash', lines);
  t.deepEqual(files?.sort(), ['galaxy one.ndjson', 'galaxy-two.ndjson']);
  t.deepEqual([redirected, behind], [['galaxy-two.ndjson'], []]);
});

having('bash')('every command and option of the tree is offered', async (t) => {
  const commands = commandsOf(tree).filter((command) => command.name() !== 'help');
  const offered = await offers(
    'bash',
    commands.map(({ path }) => `${path} --`),
  );
  t.is(offered.length, commands.length);
  for (const [index, command] of commands.entries()) {
    for (const { long } of command.createHelp().visibleOptions(command)) {
      t.true(offered[index]?.includes(long ?? ''), `${command.path} ${long}`);
    }
  }
});

/** An address that runs a command where it is not quoted. */
const HOSTILE = "http://127.0.0.1:1/$(touch ran)`touch ran`'x";

/** Returns what the program offers a shell where the stored tokens are for these addresses. */
async function offered(shell: Shell, typed: string, ...urls: string[]): Promise<string[]> {
  const home = mkdtempSync(join(folder, 'home-'));
  mkdirSync(join(home, 'svcapi'));
  const stored = Object.fromEntries(urls.map((url) => [url, token]));
  writeFileSync(join(home, 'svcapi/credentials.json'), JSON.stringify(stored), { mode: 0o600 });
  const { stdout } = await run(['complete', shell, '--', 'hello', '--url', typed], { env: { XDG_CONFIG_HOME: home } });
  return stdout.split('\n').filter(Boolean);
}

having('bash')('bash takes a hostile candidate as text, after any quote', async (t) => {
  for (const mark of ['', '"', "'"]) {
    const [found = ''] = await offered('bash', `${mark}http`, HOSTILE);
    // What bash has on the line after Tab, and runs at Enter.
    const line = `printf %s ${mark}${found}${mark}`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', line], { cwd: folder, encoding: 'utf8' });
    t.deepEqual([stdout, stderr], [HOSTILE, '']);
  }
  t.false(existsSync(join(folder, 'ran')));
});

test('candidates are quoted for shells that do not quote them, or not offered', async (t) => {
  for (const shell of ['zsh', 'fish'] as const) t.deepEqual(await offered(shell, '"http', HOSTILE), [HOSTILE]);
  for (const typed of ['http', '"http', "'http", "''"]) {
    t.deepEqual(await offered('powershell', typed, HOSTILE), [`'${HOSTILE.replaceAll("'", "''")}'`]);
  }
  const { stdout } = await run(['complete', 'powershell', '--', "'token'", 'li']);
  t.is(stdout, 'list\n', 'the words before it are unquoted, too');
  const unquotable = ['http://127.0.0.1:1/!x', 'http://127.0.0.1:2/a\nb'];
  t.deepEqual(await offered('bash', '"http', ...unquotable), []);
  t.deepEqual(await offered('bash', 'http', ...unquotable), ['http://127.0.0.1:1/\\!x']);
});

/** Writes the files by which a shell completes `svcapi`, which writes its last argument into the file `got`. */
function interactiveHome(): string {
  const home = mkdtempSync(join(folder, 'typing-'));
  // Where generated_completions is missing, fish fills it in the background, even after its end.
  const names = ['bin', '.config/svcapi', '.config/fish/completions', '.local/share/fish/generated_completions'];
  for (const name of names) mkdirSync(join(home, name), { recursive: true });
  const program = `[ "$1" = complete ] && exec '${process.execPath}' '${PROGRAM}' "$@"; printf %s "$3" > '${home}/got'`;
  writeFileSync(join(home, 'bin/svcapi'), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
  writeFileSync(join(home, '.config/svcapi/credentials.json'), JSON.stringify({ [HOSTILE]: token }), { mode: 0o600 });
  writeFileSync(
    join(home, '.zshrc'),
    `PS1='READY> '; fpath=(${folder} $fpath); autoload -U compinit; compinit -u -D\n`,
  );
  writeFileSync(join(home, '.config/fish/config.fish'), "function fish_prompt; echo 'READY> '; end\n");
  writeFileSync(join(home, '.config/fish/completions/svcapi.fish'), scripts.fish);
  return home;
}

for (const [shell, mark, end] of [
  ['zsh', '', ''],
  ['zsh', '"', '"'],
  ['zsh', "'", "'"],
  ['fish', '', ''],
  // It closes the quote itself.
  ['fish', '"', ''],
  ['fish', "'", ''],
] as const) {
  const on = spawnSync('script', ['--version']).error ? test.skip : having(shell);
  on(`${shell} takes a hostile candidate as text on a terminal, after ${mark || 'no quote'}`, async (t) => {
    const home = interactiveHome();
    const PATH = `${join(home, 'bin')}:${process.env.PATH}`;
    const session = openTerminal(t, `cd '${home}'; exec ${shell} -i`, { HOME: home, PATH });
    await session.shows('READY>');
    session.type(`svcapi hello --url ${mark}http\t`);
    await session.shows('127.0.0.1:1');
    session.type(`${end}\r`);
    await until(() => existsSync(join(home, 'got')), { what: 'the program runs' });
    await until(() => readFileSync(join(home, 'got'), 'utf8') !== '', { what: 'it has written' });
    t.is(readFileSync(join(home, 'got'), 'utf8'), HOSTILE);
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
