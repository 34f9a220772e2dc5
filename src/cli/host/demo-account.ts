import { demoCharacter } from '../../demo/load-demo.js';
import { nameKey } from '../../domain/text.js';
import type { Batch } from '../../model/index.js';
import type { Store } from '../../store/store.js';
import { importRows } from '../../transfer/import-rows.js';
import { INVITATION_LIFETIME } from './invitation-link.js';

/** The id of the account of the first character, which is the same in every demo galaxy. */
const ACCOUNT_ID = 'demo-player';

/** A program that everybody may try things with: public, on any port of a loopback address. */
const demoProgram = {
  id: 'demo-program',
  name: 'Demo program',
  is_public: 1,
  application_type: 'native',
  redirect_uris: JSON.stringify(['http://127.0.0.1/']),
} as const;

/** The parts of a demo galaxy that a player's first sign-in needs. */
export interface DemoAccount {
  /** The secret of an invitation; undefined if the player has a password. */
  invitation: string | undefined;
  /** The id of the program. */
  program: string;
}

/**
 * Makes the account of the demo galaxy's first character, and a program, if they are missing, and invites the player.
 *
 * @param now the present, in Unix seconds
 * @param madeAt the creation time of the account and the program, in Unix seconds
 */
export async function prepareDemoAccount(store: Store, now: number, madeAt: number): Promise<DemoAccount> {
  const { name } = demoCharacter;
  const known = await store.accounts.findByName(name);
  if (!known) await createAccount(store, madeAt);
  return store.transaction(async (within) => {
    if (!(await within.clients.find(demoProgram.id))) await within.clients.create(demoProgram, madeAt);
    const hasPassword = known !== undefined && known.password_hash !== null;
    const id = known?.id ?? ACCOUNT_ID;
    const invitation = hasPassword ? undefined : await within.invitations.create(id, now, now + INVITATION_LIFETIME);
    return { invitation, program: demoProgram.id };
  });
}

/** Creates the account with an id that is always the same, so that two demo galaxies are equal. */
function createAccount(store: Store, madeAt: number): Promise<void> {
  const { name, uid } = demoCharacter;
  const account = {
    id: ACCOUNT_ID,
    name,
    name_key: nameKey(name),
    password_hash: null,
    provider_issuer: null,
    provider_subject: null,
    created_at: madeAt,
    disabled_at: null,
    last_sign_in_at: null,
  };
  const batches: Batch[] = [
    { type: 'account', rows: [account] },
    { type: 'account_character', rows: [{ account_id: ACCOUNT_ID, character_uid: uid }] },
  ];
  return importRows(store, batches, { now: madeAt, isWhole: true });
}
