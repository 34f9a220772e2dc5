import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { run as runChild } from '../../bench/child.js';
import { ENVIRONMENT, PROGRAM } from '../../bench/environment.js';
import { startService } from '../../bench/server.js';
import { rawServer } from '../../test/helpers/cli/strange-server.js';
import { sendSignal } from '../../test/helpers/servers/postgres-server.js';
import { prepareDatabase } from '../backends/database.js';
import { inScope, loadWithToken, planted } from '../harness.js';
import { type Task, type Trial, Unavailable } from '../trial.js';
import { type Case, caseOf, leftFiles, problemOf } from './cases.js';
import { commandLines } from './command-lines.js';
import { hasDestinations, RunningProgram } from './program.js';

/** Programs that run at the same time, and the seconds after which one hangs. */
const WORKERS = 3;
const PATIENCE = 30;

/** Whatever happens to a command, it ends, and leaves nothing behind. */
export const signals: Trial = {
  name: 'signals',
  what: 'SIGINT, SIGTERM, SIGHUP, a reader that leaves, a terminal that closes or a full disk, at a random moment of every command',
  promise:
    'It ends by the signal or with its exit code, prints no half row of JSON, and leaves no process, file or stack trace.',
  unit: 'command lines',
  fullSize: 1300,
  shortSize: 26,
  backends: ['sqlite'],
  faults: {
    deaf: 'a program that ignores signals',
    leftover: 'a temporary file that only a regular end removes',
    orphan: 'a child that only a regular end takes along',
  },
  run,
};

/** What the cases of a task share. */
interface World {
  /** The addresses of a service, and of one that takes calls and never answers. */
  url: string;
  silent: string;
  token: string;
  database: string;
  /** Milliseconds in which a command line is expected to end by itself. */
  usual: number;
}

async function run(task: Task): Promise<void> {
  if (!hasDestinations()) throw new Unavailable('it needs Linux, and script of bsdutils');
  const { made: token, copy } = await prepareDatabase(task, loadWithToken);
  const lines = await commandLines();
  const service = await startService({ database: (await copy()).address });
  const { address: database } = await copy();
  const begun = performance.now();
  await runChild(process.execPath, [PROGRAM, '--version'], { env: { ...ENVIRONMENT, ...planted(task.fault) } });
  const usual = 2 * (performance.now() - begun);
  await inScope(async (scope) => {
    const silent = await rawServer(scope, () => {});
    const world = { url: service.url, silent, token, database, usual };
    const of = (number: number) => caseOf(number, task.random(number), lines);
    await task.inParallel(WORKERS, (number) => interrupt(task, number, of(number), world));
  });
  await service.stop();
}

async function interrupt(task: Task, number: number, each: Case, world: World): Promise<void> {
  const { line, event, output } = each;
  const name = ['svcapi', line.path, ...line.argv].join(' ');
  const home = join(task.folder, `home-${number}`);
  mkdirSync(home);
  fillHome(home, world.url);
  copyFileSync(world.database, join(home, 'galaxy.db'));
  const program = startIn(home, task, each, world);
  const endedBefore = await happen(program, each, each.part * world.usual);
  const problem = (await problemAfter(program, each, task)) ?? (await problemOfFiles(home, task, each, world));
  program.kill();
  if (problem !== undefined) task.violate(number, `${name}, ${event} on ${output}: ${problem}`);
  task.count(endedBefore ? `${event}: ended before` : `${event} on ${output}`);
  rmSync(home, { recursive: true });
}

function startIn(home: string, { fault }: Task, { line, event, output, isSilent }: Case, world: World): RunningProgram {
  const env = {
    ...{ SVCAPI_URL: isSilent ? world.silent : world.url, SVCAPI_TOKEN: world.token },
    ...{ SVCAPI_DATABASE: join(home, 'galaxy.db'), ...planted(fault) },
  };
  const waits = output === 'a terminal' || (event !== 'leave' && event !== 'full');
  return new RunningProgram({ line, output, home, env, waits });
}

/** Lets the event of a case happen, and reports whether the program has ended before. */
async function happen(program: RunningProgram, { event, read }: Case, milliseconds: number): Promise<boolean> {
  if (event === 'full') return false;
  const pid = await program.pid();
  const moment = setTimeout(milliseconds).then(() => false);
  const isOver = program.ended.then(() => true);
  const events = event === 'leave' ? [moment, program.printed(read).then(() => false)] : [moment];
  if (await Promise.race([isOver, ...events])) return true;
  if (event === 'leave') program.leave();
  else sendSignal(pid, event);
  return false;
}

/** Returns what is wrong with a program after its event, if anything. */
async function problemAfter(program: RunningProgram, each: Case, { fault }: Task): Promise<string | undefined> {
  const patience = fault === undefined ? PATIENCE : PATIENCE / 3;
  const ended = await program.endsWithin(patience);
  if (!ended) return `still runs after ${patience} s`;
  return problemOf(each, ended) ?? ((await program.isGoneWithin(patience)) ? undefined : 'left a process');
}

/** Returns the files that are left over, if any: a run that is not interrupted removes those of one that was killed. */
async function problemOfFiles(home: string, task: Task, each: Case, world: World): Promise<string | undefined> {
  if (leftFiles(home).length > 0 && !each.line.runsOn) {
    task.count('files that the next run had to remove', leftFiles(home).length);
    const next = startIn(home, task, { ...each, event: 'full', output: 'a pipe', isSilent: false }, world);
    await next.endsWithin(PATIENCE);
    next.kill();
  }
  const left = leftFiles(home);
  return left.length > 0 ? `left ${left.join(', ')}` : undefined;
}

/** Fills the home of a user with the files that the commands name, and a stored token. */
function fillHome(folder: string, url: string): void {
  mkdirSync(join(folder, '.config/svcapi'), { recursive: true });
  const stored = { token: 'svcapi_other', expiresAt: 4e9, refreshToken: 'svcapi_more' };
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o600 });
  write('.config/svcapi/credentials.json', JSON.stringify({ [url]: stored }));
  write('rows.csv', 'datacard,entity,uses\n14:1,4:1,3\n');
  write('token.txt', 'svcapi_some\n');
  write('galaxy.ndjson', '{"kind":"character","uid":"1:1","name":"Hana Veil"}\n');
}
