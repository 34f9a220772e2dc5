import type { CliCommand } from '../../../src/cli/command.js';
import { commandsOf } from '../../../src/cli/command-tree.js';
import { Context } from '../../../src/cli/context.js';
import type { Io } from '../../../src/cli/io.js';
import { createProgram } from '../../../src/cli/program.js';
import { quietIo } from './run.js';

/** A context to create commands with, for tests that only inspect them or replace parts of it. */
export const someContext = (io: Partial<Io> = {}) => new Context({ ...quietIo(), env: {}, ...io });

/** Returns the tree of all commands. */
export function wholeTree(): Promise<CliCommand> {
  return createProgram(someContext());
}

/** Returns every command of the tree, the program itself first. */
export async function everyCommand(): Promise<CliCommand[]> {
  return commandsOf(await wholeTree());
}
