import type { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { CliError, usageError } from '../exit-status.js';

export function addConfirmation(command: CliCommand): CliCommand {
  return command.option('-y, --yes', 'do not ask for confirmation on a terminal') as CliCommand;
}

/** Asks before an irreversible change, except with `--yes` or without a terminal. @throws {CliError} unless confirmed */
export async function confirm(command: CliCommand, question: string): Promise<void> {
  const { stdin, stderr } = command.context.io;
  if (command.opts<{ yes?: true }>().yes || stdin.isTTY !== true) return;
  if (stderr.isTTY !== true)
    throw usageError('standard error is not a terminal, so nobody can be asked; confirm with --yes');
  await ask(command.context, question);
}

/** Asks before a removal of data; without a terminal, requires `--yes`. @throws {CliError} unless confirmed */
export async function confirmRemoval(command: CliCommand, question: string): Promise<void> {
  if (!command.opts<{ yes?: true }>().yes && command.context.io.stdin.isTTY !== true) {
    throw usageError('standard input is not a terminal, so nobody can be asked; confirm with --yes');
  }
  await confirm(command, question);
}

export async function ask(context: Context, question: string): Promise<void> {
  const { promptLine } = await import('./prompt.js');
  const answer = await promptLine(context, `${question} [y/N] `, 'nothing was changed');
  if (!/^\s*y(es)?\s*$/i.test(answer)) throw new CliError('other', 'not confirmed: nothing was changed');
}
