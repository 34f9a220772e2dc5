import proxyaddr from 'proxy-addr';
import type { Step } from '../context.js';
import { normalizeAddress } from '../request/address.js';

/**
 * Finds the client address: that of the connection, or the one that a trusted proxy reports. X-Forwarded-For is read from
 * the right, up to the first address that is not a trusted proxy's; nothing from an untrusted peer is believed.
 */
export function findClientAddress(trustedProxies: readonly string[]): Step {
  const trust = trustIn(trustedProxies);
  return (ctx, next) => {
    const peer = ctx.req.socket.remoteAddress ?? '';
    if (ctx.req.headers['x-forwarded-for'] === undefined || !trust(peer)) {
      ctx.state.clientAddress = normalizeAddress(peer) ?? 'unknown';
      ctx.state.isTrusted = trust(peer);
      return next();
    }
    // From the peer to the farthest address that somebody trusted has vouched for.
    const chain = proxyaddr.all(ctx.req, trust);
    const known = chain.map((text) => normalizeAddress(withoutPort(text ?? '')));
    const garbled = known.indexOf(undefined);
    const vouched = garbled === -1 ? known : known.slice(0, Math.max(garbled, 1));
    ctx.state.clientAddress = vouched.at(-1) ?? 'unknown';
    ctx.state.isTrusted = trust(chain[vouched.length - 1] ?? '');
    return next();
  };
}

/** Makes what tells the addresses of trusted proxies, also where a port stands behind them. */
export function trustIn(trustedProxies: readonly string[]): (address: string) => boolean {
  const trust = proxyaddr.compile([...trustedProxies]);
  return (address) => trust(withoutPort(address), 0);
}

/** Some proxies report the port too: `192.0.2.7:4711`, `[2001:db8::7]:4711`. */
function withoutPort(address: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}
