import { commandLine } from '../../domain/oauth-client.js';
import { nameKey } from '../../domain/text.js';
import type { Store } from '../../store/store.js';

/** Names of the service itself. */
const OWN = ['svcapi', commandLine.name].map(nameKey);

/** Returns true for the name of the service or of a program of its host, which players cannot give to theirs. */
export async function isReserved({ clients }: Store, name: string): Promise<boolean> {
  const key = nameKey(name);
  return OWN.includes(key) || (await clients.list()).some((client) => isOfHost(client) && nameKey(client.name) === key);
}

function isOfHost({ owner_id, revoked_at }: Awaited<ReturnType<Store['clients']['list']>>[number]): boolean {
  return owner_id === null && revoked_at === null;
}
