import { CliError, usageError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { promptLine } from './prompt.js';

/** Adds `--yes` to a command whose change cannot be undone. */
export function addConfirmation(command: CliCommand): CliCommand {
  return command.option('-y, --yes', 'do not ask for confirmation on a terminal') as CliCommand;
}

/**
 * Asks before a change that cannot be undone. Nobody is asked with `--yes`, or when standard input is no terminal: a script
 * continues.
 *
 * @param question such as `Revoke the token “3f2a90c1b4d7” for good?`
 * @throws {CliError} when the answer is not yes
 */
export async function confirm(command: CliCommand, question: string): Promise<void> {
  const { stdin, stderr } = command.context.io;
  if (command.opts<{ yes?: true }>().yes || stdin.isTTY !== true) return;
  if (stderr.isTTY !== true)
    throw usageError('standard error is no terminal, so nobody can be asked; confirm with --yes');
  await ask(command.context, question);
}

/**
 * Asks as `confirm` does before a removal of data, which without a terminal needs `--yes`.
 *
 * @throws {CliError} when nobody can be asked, or the answer is not yes
 */
export async function confirmRemoval(command: CliCommand, question: string): Promise<void> {
  if (!command.opts<{ yes?: true }>().yes && command.context.io.stdin.isTTY !== true) {
    throw usageError('standard input is not a terminal, so nobody can be asked; confirm with --yes');
  }
  await confirm(command, question);
}

/** @throws {CliError} when the answer is not yes */
export async function ask(context: Context, question: string): Promise<void> {
  const answer = await promptLine(context, `${question} [y/N] `, 'nothing was changed');
  if (!/^\s*y(es)?\s*$/i.test(answer)) throw new CliError('other', 'not confirmed: nothing was changed');
}
