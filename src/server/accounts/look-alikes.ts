import skeleton from 'unhomoglyph';
import { commandLine, documentationPage } from '../../domain/own-client.js';
import { nameKey } from '../../domain/text.js';
import type { Store } from '../../store/store.js';

/* This file is loaded when a program is registered: the table of letters has 100 kB. */

/** Names of the service itself, which no program of a player can have. */
const OWN = ['svcapi', commandLine.name, documentationPage.name];

/**
 * Returns true for a name that looks like that of the service or of a program of the host: people take the one for the other.
 * Unicode TR 39, section 4.
 */
export async function looksReserved({ clients }: Store, name: string): Promise<boolean> {
  const looksOf = (text: string) =>
    [nameKey(text), text.normalize('NFKC')].map((form) => lettersOf(nameKey(skeleton(form.normalize('NFD')))));
  const ofHost = (await clients.list()).filter(({ owner_id, revoked_at }) => owner_id === null && revoked_at === null);
  const reserved = new Set([...OWN, ...ofHost.map((client) => client.name)].flatMap(looksOf));
  return looksOf(name).some((look) => reserved.has(look));
}

/** Leaves out spaces and punctuation. A text of nothing else stays. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '') || text;
}
