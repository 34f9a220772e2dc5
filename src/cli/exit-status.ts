import { type ExitReason, exitCodes } from '../domain/failure.js';

/** The meaning of each exit code. */
export const exitDescriptions: Record<ExitReason, string> = {
  ok: 'fine',
  other: 'anything else',
  usage: 'the command was not understood, or a value is invalid',
  server: 'a fault of the server or its database',
  token: 'no token, or one that is unknown, expired or revoked',
  permission: 'the token lacks a permission',
  not_found: 'no such thing, or it is not visible to the token',
  rate_limited: 'too many calls',
  partly: 'some of a batch failed',
  unreachable: 'no connection, or no answer',
};

/** Returns the section of a help text about exit codes; an empty text when there are none. */
export function exitStatusText(reasons: ReadonlyMap<ExitReason, string>): string {
  if (reasons.size === 0) return '';
  const rows = [...reasons].sort(([one], [other]) => exitCodes[one] - exitCodes[other]);
  return `\nExit status:\n${rows.map(([reason, about]) => `  ${exitCodes[reason]}  ${about}\n`).join('')}`;
}
