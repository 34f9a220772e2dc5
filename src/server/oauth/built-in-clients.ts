import { commandLine, reservedClientIds } from '../../domain/oauth-client.js';
import { unregistered } from '../../model/access.js';
import type { Client, Store } from '../../store/store.js';

/** The command line can keep no secret, and signs in as a device. */
const builtIn = { ...commandLine, application_type: 'native', is_public: 1 } as const;

/** Finds a client that was registered, or the command line, which nobody registers. Those of a disabled account are not found. */
export async function findClient({ clients, accounts }: Store, id: string): Promise<Client | undefined> {
  const known = await clients.find(id);
  const owner = known?.owner_id ? await accounts.find(known.owner_id) : undefined;
  if (owner && owner.disabled_at !== null) return undefined;
  if (!reservedClientIds.includes(id)) return known;
  return id === builtIn.id ? { ...unregistered, created_at: 0, revoked_at: null, ...known, ...builtIn } : undefined;
}

/** Creates the row of the command line, if it has none yet; any other client has one. */
export async function ensureClient({ clients }: Store, id: string, now: number): Promise<void> {
  if (id === builtIn.id) await clients.ensure(builtIn, now);
}
