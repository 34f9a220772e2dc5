import { isUtf8 } from 'node:buffer';
import { givenName } from '../../domain/given-name.js';
import { nameKey } from '../../domain/name-key.js';
import type { Account } from '../../store/store.js';
import type { StepContext } from '../context/state.js';
import { trustIn } from '../request/address.js';

export interface SignInOptions {
  /** Networks of the proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted, as CIDR. */
  trustedProxies: readonly string[];
  /** The header field in which trusted proxies name the person they have signed in. */
  signInHeader?: string | undefined;
  /** True to create the account of a person whom a trusted proxy names, when it is missing. */
  signInCreate: boolean;
  /** True if the proxy may write the name of an account in upper or lower case. */
  signInHeaderCaseInsensitive: boolean;
}

/**
 * Returns true if a name from a proxy is that of an account. Unless the host says otherwise it is compared exactly: for the proxy, `ines` and
 * `Ines` may be two people.
 */
export function isNamed(
  account: Pick<Account, 'name'>,
  name: string,
  { signInHeaderCaseInsensitive }: SignInOptions,
): boolean {
  return signInHeaderCaseInsensitive ? nameKey(name) === nameKey(account.name) : name === account.name;
}

/**
 * Creates the function that returns the name of the person whom a trusted proxy has signed in. The field of any other peer is
 * ignored, and so is one that stands in the request twice, since the first may be the client's own.
 */
export function proxySignIn({ signInHeader, trustedProxies }: SignInOptions): (ctx: StepContext) => string | undefined {
  if (signInHeader === undefined) return () => undefined;
  const field = signInHeader.toLowerCase();
  const trust = trustIn(trustedProxies);
  return (ctx) => {
    const { headers, rawHeaders, socket } = ctx.req;
    const value = headers[field];
    if (typeof value !== 'string' || !trust(socket.remoteAddress ?? '')) return undefined;
    const times = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === field).length;
    if (times !== 1) return undefined;
    // Node reads header fields as latin1.
    const bytes = Buffer.from(value, 'latin1');
    return givenName(isUtf8(bytes) ? bytes.toString() : value);
  };
}
