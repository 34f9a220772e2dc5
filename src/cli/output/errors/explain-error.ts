import type { CommanderError } from 'commander';
import { ServiceError, Unreachable, WrongAnswer } from '../../../client/errors.js';
import { type ExitReason, Failure } from '../../../domain/failure.js';
import { SettingError } from '../../../settings/setting-error.js';
import { CliError } from '../../cli-error.js';
import { type CliCommand, ParserStop } from '../../command.js';
import { exitOf } from './exit-of.js';
import { serviceAdvice } from './service-advice.js';
import { unreachableAdvice } from './unreachable-advice.js';

/** The message for an error, if there is any, and the exit code. */
export interface Explanation {
  message?: string;
  exit: ExitReason;
}

/** Returns a one-line message for any error, with the next step, and the exit code. */
export function explain(error: unknown): Explanation {
  if (error instanceof ParserStop) return parserExplanation(error.command, error.reason);
  if (error instanceof Failure) return { message: error.message, exit: error.definition.exit };
  if (error instanceof CliError) return { message: error.message, exit: error.exit };
  if (error instanceof ServiceError) return { message: serviceAdvice(error), exit: exitOf(error) };
  if (error instanceof Unreachable) return { message: unreachableAdvice(error), exit: 'unreachable' };
  if (error instanceof WrongAnswer) return { message: error.message, exit: 'server' };
  if (error instanceof SettingError) return { message: error.message, exit: 'usage' };
  if (isSystemError(error)) return { message: error.message, exit: 'other' };
  const what = error instanceof Error ? error.message : String(error);
  return {
    message: `internal error: ${what}; please report it, with the output of --debug`,
    exit: 'other',
  };
}

function parserExplanation(command: CliCommand, reason: CommanderError): Explanation {
  // A group such as `svcapi token` without a subcommand: commander has printed its help.
  if (reason.code === 'commander.help') return { exit: 'usage' };
  const [problem = '', suggestion] = reason.message.replace(/^error: /, '').split('\n(');
  const next = suggestion === undefined ? `see ${command.path} --help` : lowerFirst(suggestion.replace(/\)$/, ''));
  return { message: `${problem.replace(/\.$/, '')}; ${next}`, exit: 'usage' };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Returns true for an error of the operating system, whose message names the file and the problem. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}
