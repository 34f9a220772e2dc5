import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import proxyaddr from 'proxy-addr';
import type { Blacklist } from '../rate-limit/blacklist.js';
import { type IsTrusted, normalizeAddress, withoutPort } from '../request/address.js';
import type { Step, StepContext } from '../state.js';

/** Reads X-Forwarded-For from the right, up to the first untrusted address. Blacklisted ones get no answer (reference, section 7). */
export function findClientAddress(
  trust: IsTrusted,
  blacklist: Blacklist,
  countCaller: (address: string, now: number) => void,
): Step {
  return async (ctx, next) => {
    findAddress(ctx, trust);
    const { clientAddress, isTrusted, now } = ctx.state;
    if (!isTrusted && !ctx.state.resource.isHealth) countCaller(clientAddress, now);
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

const HOUR = 3_600_000;

/** One program can make fewer calls in an hour. */
const CROWD = 1000;

/** Warns once when one address has made nearly all calls of an hour: a CDN, whose visitors would be blacklisted together. */
export function warnOfCrowd(log: Logger): (address: string, now: number) => void {
  /** The first caller of the hour, which is most likely the one that makes nearly all calls. */
  let suspect = '';
  let [end, calls, ofSuspect] = [0, 0, 0];
  return (address, now) => {
    if (now >= end) {
      const isCrowd = calls >= CROWD && ofSuspect > calls * 0.9;
      if (isCrowd)
        log.warn({ address: suspect, calls }, 'nearly all calls of an hour came from this address: is it a proxy?');
      [suspect, end, calls, ofSuspect] = [address, isCrowd ? Number.POSITIVE_INFINITY : now + HOUR, 0, 0];
    }
    calls += 1;
    if (address === suspect) ofSuspect += 1;
  };
}

/** The last value is from the proxy next to the service. */
function reportsHttps({ 'x-forwarded-proto': schemes }: IncomingHttpHeaders): boolean {
  return schemes !== undefined && String(schemes).split(',').at(-1)?.trim().toLowerCase() === 'https';
}
