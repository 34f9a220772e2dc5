import { DEVICE_POLL_INTERVAL } from '../../model/sign-in.js';
import { PREFIX } from '../../routes/path.js';
import type { Store } from '../../store/store.js';
import { tokenHash } from '../../store/token.js';
import { addressOf, type Issuer } from './issuer.js';

/** The page on which a person enters the code of a device. */
export const DEVICE_PAGE = `${PREFIX}/account/device`;

/** Adds to the answer for a device where its code is entered, and how often it may ask. RFC 8628, section 3.2. */
export function deviceAnswer(body: { user_code: string }, issuer: Issuer): object {
  const address = addressOf(issuer) + DEVICE_PAGE;
  return {
    ...body,
    verification_uri: address,
    verification_uri_complete: `${address}?user_code=${encodeURIComponent(body.user_code)}`,
    interval: DEVICE_POLL_INTERVAL,
  };
}

/**
 * Returns true if a device asks for its tokens before its interval is over, while nobody has decided yet.
 *
 * @param now Unix milliseconds
 */
export async function pollTooEarly({ codes }: Store, deviceCode: string, now: number): Promise<boolean> {
  const hash = tokenHash(deviceCode);
  const code = await codes.find(hash);
  const seconds = Math.floor(now / 1000);
  const isWaiting = code?.kind === 'device' && code.user_code_hash !== null && code.expires_at > seconds;
  return isWaiting && !(await codes.poll(hash, seconds));
}
