import { isLoopback } from '../../domain/loopback.js';
import type { StepContext } from '../../server/context/state.js';
import { normalizeAddress } from '../../server/request/address.js';
import { SandboxError } from '../read-input.js';

/** Header fields that proxies add: whom they forward, for whom, and their own names. */
const PROXY_FIELD =
  /forward|proxy|^via$|(ip|addr|address)$|.host$|^(cdn|cf|fastly|fly|x-amzn|x-appengine|x-arr|x-azure|x-envoy|x-original)-/;

/**
 * Refuses a request that does not come from a program on this machine.
 *
 * The service listens on loopback, but a proxy beside it may pass on what the whole world sends, a page in a browser may send
 * requests to any address, and a name of somebody else may lead here (DNS rebinding).
 *
 * @throws {SandboxError} that says what to do
 */
export function guard({ req, originalUrl }: StepContext): void {
  const { socket, headers, headersDistinct, httpVersion } = req;
  const peer = normalizeAddress(socket.remoteAddress ?? '') ?? '';
  if (!isLoopback(peer.replace('::/64', '::1'))) throw refused('comes from another machine');
  // Older proxies speak HTTP/1.0 to what is behind them, and add no field.
  if (httpVersion === '1.0' || Object.keys(headers).some((name) => PROXY_FIELD.test(name))) {
    throw refused('came through a proxy');
  }
  if (headers.origin !== undefined || !['none', undefined].includes(headers['sec-fetch-site'] as string | undefined)) {
    throw refused('comes from a page in a browser');
  }
  // A target in absolute form names a host, too, and a proxy may look at either.
  const hosts = [
    ...(headersDistinct.host ?? ['']),
    ...(originalUrl.startsWith('/') ? [] : [new URL(originalUrl).host]),
  ];
  for (const host of hosts) {
    const name = /^(.*?)(:\d{1,5})?$/.exec(host)?.[1] ?? '';
    if (!isLoopback(name)) throw refused(`calls this machine “${name.slice(0, 100)}”`);
  }
}

function refused(problem: string): SandboxError {
  return new SandboxError(
    `The sandbox is for programs on this machine, and the request ${problem}. Call http://127.0.0.1 directly.`,
    403,
  );
}
