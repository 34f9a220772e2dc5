import { isLoopback } from '../../domain/loopback.js';
import { CliError } from '../cli-error.js';
import { readOidc } from '../host/read-oidc.js';
import { inTwo, type ServerSettings } from './check-settings.js';
import { type Finding, ok, problem, warning } from './finding.js';

/** Checks what is reachable from other machines. */
export function checkNetwork(settings: ServerSettings): Finding[] {
  return [checkPublicUrl(settings), checkProxies(settings), checkMetricsHost(settings)];
}

function checkPublicUrl({ host, publicUrl, trustedProxies }: ServerSettings): Finding {
  const isPublic = !isLoopback(host) || trustedProxies.length > 0;
  if (publicUrl === undefined) {
    if (!isPublic) return ok('public URL', 'none; not needed on this machine alone');
    const next = 'give --public-url https://…, the address that users type';
    return warning('public URL', 'none: links in answers lead to whatever Host a request names', next);
  }
  if (publicUrl.startsWith('https:') || isLoopback(new URL(publicUrl).hostname)) return ok('public URL', publicUrl);
  const next = 'put a proxy with a certificate in front (docs/host/proxy.md), and give --public-url https://…';
  return problem('public URL', `${publicUrl} is not encrypted: others can read tokens in transit`, next);
}

/** The fewest bits of a network of proxies; a broader one contains clients. */
const FEWEST_BITS = { 4: 8, 6: 16 } as const;

function checkProxies({ host, publicUrl, trustedProxies }: ServerSettings): Finding {
  const broad = trustedProxies.filter(isBroad);
  if (broad.length > 0) {
    const next = 'give the addresses of the proxies alone, such as 10.0.0.5';
    return problem(
      'trusted proxies',
      `${broad.join(', ')} is too broad: clients in it could forge their address`,
      next,
    );
  }
  if (trustedProxies.length > 0) return ok('trusted proxies', trustedProxies.join(', '));
  // The service has no TLS of its own: an https address means a proxy.
  if (publicUrl?.startsWith('https:')) {
    const next = 'give the address of the proxy in --trusted-proxies';
    const finding = 'none, but https needs a proxy: all clients count as that proxy, and share its limit';
    return problem('trusted proxies', finding, next);
  }
  if (isLoopback(host)) return ok('trusted proxies', 'none; not needed on this machine alone');
  const next = 'give the address of the proxy in --trusted-proxies, if there is one';
  return warning('trusted proxies', 'none: behind a proxy, all clients would count as one', next);
}

function isBroad(network: string): boolean {
  const [address = '', bits] = network.split('/');
  return bits !== undefined && Number(bits) < FEWEST_BITS[address.includes(':') ? 6 : 4];
}

/** Checks the settings of the provider that players sign in by; the provider itself is not asked. */
export async function checkProvider(settings: ServerSettings): Promise<Finding[]> {
  try {
    const provider = await readOidc(settings);
    return provider ? [ok('sign-in provider', `${provider.name}, at ${provider.issuer}`)] : [];
  } catch (error) {
    if (error instanceof CliError) return [problem('sign-in provider', ...inTwo(error.message))];
    throw error;
  }
}

function checkMetricsHost({ metricsHost, metricsPort }: ServerSettings): Finding {
  if (metricsPort === 'off') return ok('metrics', 'off');
  if (isLoopback(metricsHost)) return ok('metrics', `on ${metricsHost}, reachable from this machine alone`);
  const next = 'let only Prometheus in by a firewall, or give --metrics-host 127.0.0.1';
  return warning('metrics', `on ${metricsHost}, reachable from other machines`, next);
}
