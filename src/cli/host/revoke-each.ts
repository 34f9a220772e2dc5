import type { Store } from '../../store/store.js';
import type { CliCommand } from '../command.js';
import { confirm } from '../input/confirm.js';
import { withStore } from './database.js';

/** Asks first, and reports those that cannot be revoked. */
export async function revokeEach(
  command: CliCommand,
  what: 'client' | 'token',
  ids: readonly string[],
  revoke: (store: Store, id: string) => Promise<boolean>,
): Promise<void> {
  const { context } = command;
  const which = ids.length === 1 ? `the ${what} “${ids[0]}”` : `${ids.length} ${what}s`;
  const also = what === 'client' ? `, with all ${ids.length === 1 ? 'its' : 'their'} tokens` : '';
  await confirm(command, `Revoke ${which} for good${also}?`);
  await withStore(command, async (store) => {
    for (const id of ids) {
      if (await revoke(store, id)) {
        context.info(`Revoked the ${what} “${id}”.`);
      } else {
        context.error(`there is no valid ${what} “${id}”; see svcapi ${what} list`);
        context.exit = 'not_found';
      }
    }
  });
}
