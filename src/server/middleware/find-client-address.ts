import type { IncomingHttpHeaders } from 'node:http';
import proxyaddr from 'proxy-addr';
import type { Blacklist } from '../rate-limit/blacklist.js';
import { type IsTrusted, normalizeAddress, withoutPort } from '../request/address.js';
import type { Step, StepContext } from '../state.js';

/**
 * Finds the client address: that of the connection, or the one that a trusted proxy reports. X-Forwarded-For is read from
 * the right, up to the first address that is not a trusted proxy's. X-Forwarded-Proto, of which the last value holds, is the
 * scheme that the client used. The fields of any other peer are ignored. The connection of a blacklisted address closes without an answer
 * (reference, section 7).
 */
export function findClientAddress(trust: IsTrusted, blacklist: Blacklist): Step {
  return async (ctx, next) => {
    findAddress(ctx, trust);
    const { clientAddress, isTrusted, now } = ctx.state;
    if (isTrusted || !(await blacklist.has(clientAddress, now))) return next();
    ctx.respond = false;
    ctx.req.socket.destroy();
  };
}

function findAddress({ req, state }: StepContext, trust: IsTrusted): void {
  const peer = req.socket.remoteAddress ?? '';
  const isProxy = trust(peer);
  if (isProxy && reportsHttps(req.headers)) state.isHttps = true;
  if (req.headers['x-forwarded-for'] === undefined || !isProxy) {
    state.clientAddress = normalizeAddress(peer) ?? 'unknown';
    state.isTrusted = isProxy;
    return;
  }
  // The addresses from the peer to the farthest one that a trusted proxy has reported.
  const peers = proxyaddr.all(req, trust);
  const known = peers.map((text) => normalizeAddress(withoutPort(text ?? '')));
  const garbled = known.indexOf(undefined);
  const vouched = garbled === -1 ? known : known.slice(0, Math.max(garbled, 1));
  state.clientAddress = vouched.at(-1) ?? 'unknown';
  state.isTrusted = trust(peers[vouched.length - 1] ?? '');
}

/** Returns true if the proxy next to the service says that its client used https. */
function reportsHttps({ 'x-forwarded-proto': schemes }: IncomingHttpHeaders): boolean {
  return schemes !== undefined && String(schemes).split(',').at(-1)?.trim().toLowerCase() === 'https';
}
