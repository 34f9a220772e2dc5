import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EPOCH } from '../../../src/domain/galactic-time.js';
import { SANDBOX_TOKEN } from '../../../src/sandbox/open-sandbox.js';
import { PROGRAM } from '../cli/program.js';
import type { Ran } from '../cli/run.js';
import { temporaryFolder } from '../folder.js';
import { type Machine, printedBy, type RunOptions } from './machines.js';

/** A command line, and what it needs. */
export interface Line {
  /**
   * As a shell takes it, with double quotes. `ROOT/` is the folder of the scene, and `DRIVE/` a drive that is not there, each as
   * the machine spells it.
   */
  command: string;
  stdin?: string;
  env?: Record<string, string>;
  /** Files to write before, by their names in the working folder. */
  files?: Record<string, string | Buffer>;
  /** Interrupts the program as soon as it has printed this on standard error. */
  interruptAfter?: RegExp;
  /** Texts of the outcome on Linux, and what Windows has in their place. */
  otherwise?: readonly (readonly [linux: string, windows: string])[];
}

/** Command lines that run one after the other in a folder. */
export interface Scene {
  name: string;
  /** A service that runs beside the others: its database is `galaxy.db`, and theirs is the same. */
  serves?: string;
  /** Makes the database of the service. */
  prepare?(path: string): Promise<void>;
  lines: readonly Line[];
}

export interface Outcome {
  lines: Map<Line, Ran>;
  /** The names of the files that are left and, of small texts, their contents. */
  left: string[];
}

/** The token of the demo galaxy of a scene that serves. */
export const TOKEN = SANDBOX_TOKEN;

/** Plays a scene on a machine. What differs between two runs of one machine is replaced by a word. */
export async function play(scene: Scene, machine: Machine): Promise<Outcome> {
  const folder = temporaryFolder();
  const folderIn = (name: string) => mkdirSync(join(folder, name), { recursive: true }) as string;
  const [cwd, home, control] = [folderIn('box'), folderIn('home'), folderIn('control')];
  const appData = (name: string) => machine.path(join(home, 'AppData', name));
  const env: Record<string, string> = machine.isWindows
    ? { USERPROFILE: machine.path(home), APPDATA: appData('Roaming'), LOCALAPPDATA: appData('Local') }
    : { HOME: home };
  const start = (command: string, options: Partial<RunOptions>) => {
    const words = [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
    const argv = words.map((word) => spell(word, folder, machine));
    return machine.start(PROGRAM, argv, { ...options, cwd, env: { ...env, ...options.env } });
  };
  const shown = (text: string) => withoutChance(text, folder, machine);
  const plain = ({ code, stdout, stderr }: Ran): Ran => ({ code, stdout: shown(stdout), stderr: shown(stderr) });
  await scene.prepare?.(join(cwd, 'galaxy.db'));
  const service = scene.serves === undefined ? undefined : start(scene.serves, { control });
  if (service) {
    const [, url = ''] = await printedBy(service, /listens on (\S+)/);
    Object.assign(env, { SVCAPI_URL: url, SVCAPI_TOKEN: TOKEN, SVCAPI_DATABASE: machine.path(join(cwd, 'galaxy.db')) });
  }
  const lines = new Map<Line, Ran>();
  for (const line of scene.lines) {
    for (const [name, content] of Object.entries(line.files ?? {})) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      // Windows has no modes, and Linux would warn of others.
      writeFileSync(join(cwd, name), content, { mode: 0o600 });
    }
    const own = folderIn(`control-${lines.size}`);
    const program = start(line.command, { ...line, control: own });
    if (line.interruptAfter) {
      await printedBy(program, line.interruptAfter, 'stderr');
      writeFileSync(join(own, 'stop'), '');
    }
    lines.set(line, plain(await program.end()));
    rmSync(own, { recursive: true });
  }
  if (service) {
    writeFileSync(join(control, 'stop'), '');
    const { code, stdout, stderr } = plain(await service.end());
    // The log has a line for each request.
    const said = stderr.split('\n').filter((text) => !text.startsWith('{'));
    lines.set(SERVICE, { code, stdout, stderr: said.join('\n') });
  }
  return { lines, left: filesIn(folder).map(shown) };
}

/** The line of the outcome that is the service of a scene. */
const SERVICE: Line = {
  command: 'the service of the scene',
  otherwise: [
    ['export TOKEN=', 'set TOKEN='],
    ['$TOKEN', '%TOKEN%'],
    [`'{"advance":"2h"}'`, String.raw`"{\"advance\":\"2h\"}"`],
    [
      `'{"route":"GET /character","code":"unavailable","times":1}'`,
      String.raw`"{\"route\":\"GET /character\",\"code\":\"unavailable\",\"times\":1}"`,
    ],
  ],
};

