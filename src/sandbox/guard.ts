import { isLoopback } from '../domain/url.js';
import { normalizeAddress } from '../server/request/address.js';
import type { StepContext } from '../server/state.js';
import { SandboxError } from './read-input.js';

export const PREFIX = '/sandbox';

export function isSandboxPath(path: string): boolean {
  return path === PREFIX || path.startsWith(`${PREFIX}/`);
}

const PROXY_PREFIXES =
  /^(x-(forward|proxy|real-|client-|cluster-|original-|envoy-|amzn?-|azure-|arr-|appengine-|goog-|vercel-|akamai-|sucuri-|haproxy-|nginx-|traefik-|authentik-|auth-request-|webauth-|remote-|pomerium-|ssl-|tls-|edge-|cdn-|varnish|bluecoat-|wap-|ngrok)|proxy-|cf-|cdn-|fastly-|fly-|akamai-|incap-|tailscale-|teleport-|ngrok-|remote-|ssl-client-)/;

const PROXY_FIELDS = new Set(
  `forwarded via surrogate-capability true-client-ip front-end-https x-scheme x-host x-port x-https x-url-scheme
x-rewrite-url x-iinfo x-request-start x-cache x-server-name x-source-ip x-remoteaddr`.split(/\s+/),
);

/** Endings of field names that carry the address of a client or the name of a host. */
const PROXY_ENDINGS = /((^|-)(ip|addr|address)|.-host)$/;

/**
 * Refuses requests that no program on this machine sent: a local proxy may pass on what the world sends, a page in a browser may
 * call any address, and a foreign name may lead here (DNS rebinding).
 */
export function guard({ req, originalUrl }: StepContext): void {
  const { socket, headers, headersDistinct, httpVersion } = req;
  const peer = normalizeAddress(socket.remoteAddress ?? '') ?? '';
  if (!isLoopback(peer.replace('::/64', '::1'))) throw refused('comes from another machine');
  // Older proxies use HTTP/1.0, and add no field.
  if (httpVersion === '1.0' || Object.keys(headers).some(isOfProxy)) {
    throw refused('came through a proxy');
  }
  if (headers.origin !== undefined || !['none', undefined].includes(headers['sec-fetch-site'] as string | undefined)) {
    throw refused('comes from a page in a browser');
  }
  // A target in absolute form also names a host, and a proxy may look at either.
  const hosts = [
    ...(headersDistinct.host ?? ['']),
    ...(originalUrl.startsWith('/') ? [] : [new URL(originalUrl).host]),
  ];
  for (const host of hosts) {
    const name = /^(.*?)(:\d{1,5})?$/.exec(host)?.[1] ?? '';
    if (!isLoopback(name)) throw refused(`calls this machine “${name.slice(0, 100)}”`);
  }
}

function isOfProxy(name: string): boolean {
  return PROXY_FIELDS.has(name) || PROXY_PREFIXES.test(name) || PROXY_ENDINGS.test(name);
}

function refused(problem: string): SandboxError {
  return new SandboxError(
    `The sandbox is for programs on this machine, and the request ${problem}. Call http://127.0.0.1 directly.`,
    403,
  );
}
