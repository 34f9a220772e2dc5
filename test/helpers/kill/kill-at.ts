import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type ProgramOptions, startProgram } from '../cli/program.js';
import { temporaryFolder } from '../folder.js';

/** True where strace can stop a program at a call of the system, which is exact. Elsewhere a clock does, at random. */
export const canCountCalls = spawnSync('strace', ['-qo', '/dev/null', 'true']).status === 0;

/** A moment in the life of a command: the n-th call of the system of a name, or a part of its time. */
export type Moment = { call: string; number: number } | { milliseconds: number };

/** A command of the program, and the variables that it gets. */
export interface Killable extends ProgramOptions {
  argv: readonly string[];
  env: Record<string, string>;
}

export type Killed = Awaited<ReturnType<typeof startProgram>['ended']>;

/**
 * Runs a command to its end, and returns moments at which the same command can be killed: most at its start and its end, where
 * it begins to write and commits. They are the same for the same work.
 *
 * @param calls the calls of the system that change something: `pwrite64` and `fdatasync` for files, `write` for connections
 */
export async function momentsOf(command: Killable, calls: readonly string[], count: number): Promise<Moment[]> {
  const trace = `${temporaryFolder()}/trace`;
  const begun = performance.now();
  const before = canCountCalls ? ['strace', '-qo', trace, '-e', `trace=${calls.join()}`] : [];
  const { code, stderr } = await startProgram(command.argv, command.env, { ...command, before }).ended;
  const taken = performance.now() - begun;
  if (code !== 0) throw new Error(`The command that is to be killed fails: ${stderr}`);
  const parts = Array.from({ length: count }, (_, index) => {
    const part = (index + 1) / (count + 1);
    return index % 2 === 0 ? part ** 3 : 1 - (1 - part) ** 2;
  });
  if (!canCountCalls) return parts.map((part) => ({ milliseconds: part * taken }));
  const made = readFileSync(trace, 'utf8')
    .split('\n')
    .flatMap((line) => calls.filter((call) => line.startsWith(`${call}(`)));
  rmSync(trace);
  return parts.map((part) => {
    const index = Math.floor(part * made.length);
    const call = made[index] as string;
    return { call, number: made.slice(0, index + 1).filter((each) => each === call).length };
  });
}

/** Runs a command, and ends it as a power cut would at a moment; it may have ended before. */
export async function killAt(command: Killable, moment: Moment): Promise<Killed> {
  if ('call' in moment) {
    const { call, number } = moment;
    const inject = `inject=${call}:signal=KILL:when=${number}`;
    const before = ['strace', '-qo', '/dev/null', '-e', `trace=${call}`, '-e', inject];
    return startProgram(command.argv, command.env, { ...command, before }).ended;
  }
  const { child, ended } = startProgram(command.argv, command.env, command);
  const stopped = new AbortController();
  const killing = setTimeout(moment.milliseconds, undefined, stopped).then(
    () => child.kill('SIGKILL'),
    () => {},
  );
  const result = await ended;
  stopped.abort();
  await killing;
  return result;
}

/** Describes a moment in a message. */
export function describeMoment(moment: Moment): string {
  return 'call' in moment ? `${moment.call} ${moment.number}` : `${Math.round(moment.milliseconds)} ms`;
}
