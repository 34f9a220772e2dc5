import type { Payload } from 'oidc-provider';
import { tokenHash } from '../../../store/token.js';

/** The character that stands for an identifier in the payload that names it. */
const OWN_ID = '\u0000';

/** The clock of the service, for a library that has one of its own. */
export interface LibraryClock {
  /** The time of the service, in Unix seconds. */
  now(): number;
  /** Seconds by which the clock of the library is ahead; 0 unless a test has set the clock of the service. */
  ahead(): number;
}

/** @param clock the time of the service, in Unix milliseconds */
export function libraryClock(clock: () => number): LibraryClock {
  const now = () => Math.floor(clock() / 1000);
  return { now, ahead: () => Math.floor(Date.now() / 1000) - now() };
}

/** The form in which a payload is stored: without its identifier, which is the secret, and without its expiry. */
export function packPayload(id: string, { jti: _, exp: __, ...payload }: Payload, { ahead }: LibraryClock): string {
  const times = typeof payload.iat === 'number' ? { iat: payload.iat - ahead() } : {};
  return JSON.stringify({ ...payload, ...times }).replaceAll(id, OWN_ID_JSON);
}

const OWN_ID_JSON = JSON.stringify(OWN_ID).slice(1, -1);

/** Returns the payload that was stored under an identifier. */
export function unpackPayload(
  id: string,
  { payload, expires_at }: { payload: string; expires_at: number },
  { ahead }: LibraryClock,
): Payload {
  const stored = JSON.parse(payload.replaceAll(OWN_ID_JSON, id)) as Payload;
  const iat = typeof stored.iat === 'number' ? stored.iat + ahead() : undefined;
  return { ...stored, ...(iat !== undefined && { iat }), jti: id, exp: expires_at + ahead() };
}

/** Returns the hash under which an identifier is stored. */
export function keyOf(id: string): string {
  return tokenHash(id);
}
