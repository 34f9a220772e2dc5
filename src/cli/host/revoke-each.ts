import type { Context } from '../context.js';

/** Revokes what it can of some things, and complains about the others. */
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
      context.error(`there is no ${what} “${id}” in force; see svcapi ${what} list`);
      context.exit = 'not_found';
    }
  }
}
