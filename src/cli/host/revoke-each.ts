import type { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { confirm } from '../input/confirm.js';

/** Asks before several clients or tokens are revoked. */
export function confirmRevocation(
  command: CliCommand,
  what: 'client' | 'token',
  ids: readonly string[],
): Promise<void> {
  const [first] = ids;
  const which = ids.length === 1 ? `the ${what} “${first}”` : `${ids.length} ${what}s`;
  const also = what === 'client' ? `, with all ${ids.length === 1 ? 'its' : 'their'} tokens` : '';
  return confirm(command, `Revoke ${which} for good${also}?`);
}

/** Revokes several clients or tokens, and reports those that cannot be revoked. */
export async function revokeEach(
  context: Context,
  what: string,
  ids: readonly string[],
  revoke: (id: string) => Promise<boolean>,
): Promise<void> {
  for (const id of ids) {
    if (await revoke(id)) {
      context.info(`Revoked the ${what} “${id}”.`);
    } else {
      context.error(`there is no valid ${what} “${id}”; see svcapi ${what} list`);
      context.exit = 'not_found';
    }
  }
}
