import { demoCharacter } from '../../demo/load-demo.js';
import type { Store } from '../../store/store.js';
import { INVITATION_LIFETIME } from './invitation-link.js';

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

/** Makes the account of the demo galaxy's first character, and a program, if they are missing, and invites the player. */
export function prepareDemoAccount(store: Store, now: number): Promise<DemoAccount> {
  return store.transaction(async (within) => {
    const { name, uid } = demoCharacter;
    const known = await within.accounts.findByName(name);
    const id = known?.id ?? (await within.accounts.create(name, [uid], now));
    if (!(await within.clients.find(demoProgram.id))) await within.clients.create(demoProgram, now);
    const hasPassword = known !== undefined && known.password_hash !== null;
    const invitation = hasPassword ? undefined : await within.invitations.create(id, now, now + INVITATION_LIFETIME);
    return { invitation, program: demoProgram.id };
  });
}
