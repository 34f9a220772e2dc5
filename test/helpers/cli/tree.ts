import { Readable } from 'node:stream';
import { CliCommand } from '../../../src/cli/command.js';
import { Context } from '../../../src/cli/context.js';
import { createProgram } from '../../../src/cli/program.js';
import { NOW } from '../galaxy.js';
import { Kept } from './run.js';

/** A context to create commands with, for tests that only inspect them. */
export function someContext(): Context {
  return new Context({
    stdin: Readable.from([]),
    stdout: new Kept(),
    stderr: new Kept(),
    env: {},
    cwd: '/nonexistent',
    now: () => NOW * 1000,
    onInterrupt: () => () => {},
    interrupt: () => {},
    sleep: () => Promise.resolve(),
  });
}

/** Returns the tree of all commands. */
export function wholeTree(): Promise<CliCommand> {
  return createProgram(someContext());
}

/** Returns every command of the tree, the program itself first. */
export async function everyCommand(): Promise<CliCommand[]> {
  return below(await wholeTree());
}

function below(command: CliCommand): CliCommand[] {
  return [command, ...command.commands.filter((each) => each instanceof CliCommand).flatMap(below)];
}
