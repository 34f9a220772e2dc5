import { type ExitReason, exitCodes } from '../domain/failure.js';

/** The meaning of each exit code. */
export const exitDescriptions: Record<ExitReason, string> = {
  ok: 'success',
  other: 'any other error',
  usage: 'invalid command, option or value',
  server: 'an error of the server or its database',
  token: 'no token, or an unknown, expired or revoked one',
  permission: 'the token lacks a permission',
  not_found: 'not found, or not visible to the token',
  rate_limited: 'rate limited',
  partly: 'some rows of a batch failed',
  unreachable: 'no connection, or no answer',
};

/** Returns the section of a help text about exit codes; an empty text when there are none. */
export function exitStatusText(reasons: ReadonlyMap<ExitReason, string>): string {
  if (reasons.size === 0) return '';
  const rows = [...reasons].sort(([one], [other]) => exitCodes[one] - exitCodes[other]);
  return `\nExit status:\n${rows.map(([reason, about]) => `  ${exitCodes[reason]}  ${about}\n`).join('')}`;
}
