import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { CliCommand } from '../../src/cli/command.js';
import { subcommandsOf } from '../../src/cli/command-tree.js';
import { type InterruptSignal, interruptCode, interruptSignals } from '../../src/cli/exit-status.js';
import { PROGRAM } from '../helpers/cli/program.js';
import { rawServer } from '../helpers/cli/strange-server.js';
import { wholeTree } from '../helpers/cli/tree.js';
import { atOnce, fillHome, type Output, outputs, type Waiting, waiting } from '../helpers/cli/waiting-commands.js';
import { temporaryFolder } from '../helpers/folder.js';
import { inTime, until } from '../helpers/until.js';

/** Commands that a signal ends in the middle of their work: the server that they have called never answers, or their input never ends. */

/** Returns the paths of all commands that do something themselves. */
function leaves(command: CliCommand): string[] {
  const below = subcommandsOf(command);
  return below.length === 0 ? [command.path.replace(/^svcapi /, '')] : below.flatMap(leaves);
}

test('each command is in one of the tables', async (t) => {
  const listed = [...atOnce, ...waiting].map(({ path }) => path);
  t.deepEqual([...new Set(listed)].sort(), leaves(await wholeTree()).sort());
});

interface Started {
  /** Resolves as soon as it waits. */
  waits: Promise<void>;
  pid(): number;
  /** The exit code that its shell sees, and all that it has printed. */
  ended: Promise<{ code: number; shown: string }>;
}

/** Starts a server that takes connections and never answers. */
async function silentServer(t: ExecutionContext): Promise<{ url: string; asked: Promise<void> }> {
  let url: Promise<string> | undefined;
  const asked = new Promise<void>((resolve) => {
    url = rawServer(t, (socket) => socket.once('data', () => resolve()));
  });
  return { url: await (url as unknown as Promise<string>), asked };
}

/** Starts a command line on a kind of output, by a shell that writes down its process id. */
function start(
  t: ExecutionContext,
  { path, argv, waitsFor, input }: Waiting,
  output: Output,
  { url, asked }: { url: string; asked: Promise<void> },
): Started {
  const folder = temporaryFolder();
  fillHome(folder, url);
  const target = join(folder, 'output');
  const command = [process.execPath, PROGRAM, ...path.split(' '), ...argv.map((each) => (each === 'URL' ? url : each))];
  const line = ['sh', '-c', 'echo $$ > pid; exec "$@"', 'sh', ...command];
  const [program = '', ...args] =
    output === 'a terminal' ? ['script', '-qec', line.map(quote).join(' '), '/dev/null'] : line;
  const file = output === 'a file' ? openSync(target, 'w') : undefined;
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      ...{ PATH: process.env.PATH, HOME: folder, TERM: 'xterm', SHELL: '/bin/sh', LC_ALL: 'C.UTF-8' },
      ...{ SVCAPI_URL: url, SVCAPI_TOKEN: 'svcapi_some', SVCAPI_PORT: '0' },
      SVCAPI_DATABASE: url.replace('http://', 'postgres://someone@'),
    },
    stdio: ['pipe', file ?? 'pipe', 'pipe'],
  });
  if (file !== undefined) closeSync(file);
  t.teardown(() => child.kill('SIGKILL'));
  let [printed, errors] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  if (input !== undefined) child.stdin?.write(input);
  // A terminal shows what is typed, too.
  const hasPrinted = () =>
    file === undefined ? printed.replaceAll('\r', '').replaceAll(input ?? '', '') !== '' : statSync(target).size > 0;
  const ended = new Promise<{ code: number; shown: string }>((resolve) =>
    child.on('close', (code, signal) =>
      resolve({ code: code ?? interruptCode(signal as InterruptSignal), shown: printed + errors }),
    ),
  );
  return {
    waits: waitsFor === 'input' ? until(hasPrinted, { what: `${path} prints` }) : asked,
    pid: () => Number(readFileSync(join(folder, 'pid'), 'utf8')),
    ended,
  };
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const hasTerminal = !spawnSync('script', ['--version']).error;

for (const [index, each] of waiting.entries()) {
  const name = ['svcapi', each.path, ...each.argv].join(' ');
  // One command after the other: many programs that start together take longer than the time limit of a request.
  test.serial(`a signal ends ${name}, in a pipe, into a file and on a terminal`, async (t) => {
    const chosen = (each.outputs ?? outputs).filter((output) => output !== 'a terminal' || hasTerminal);
    const all = chosen.map(async (output) => {
      // Each signal reaches each command, and each kind of output.
      const signal = interruptSignals[(index + outputs.indexOf(output)) % interruptSignals.length] as InterruptSignal;
      const started = start(t, each, output, await silentServer(t));
      const early = await Promise.race([started.waits, started.ended]);
      t.is(early, undefined, `on ${output} it waits`);
      process.kill(started.pid(), signal);
      const { code, shown } = await inTime(started.ended, `on ${output} it lives after ${signal}`);
      t.is(code, interruptCode(signal), `${signal} on ${output}: ${shown}`);
    });
    for (const { reason } of (await Promise.allSettled(all)).filter((one) => one.status === 'rejected'))
      t.fail(String(reason));
  });
}
