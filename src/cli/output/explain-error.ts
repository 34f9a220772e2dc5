import type { CommanderError } from 'commander';
import { ClientError, ServiceError, Unreachable, WrongAnswer } from '../../client/errors.js';
import { counted, durationInWords } from '../../domain/duration.js';
import { type ErrorCode, type ExitReason, Failure, type FailureDetails, failures } from '../../domain/failure.js';
import { SettingError } from '../../settings/setting.js';
import { isSystemError, reasonOf } from '../../system-error.js';
import { type CliCommand, ParserStop } from '../command.js';
import { CliError } from '../exit-status.js';
import { isoDate } from './dates.js';

export interface Explanation {
  message?: string;
  exit: ExitReason;
}

export function explain(error: unknown): Explanation {
  if (error instanceof ParserStop) return parserExplanation(error.command, error.reason);
  if (error instanceof Failure) return { message: error.message, exit: error.definition.exit };
  if (error instanceof CliError) return { message: error.message, exit: error.exit };
  if (error instanceof ServiceError) return { message: serviceAdvice(error), exit: exitOf(error) };
  if (error instanceof Unreachable) return { message: unreachableAdvice(error), exit: 'unreachable' };
  if (error instanceof WrongAnswer) return { message: error.message, exit: 'server' };
  // An OAuthError, whose module only some commands load.
  if (error instanceof ClientError) return { message: `the service refuses: ${error.message}`, exit: 'other' };
  if (error instanceof SettingError) return { message: error.message, exit: 'usage' };
  const what = reasonOf(error);
  if (isSystemError(error))
    return { message: error.path === undefined ? what : `${error.path}: ${what}`, exit: 'other' };
  return { message: `internal error: ${what}; please report it, with the output of --debug`, exit: 'other' };
}

function parserExplanation(command: CliCommand, reason: CommanderError): Explanation {
  // A group such as `svcapi token` without a subcommand: commander has printed its help.
  if (reason.code === 'commander.help') return { exit: 'usage' };
  const [, uid] = /^error: unknown command '(\d+:\d+)'/.exec(reason.message) ?? [];
  if (uid !== undefined && command.commands.some((each) => each.name() === 'show')) {
    return { message: `unknown command '${uid}'; did you mean ${command.path} show ${uid}?`, exit: 'usage' };
  }
  const [problem = '', suggestion] = reason.message.replace(/^error: /, '').split('\n(Did');
  const next = suggestion === undefined ? `see ${command.path} --help` : `did${suggestion.replace(/\)$/, '')}`;
  return { message: `${problem.replace(/\.$/, '')}; ${next}`, exit: 'usage' };
}

export function exitOf(error: ServiceError): ExitReason {
  const code = codeOf(error);
  const { status } = error;
  if (Object.hasOwn(failures, code)) return failures[code as ErrorCode].exit;
  if (status >= 500) return 'server';
  if (status === 401) return 'token';
  return status === 404 ? 'not_found' : 'other';
}

/** Returns the code of a rate limit also for a 429 of OAuth or of a proxy, which has no code of the service. */
export function codeOf({ code, status }: ServiceError): string {
  return status === 429 && !Object.hasOwn(failures, code) ? 'rate_limit_exceeded' : code;
}

function serviceAdvice(error: ServiceError): string {
  const { message, details, rateLimit, status, requestId } = error;
  switch (codeOf(error)) {
    case 'token_missing':
      return 'this needs a token; use svcapi login, or set SVCAPI_TOKEN';
    case 'token_invalid':
      return 'the token is unknown, expired or revoked; use svcapi login with a new one, or set SVCAPI_TOKEN';
    case 'permission_missing':
      return permissionAdvice(details.required_permission, details.available_permissions);
    case 'rate_limit_exceeded':
      return rateLimitAdvice(rateLimit?.reset, details);
    default:
      // The host finds the request in the log by its id.
      return status >= 500 && requestId !== undefined ? `${message} (request ${requestId})` : message;
  }
}

function permissionAdvice(needed: string | undefined, held: string[] | undefined): string {
  const what = needed === undefined ? 'the permission that this needs' : `the permission ${needed}`;
  const has = held === undefined ? '' : `; it has ${held.length === 0 ? 'none' : held.join(', ')}`;
  return `the token lacks ${what}${has}; ask for a token with it, and use svcapi login`;
}

function rateLimitAdvice(reset: number | undefined, details: FailureDetails): string {
  const { retry_after: retryAfter } = details;
  const time = reset === undefined ? '' : ` at ${isoDate(reset)}`;
  const span = retryAfter === undefined ? '' : `, in ${retryAfter} s`;
  return `too many calls; ${blacklistAdvice(details)}the limit resets${time || (span ? '' : ' later')}${span}: try again then, or use --retry to wait`;
}

function blacklistAdvice({ calls_until_blacklist: left, blacklist_for: seconds }: FailureDetails): string {
  if (left === undefined || seconds === undefined) return '';
  const span = durationInWords(seconds);
  if (left === 0) return `your address is now blacklisted for ${span} and gets no answer; `;
  return `after ${counted(left, 'more refused call')} your address is blacklisted for ${span}; `;
}

function unreachableAdvice({ code, message, url }: Unreachable): string {
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing answers at ${url.origin}; start a service there with svcapi serve, or name another with --url`;
    case 'timeout':
      return `${url.origin} did not answer in time; try again, or raise --timeout`;
    default:
      return message.replace('baseUrl', '--url');
  }
}

export function withAdvice(error: unknown, advice: string): CliError {
  const { message = 'this failed', exit } = explain(error);
  const advised = new CliError(exit, `${message.replace(/\.$/, '')}; ${advice}`);
  // --debug shows the origin of the error.
  if (error instanceof Error && error.stack !== undefined) advised.stack = error.stack;
  return advised;
}
