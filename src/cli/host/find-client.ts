import type { Client, Store } from '../../store/store.js';
import { CliError } from '../cli-error.js';

/**
 * Finds a client that is not revoked.
 *
 * @throws {CliError} when there is none
 */
export async function findClient({ clients }: Store, id: string): Promise<Client> {
  const client = await clients.find(id);
  if (!client || client.revoked_at !== null)
    throw new CliError('not_found', `there is no valid client “${id}”; see svcapi client list`);
  return client;
}
