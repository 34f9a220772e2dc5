import type { IncomingHttpHeaders } from 'node:http';
import proxyaddr from 'proxy-addr';
import type { Blacklist } from '../rate-limit/blacklist.js';
import { type IsTrusted, normalizeAddress, withoutPort } from '../request/address.js';
import type { Step, StepContext } from '../state.js';

/** Reads X-Forwarded-For from the right, up to the first untrusted address. Blacklisted ones get no answer (reference, section 7). */
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
  const peers = proxyaddr.all(req, trust);
  const known = peers.map((text) => normalizeAddress(withoutPort(text ?? '')));
  // The peer at a Unix socket has no address.
  const garbled = known.indexOf(undefined, 1);
  const vouched = garbled === -1 ? known : known.slice(0, garbled);
  state.clientAddress = vouched.at(-1) ?? 'unknown';
  state.isTrusted = trust(peers[vouched.length - 1]);
}

/** The last value is from the proxy next to the service. */
function reportsHttps({ 'x-forwarded-proto': schemes }: IncomingHttpHeaders): boolean {
  return schemes !== undefined && String(schemes).split(',').at(-1)?.trim().toLowerCase() === 'https';
}