function spell(word: string, folder: string, { isWindows, path }: Machine): string {
  if (isWindows && word.startsWith('~/')) return word.replaceAll('/', '\\');
  if (word.startsWith('LONG/')) return `${isWindows ? '\\\\?\\' : ''}${path(join(folder, 'box', word.slice(5)))}`;
  const drive = isWindows ? 'Q:\\none' : '/proc/none';
  if (word.startsWith('DRIVE/')) return `${drive}${path(word.slice(5)).replace(/^Z:/, '')}`;
  return word.replace(/ROOT(\/.*)?$/, (_, rest = '') => path(join(folder, rest)));
}

const DAYS = 100 * 86_400_000;

/** The Unix seconds of the day that a galactic time names. */
function secondsOf(cgt: string): number {
  const [year = 0, day = 1] = (cgt.match(/\d+/g) ?? []).map(Number);
  return EPOCH + (year * 365 + day - 1) * 86_400;
}

/** Returns a text without what time and chance decide, and with paths as Linux spells them. */
function withoutChance(text: string, folder: string, { path, isWindows }: Machine): string {
  const isNow = (milliseconds: number) => Math.abs(milliseconds - Date.now()) < DAYS;
  const roots = [path(folder), path(folder).replaceAll('\\', '\\\\'), path(folder).replaceAll('\\', '/'), folder];
  let plain = text.replaceAll('\r\n', '\n');
  const program = fileURLToPath(new URL('../../../../', import.meta.url));
  for (const each of [path(program), program]) plain = plain.replaceAll(each, 'PACKAGE/');
  for (const root of roots) plain = plain.replaceAll(root, 'ROOT');
  if (isWindows) {
    plain = plain.replaceAll('\\\\?\\', '').replaceAll('Q:\\none', 'DRIVE').replaceAll('Q:\\\\none', 'DRIVE');
    plain = plain.replace(/(?:PACKAGE|ROOT|DRIVE)(?:é g|[^\s"“”;,])*/g, (found) => found.replace(/\\+/g, '/'));
  }
  return (
    plain
      .replaceAll('/proc/none', 'DRIVE')
      .replace(/ROOT\/home\/(AppData\/Roaming|\.config)\/svcapi/g, 'CONFIG')
      .replace(/ROOT\/home\/(AppData\/Local|\.local\/share)\/svcapi/g, 'DATA')
      .replaceAll(TOKEN, 'TOKEN')
      .replace(/svcapi_(\w_)?[\w-]{43}/g, 'SECRET')
      .replace(/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g, 'UUID')
      .replace(/\b(?:[\da-f]{12}|[\da-f]{32})\b/g, 'ID')
      .replace(/\b(20|22|24)\.\d+\.\d+(?= \()/g, 'NODE')
      .replace(/(?<=enter the code )\S+/g, 'CODE')
      .replace(/127\.0\.0\.1:\d{5}/g, '127.0.0.1:PORT')
      .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (date) => (isNow(Date.parse(date)) ? 'NOW' : date))
      .replace(/\bYear \d+ Day \d+(, [\d:]+)?/g, (cgt) => (isNow(secondsOf(cgt) * 1000) ? 'NOW' : cgt))
      .replace(/\b\d{10}\b/g, (number) => (isNow(Number(number) * 1000) ? 'NOW' : number.replace(/^49\d+/, 'FAR')))
      // A hundred years from the start of the service.
      .replace(/\b21\d\d-\d\d-\d\dT[\d:]+Z/g, 'FAR')
      .replace(/\b[\d,]+ MB free/g, 'MUCH free')
      .replace(/\b\d+(\.\d+)? ms\b/g, 'SOME ms')
  );
}

/** Sizes up to which contents are compared, in bytes. */
const SMALL = 16 * 1024;

/** Leaves out an empty log of SQLite: it is removed if all statements are collected before the process ends. */
function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((name) => !/-shm$/.test(name) && !(/-wal$/.test(name) && statSync(name).size === 0))
    .sort();
  return names.map((name) => {
    const isText = statSync(name).size <= SMALL && !/\.db\b/.test(name);
    return isText ? `${name}: ${readFileSync(name, 'utf8')}` : name;
  });
}

/** Returns what Windows is expected to print for a line. */
export function expected({ otherwise = [] }: Line, { code, stdout, stderr }: Ran): Ran {
  const change = (text: string) => otherwise.reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
  return { code, stdout: change(stdout), stderr: change(stderr) };
}
