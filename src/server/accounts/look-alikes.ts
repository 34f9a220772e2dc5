import skeleton from 'unhomoglyph';
import { nameKey } from '../../domain/name-key.js';
import { commandLine, documentationPage } from '../../domain/own-client.js';
import type { Store } from '../../store/store.js';
import { turn } from '../../turn.js';

/* This file is loaded when a program is registered: the table of letters has 100 kB. */

/** Names of the service itself, which no program of a player can have. */
const OWN = ['svcapi', commandLine.name, documentationPage.name];

/**
 * Returns true for a name that looks like that of the service or of a program of the host: people take the one for the other.
 * Unicode TR 39, section 4.
 */
export async function looksReserved({ clients }: Store, name: string): Promise<boolean> {
  const ofHost = (await clients.list()).filter(({ owner_id, revoked_at }) => owner_id === null && revoked_at === null);
  const reserved = new Set([...OWN, ...ofHost.map((client) => client.name)].flatMap(looksOf));
  return looksOf(name).some((look) => reserved.has(look));
}

/** Returns true for the name of an account, or one that looks like it, and for the names that no program can have. */
export async function looksTaken(store: Store, name: string): Promise<boolean> {
  if (await looksReserved(store, name)) return true;
  const looks = looksOf(name);
  for (const account of await store.accounts.list()) {
    await turn();
    if (looksOf(account.name).some((look) => looks.includes(look))) return true;
  }
  return false;
}

function looksOf(text: string): string[] {
  return [nameKey(text), text.normalize('NFKC')].map((form) => lettersOf(nameKey(skeleton(form.normalize('NFD')))));
}

/** Leaves out spaces and punctuation. A text of nothing else stays. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '') || text;
}
