import type { ServerSettings } from './check-settings.js';
import { type Finding, ok, problem, warning } from './finding.js';
import { isLoopback } from './loopback.js';

/** Whether what is reachable from outside is what should be. */
export function checkNetwork(settings: ServerSettings): Finding[] {
  return [checkPublicUrl(settings), checkProxies(settings), checkMetricsHost(settings)];
}

function checkPublicUrl({ host, publicUrl, trustedProxies }: ServerSettings): Finding {
  const isPublic = !isLoopback(host) || trustedProxies.length > 0;
  if (publicUrl === undefined) {
    if (!isPublic) return ok('public URL', 'none, and none is needed on this machine alone');
    const next = 'give --public-url https://…, the address that users see';
    return warning('public URL', 'none, so that links in answers lead to whatever Host a request names', next);
  }
  if (publicUrl.startsWith('https:') || isLoopback(new URL(publicUrl).hostname)) return ok('public URL', publicUrl);
  const next = 'put a proxy with a certificate in front (docs/operations.md), and give --public-url https://…';
  return problem('public URL', `${publicUrl} is not encrypted: tokens can be read on the way`, next);
}

/** A network with fewer bits is half the world, or a good part of it. */
const FEWEST_BITS = { 4: 8, 6: 16 } as const;

function checkProxies({ host, publicUrl, trustedProxies }: ServerSettings): Finding {
  const broad = trustedProxies.filter(isBroad);
  if (broad.length > 0) {
    const next = 'name the addresses of the proxies alone, such as 10.0.0.5';
    return problem('trusted proxies', `${broad.join(', ')} lets callers choose who they count as`, next);
  }
  if (trustedProxies.length > 0) return ok('trusted proxies', trustedProxies.join(', '));
  // The service speaks no TLS itself: who is reached by https is behind a proxy.
  if (publicUrl?.startsWith('https:')) {
    const next = 'name the address of the proxy in --trusted-proxies';
    const finding = 'none, though there must be one: all callers count as the proxy, and share its limit';
    return problem('trusted proxies', finding, next);
  }
  if (isLoopback(host)) return ok('trusted proxies', 'none, and none is needed on this machine alone');
  const next = 'name the proxy in --trusted-proxies if there is one';
  return warning('trusted proxies', 'none: behind a proxy, all callers would count as one', next);
}

function isBroad(network: string): boolean {
  const [address = '', bits] = network.split('/');
  return bits !== undefined && Number(bits) < FEWEST_BITS[address.includes(':') ? 6 : 4];
}

function checkMetricsHost({ metricsHost, metricsPort }: ServerSettings): Finding {
  if (metricsPort === 'off') return ok('metrics', 'off');
  if (isLoopback(metricsHost)) return ok('metrics', `on ${metricsHost}, for this machine alone`);
  const next = 'see that a firewall lets only Prometheus in, or give --metrics-host 127.0.0.1';
  return warning('metrics', `on ${metricsHost}, where others may read them`, next);
}
