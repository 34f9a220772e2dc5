import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Ran } from '../cli/run.js';
import { temporaryFolder } from '../folder.js';
import { inTime, until } from '../until.js';

const PRELOAD = fileURLToPath(new URL('preload.cjs', import.meta.url));
const root = fileURLToPath(new URL('../../../../', import.meta.url));

export interface RunOptions {
  cwd: string;
  stdin?: string;
  env?: Record<string, string>;
  /** The folder through which the test speaks with the program. */
  control?: string;
}

/** A running program. Its streams are files: wine has no others. */
export interface Started {
  /** What it has printed so far. */
  printed(): { stdout: string; stderr: string };
  hasEnded(): boolean;
  /** Waits for its end. @throws when it hangs */
  end(): Promise<Ran>;
}

/** Linux, or Windows as wine imitates it, with a release of Node.js. */
export interface Machine {
  isWindows: boolean;
  /** Returns a path of Linux as the machine spells it. */
  path(path: string): string;
  /** Starts a program of JavaScript. */
  start(program: string, args: readonly string[], options: RunOptions): Started;
  /** Starts any program of the machine. */
  startAny(program: string, args: readonly string[], options: RunOptions): Started;
}

const linuxPath = (path: string) => path;
/** Wine shows the root folder as a drive. */
const windowsPath = (path: string) => `Z:${path.replaceAll('/', '\\')}`;

export const linux: Machine = machine('Linux', linuxPath, process.execPath, [], {});

export function windows(name: string, node: string, wine: Wine): Machine {
  return machine(name, windowsPath, windowsPath(node), ['wine'], wine.env);
}

function machine(
  name: string,
  path: Machine['path'],
  node: string,
  before: readonly string[],
  machineEnv: Record<string, string>,
): Machine {
  const startAny: Machine['startAny'] = (program, args, { cwd, stdin = '', env = {}, control }) => {
    const folder = temporaryFolder();
    const file = (end: string) => join(folder, end);
    writeFileSync(file('in'), stdin);
    const streams = [openSync(file('in'), 'r'), openSync(file('out'), 'w'), openSync(file('err'), 'w')] as const;
    const [command = '', ...rest] = [...before, program, ...args];
    const child = spawn(command, rest, {
      cwd,
      stdio: [...streams],
      env: {
        ...{ ...machineEnv, PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
        NODE_OPTIONS: `--require=${path(PRELOAD).replaceAll('\\', '\\\\')}`,
        TEST_ENV: JSON.stringify({ LC_ALL: 'C.UTF-8', ...env }),
        ...(control !== undefined && { TEST_CONTROL: path(control) }),
      },
    });
    running.add(child);
    for (const stream of streams) closeSync(stream);
    const read = (end: string) => readFileSync(file(end), 'utf8');
    // Wine reports the crashes of its own services to whoever has started the first program.
    const printed = () => ({ stdout: read('out'), stderr: read('err').replace(/^wine: .*\n/gm, '') });
    const closed = once(child, 'close').finally(() => running.delete(child));
    const ended = closed.then(([code, signal]) => ({
      code: code ?? 128 + constants.signals[signal as 'SIGINT'],
      ...printed(),
    }));
    ended.catch(() => {});
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    const end = async () => {
      await until(hasEnded, { what: `${name}: ${args.join(' ')} has ended`, within: HANG });
      return ended;
    };
    return { printed, hasEnded, end };
  };
  const start: Machine['start'] = (program, args, options) => startAny(node, [path(program), ...args], options);
  return { isWindows: before.length > 0, path, start, startAny };
}

/** Milliseconds after which a program hangs. On a busy machine, wine takes minutes for what it does in a second. */
const HANG = 900_000;

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A Windows of its own: a folder with its drive C and its registry. */
export interface Wine {
  env: Record<string, string>;
  /** Ends everything that runs in it. */
  end(): void;
}

/** Returns undefined where there is no wine. */
export function wineHere(): boolean {
  return process.arch === 'x64' && spawnSync('wine', ['--version'], { stdio: 'ignore' }).status === 0;
}

export async function makeWine(): Promise<Wine> {
  const folder = temporaryFolder();
  for (const name of ['home', 'prefix']) mkdirSync(join(folder, name));
  // Without these two programs, wine asks to download them.
  const env = {
    WINEPREFIX: join(folder, 'prefix'),
    WINEDEBUG: '-all',
    WINEDLLOVERRIDES: 'mscoree,mshtml=',
    HOME: join(folder, 'home'),
  };
  const run = async (command: string, ...args: string[]) => {
    const child = spawn(command, args, { stdio: 'ignore', env: { PATH: process.env.PATH, ...env } });
    const [code] = await inTime(once(child, 'close'), `${command} ${args.join(' ')} has not ended`);
    if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
  };
  const end = () => void spawnSync('wineserver', ['--kill', '--wait'], { env: { ...process.env, ...env } });
  process.once('exit', end);
  // It would end between two programs, and start its services again.
  await run('wineserver', '--persistent');
  await run('wineboot', '--init');
  await run('wine', 'reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f');
  return { env, end };
}

/** The releases of Node.js for Windows that tests run. Undefined where the registry of npm cannot be reached. */
export async function windowsNodes(): Promise<Map<string, string> | undefined> {
  const { NODES, unpackNode, versionOf } = (await import(join(root, 'tools/release/node-binary.js'))) as {
    NODES: Record<string, object>;
    unpackNode(node: unknown, folder: string): Promise<void>;
    versionOf(node: unknown): string;
  };
  const found = new Map<string, string>();
  try {
    for (const node of [NODES.oldestWindows, NODES.windows]) {
      const folder = temporaryFolder();
      await unpackNode(node, folder);
      found.set(versionOf(node), join(folder, 'bin/node.exe'));
    }
  } catch (error) {
    // A wrong checksum is not a missing registry.
    if (error instanceof Error && /was tried/.test(error.message)) throw error;
    return undefined;
  }
  return found;
}

/** Waits until a program has printed something. @throws when it ends before */
export async function printedBy(
  started: Started,
  pattern: RegExp,
  stream: 'stdout' | 'stderr' = 'stdout',
): Promise<RegExpExecArray> {
  const isPrinted = () => started.hasEnded() || pattern.test(started.printed()[stream]);
  await until(isPrinted, { what: `${pattern} is printed`, within: HANG });
  const found = pattern.exec(started.printed()[stream]);
  if (!found) throw new Error(`It ended before it printed ${pattern}: ${JSON.stringify(started.printed())}`);
  return found;
}
