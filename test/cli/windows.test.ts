import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import test from 'ava';
import { browserCommand } from '../../src/cli/connection/device-flow.js';
import { greet, greetSandbox } from '../../src/cli/host/demo.js';
import { interrupt, listenForSignals } from '../../src/cli/io.js';
import { quoteWord, removal, shellOf } from '../../src/cli/shell.js';
import { baseFolder, homeFolder } from '../../src/settings/setting.js';
import { Kept, run, runIo, temporaryFolder } from '../helpers/cli/run.js';
import { someContext } from '../helpers/cli/tree.js';

/** What the program does differently on Windows, in functions that are given the platform. windows.all.test.ts runs the rest. */

const SYSTEM = 'C:\\Program Files\\WindowsPowerShell\\Modules;C:\\Windows\\system32\\WindowsPowerShell\\v1.0\\Modules';
const shells = {
  powershell: { PSModulePath: `C:\\Users\\Hana\\Documents\\PowerShell\\Modules;${SYSTEM}` },
  cmd: { PSModulePath: SYSTEM, PROMPT: '$P$G' },
  sh: { PSModulePath: SYSTEM, SHELL: '/usr/bin/bash', MSYSTEM: 'MINGW64' },
};

test('the shell is found by its variables on Windows, and is sh elsewhere', (t) => {
  for (const [shell, env] of Object.entries(shells)) t.is(shellOf({ platform: 'win32', env }), shell as never);
  t.is(shellOf({ platform: 'linux', env: shells.powershell }), 'sh');
  t.is(shellOf({ platform: 'win32', env: {} }), 'cmd');
});

test('words and the removal of a database with its side files are quoted as each shell reads them', (t) => {
  for (const [shell, word, quoted, removed] of [
    ['sh', 'dist/g.db', 'dist/g.db', 'rm dist/g.db*'],
    ['sh', "it's here", "'it'\\''s here'", "rm 'it'\\''s here'*"],
    ['powershell', 'C:\\svcapi\\dist', 'C:\\svcapi\\dist', undefined],
    ['powershell', "C:\\it's here", "'C:\\it''s here'", "del 'C:\\it''s here*'"],
    ['cmd', 'C:\\it is here', '"C:\\it is here"', 'del "C:\\it is here*"'],
  ] as const) {
    t.is(quoteWord(shell, word), quoted);
    if (removed !== undefined) t.is(removal(shell, word), removed);
  }
});

const greetings = {
  powershell: [
    "  $env:TOKEN = 'svcapi_x'\n",
    '  curl.exe -H "Authorization: Bearer $env:TOKEN" http://h/ws/v2.0/character\n',
    `  '{"advance":"2h"}' | curl.exe --json '@-' http://h/sandbox/clock\n`,
  ],
  cmd: [
    '  set TOKEN=svcapi_x\n',
    '  curl -H "Authorization: Bearer %TOKEN%" http://h/ws/v2.0/character\n',
    '  curl --json "{\\"advance\\":\\"2h\\"}" http://h/sandbox/clock\n',
  ],
  sh: [
    '  export TOKEN=svcapi_x\n',
    '  curl -H "Authorization: Bearer $TOKEN" http://h/ws/v2.0/character\n',
    `  curl --json '{"advance":"2h"}' http://h/sandbox/clock\n`,
  ],
};

for (const [shell, lines] of Object.entries(greetings)) {
  test(`a started service prints lines for ${shell}`, async (t) => {
    const stdout = new Kept();
    const context = someContext({ stdout, platform: 'win32', env: shells[shell as keyof typeof shells] });
    const service = { url: 'http://h', token: 'svcapi_x' };
    await greet(context, service.url, { token: service.token, invitation: undefined });
    await greetSandbox(context, { ...service, sandbox: { clock: () => ({ cgt: '' }) } } as never);
    await context.stdout.flush();
    for (const line of lines) t.true(stdout.text.includes(line), `${line}\n${stdout.text}`);
  });
}

test('the browser of Windows is opened without a shell, which would cut the address at an &', (t) => {
  const url = 'https://galaxy.example/device?a=1&b=2';
  t.deepEqual(browserCommand('win32', {}, url), ['rundll32', 'url.dll,FileProtocolHandler', url]);
  t.deepEqual(browserCommand('darwin', {}, url), ['open', url]);
  t.deepEqual(browserCommand('linux', { DISPLAY: ':0' }, url), ['xdg-open', url]);
  t.deepEqual(browserCommand('linux', {}, url), []);
});

test('Ctrl-Break, Ctrl-C and a closed window end the program on Windows', (t) => {
  const target = new EventEmitter();
  const heard: string[] = [];
  const end = listenForSignals(target, 'win32', (signal) => heard.push(signal));
  for (const signal of ['SIGBREAK', 'SIGINT', 'SIGHUP']) target.emit(signal, signal);
  t.deepEqual(heard, ['SIGINT', 'SIGINT', 'SIGHUP']);
  end();
  t.deepEqual(target.eventNames(), []);
  listenForSignals(target, 'linux', () => {});
  t.false(target.eventNames().includes('SIGBREAK'));
});

test('Ctrl-C at a prompt is heard on Windows, where a sent signal would end the program with 1', async (t) => {
  const raw: boolean[] = [];
  const target = Object.assign(new EventEmitter(), { kill: () => t.fail('it was killed') });
  const setRawMode = (isRaw: boolean) => raw.push(isRaw);
  const stdin = Object.assign(Readable.from(['\u0003']), { isTTY: true, setRawMode });
  const { code, stderr } = await runIo(['login', '--with-token', '--url', 'http://127.0.0.1:1'], {
    ...{ platform: 'win32', stdin, env: { HOME: await temporaryFolder(t) } },
    onInterrupt: (listener) => listenForSignals(target, 'win32', listener),
    interrupt: () => interrupt(target as never, 'win32'),
  });
  t.deepEqual([code, raw], [130, [true, false]], stderr);
});

test('the folders of Windows are those of its variables, and an XDG variable goes before them', (t) => {
  const env = { APPDATA: '/roaming', LOCALAPPDATA: '/local', USERPROFILE: '/home/hana', HOME: 'relative' };
  t.is(baseFolder(env, 'XDG_CONFIG_HOME', '.config', 'win32'), '/roaming');
  t.is(baseFolder(env, 'XDG_DATA_HOME', '.local/share', 'win32'), '/local');
  t.is(baseFolder({ ...env, XDG_DATA_HOME: '/xdg' }, 'XDG_DATA_HOME', '.local/share', 'win32'), '/xdg');
  t.is(homeFolder(env, 'win32'), '/home/hana');
  t.is(baseFolder({ ...env, HOME: '/h' }, 'XDG_CONFIG_HOME', '.config', 'linux'), '/h/.config');
});

test('a pattern that no shell has replaced is named', async (t) => {
  const cwd = await temporaryFolder(t);
  const next = 'name each file, since the shell has not replaced the *';
  const imported = await run(['import', '*.ndjson', '--database', join(cwd, 'g.db')], { cwd });
  t.is(imported.stderr, `svcapi: there is no file *.ndjson; ${next}\n`);
  const table = await run(['records-from-csv', 'faction', '*.csv'], { cwd });
  t.is(table.stderr, `svcapi: there is no file *.csv; ${next}\n`);
});

test('TSV of the doctor shows the backslashes of a path as they are', async (t) => {
  const folder = await temporaryFolder(t);
  const { stdout } = await run(['doctor', '--database', join(folder, 'C:\\g.db')]);
  t.true(stdout.includes('/C:\\g.db does not exist yet\t'), stdout);
});
