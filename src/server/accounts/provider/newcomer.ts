import { randomBytes } from 'node:crypto';
import type { Identity } from '../../../store/store.js';
import { tokenHash } from '../../../store/token.js';
import type { Visit } from '../visit.js';

const COOKIE = 'newcomer';

/** The time that a person has to choose a name, in seconds. */
const LIFETIME = 15 * 60;

/** Somebody whom the provider has signed in, and who has no account yet. */
interface Newcomer {
  identity: Identity;
  /** The address to go on to. */
  next: string;
}

/** Keeps a newcomer until they have chosen a name: the database has who they are, and the browser only a secret. */
export async function beginNewcomer({ ctx, services, now }: Visit, identity: Identity, next: string): Promise<void> {
  const secret = randomBytes(32).toString('base64url');
  const payload = JSON.stringify({ identity, next } satisfies Newcomer);
  await services.store.interactions.save(hashOf(secret), { payload, expires_at: now + LIFETIME });
  services.accounts.cookies.set(ctx, COOKIE, secret, LIFETIME * 1000);
}

/** Finds the newcomer of this browser. */
export async function findNewcomer({ ctx, services, now }: Visit): Promise<Newcomer | undefined> {
  const secret = services.accounts.cookies.get(ctx, COOKIE) ?? '';
  const found = await services.store.interactions.find(hashOf(secret), now);
  return found && (JSON.parse(found.payload) as Newcomer);
}

/** Forgets the newcomer of this browser. */
export async function endNewcomer({ ctx, services }: Visit): Promise<void> {
  const secret = services.accounts.cookies.get(ctx, COOKIE) ?? '';
  await services.store.interactions.remove(hashOf(secret));
  services.accounts.cookies.remove(ctx, COOKIE);
}

/** OAuth keeps its questions in the same table: a secret of one kind finds no row of the other. */
function hashOf(secret: string): string {
  return tokenHash(`newcomer ${secret}`);
}
