import type { IncomingHttpHeaders } from 'node:http';
import proxyaddr from 'proxy-addr';
import type { Step } from '../context/state.js';
import { type IsTrusted, normalizeAddress, withoutPort } from '../request/address.js';

/**
 * Finds the client address: that of the connection, or the one that a trusted proxy reports. X-Forwarded-For is read from
 * the right, up to the first address that is not a trusted proxy's. X-Forwarded-Proto, of which the last value holds, is the
 * scheme that the client used. The fields of any other peer are ignored.
 */
export function findClientAddress(trust: IsTrusted): Step {
  return (ctx, next) => {
    const peer = ctx.req.socket.remoteAddress ?? '';
    if (reportsHttps(ctx.req.headers) && trust(peer)) ctx.state.isHttps = true;
    if (ctx.req.headers['x-forwarded-for'] === undefined || !trust(peer)) {
      ctx.state.clientAddress = normalizeAddress(peer) ?? 'unknown';
      ctx.state.isTrusted = trust(peer);
      return next();
    }
    // The addresses from the peer to the farthest one that a trusted proxy has reported.
    const chain = proxyaddr.all(ctx.req, trust);
    const known = chain.map((text) => normalizeAddress(withoutPort(text ?? '')));
    const garbled = known.indexOf(undefined);
    const vouched = garbled === -1 ? known : known.slice(0, Math.max(garbled, 1));
    ctx.state.clientAddress = vouched.at(-1) ?? 'unknown';
    ctx.state.isTrusted = trust(chain[vouched.length - 1] ?? '');
    return next();
  };
}

/** Returns true if the proxy next to the service says that its client used https. */
function reportsHttps({ 'x-forwarded-proto': schemes }: IncomingHttpHeaders): boolean {
  return schemes !== undefined && String(schemes).split(',').at(-1)?.trim().toLowerCase() === 'https';
}
