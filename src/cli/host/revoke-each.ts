import type { Context } from '../context.js';

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
