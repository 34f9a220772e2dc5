import { PREFIX } from '../../routes/path.js';
import { POLL_INTERVAL } from '../../store/device-poll-interval.js';
import type { Issuer } from './issuer.js';

/** The page on which a person enters the code of a device. */
export const DEVICE_PAGE = `${PREFIX}/account/device`;

/** Adds to the answer for a device where its code is entered, and how often it may ask. RFC 8628, section 3.2. */
export function deviceAnswer(body: object, { origin, prefix }: Issuer): object {
  const { user_code } = body as { user_code: string };
  const address = origin + prefix + DEVICE_PAGE;
  return {
    ...body,
    verification_uri: address,
    verification_uri_complete: `${address}?user_code=${encodeURIComponent(user_code)}`,
    interval: POLL_INTERVAL,
  };
}
