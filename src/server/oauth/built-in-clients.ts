import { commandLine, documentationPage } from '../../domain/own-client.js';
import { type ClientRow, unregistered } from '../../model/access.js';
import { PREFIX } from '../../routes/path.js';
import type { Client, Store } from '../../store/store.js';

/** A client of the service itself, which nobody registers. */
interface OwnClient extends Pick<ClientRow, 'id' | 'name' | 'application_type'> {
  /** The paths that a browser may be sent back to, below the address of the service. */
  paths: readonly string[];
}

const ownClients: readonly OwnClient[] = [
  { ...documentationPage, application_type: 'web', paths: [`${PREFIX}/documentation`] },
  { ...commandLine, application_type: 'native', paths: [] },
];

/**
 * Finds a client that was registered, or one of the service itself. Those of a disabled account are not found.
 *
 * @param address the address of the service, such as `https://galaxy.example.org`; without it, one of the service itself has
 *   no redirect address
 */
export async function findClient(
  { clients, accounts }: Store,
  id: string,
  address?: string,
): Promise<Client | undefined> {
  const known = await clients.find(id);
  const owner = known?.owner_id ? await accounts.find(known.owner_id) : undefined;
  if (owner && owner.disabled_at !== null) return undefined;
  const own = ownClients.find((client) => client.id === id);
  if (!own) return known;
  const { paths, ...fields } = own;
  const redirectUris = address === undefined ? [] : paths.map((path) => address + path);
  const state = { created_at: known?.created_at ?? 0, revoked_at: known?.revoked_at ?? null };
  return { ...unregistered, ...state, ...fields, is_public: 1, redirect_uris: JSON.stringify(redirectUris) };
}

/** Creates the row of a client of the service itself, if it has none yet; any other client has one. */
export async function ensureClient({ clients }: Store, id: string, now: number): Promise<void> {
  const own = ownClients.find((client) => client.id === id);
  if (!own) return;
  const { paths: _, ...fields } = own;
  await clients.ensure({ ...fields, is_public: 1 }, now);
}
