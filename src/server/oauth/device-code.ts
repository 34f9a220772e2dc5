import type { Store } from '../../store/store.js';
import { tokenHash } from '../../store/token.js';

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
