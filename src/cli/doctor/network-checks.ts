import { isLoopback } from '../../domain/url.js';
import { isPostgres } from '../../store/address.js';
import { type Address, addressesOf, findObstacle, localOrigin, nameOf } from '../host/listening.js';
import { ok, problem, type Result, type ServerSettings, type Subject, warning } from './finding.js';

/** Minimum prefix length of a proxy network; a broader one contains clients. */
const FEWEST_BITS = { 4: 8, 6: 16 } as const;

export function checkPublicUrl({ host, unixSocket, publicUrl, trustedProxies }: ServerSettings): Result {
  if (publicUrl === undefined) {
    if (isLoopback(host) && unixSocket === undefined && trustedProxies.length === 0)
      return ok('none; needed only for other machines');
    const next = 'give --public-url https://…, the address that users type';
    return warning('none: links in answers lead to whatever Host a request names', next);
  }
  if (publicUrl.startsWith('https:') || isLoopback(new URL(publicUrl).hostname)) return ok(publicUrl);
  const next = 'put a proxy with a certificate in front (docs/host/proxy.md), and give --public-url https://…';
  return problem(`${publicUrl} is not encrypted: others can read tokens in transit`, next);
}

export function checkProxies({ host, unixSocket, publicUrl, trustedProxies }: ServerSettings): Result {
  const broad = trustedProxies.filter((network) => {
    const [address = '', bits = 128] = network.split('/');
    return Number(bits) < FEWEST_BITS[address.includes(':') ? 6 : 4];
  });
  if (broad.length > 0) {
    const next = 'give only the addresses of the proxies, such as 10.0.0.5';
    return problem(`${broad.join(', ')} is too broad: clients in it could forge their address`, next);
  }
  if (trustedProxies.length > 0) return ok(`trusted proxies: ${trustedProxies.join(', ')}`);
  if (unixSocket !== undefined) return ok(`trusted proxies: those at ${unixSocket}`);
  const next = 'give the address of the proxy in --trusted-proxies';
  // The service has no TLS: an https address means a proxy.
  if (publicUrl?.startsWith('https:')) {
    return problem('no trusted proxy, but https needs one: all clients count as that proxy, and share its limit', next);
  }
  if (isLoopback(host)) return ok('no trusted proxies; needed only for other machines');
  return warning('no trusted proxies: behind a proxy, all clients would count as one', `${next}, if there is one`);
}

export async function checkPorts(settings: ServerSettings): Promise<Result[]> {
  const [service, metrics] = addressesOf(settings);
  const results = [await checkPort(service, '/livez', '"alive"')];
  if (!metrics) return results;
  results.push(await checkPort(metrics, '/metrics', 'svcapi_build_info', service));
  if (!isLoopback(metrics.host)) {
    const next = `let only Prometheus in by a firewall, or give --metrics-port ${metrics.port}`;
    results.push(warning(`metrics on ${metrics.host} are reachable from other machines`, next));
  }
  return results;
}

/** @param path answers with the text when this program has the port */
async function checkPort(address: Address, path: string, text: string, own?: Address): Promise<Result> {
  const { host, port, path: socket, flag } = address;
  if (port === 0 && socket === undefined) return ok(`any free port for ${flag}`);
  const obstacle = await findObstacle(address, own);
  if (!obstacle) return ok(`${nameOf(address)} is free`);
  const { code, reason, next } = obstacle;
  if (socket !== undefined && code === 'EADDRINUSE') return ok(`a service listens on ${socket}`);
  const isOurs =
    code === 'EADDRINUSE' &&
    (await fetch(`${localOrigin(host, port)}${path}`, { signal: AbortSignal.timeout(2000) }).then(
      async (answer) => answer.ok && (await answer.text()).includes(text),
      () => false,
    ));
  if (isOurs) return ok(`svcapi already runs on ${host}:${port}`);
  return problem(`cannot listen on ${nameOf(address)}: ${reason}`, next);
}

export async function checkRedis({ settings: { redis, database } }: Subject): Promise<Result[]> {
  if (redis === undefined)
    return [ok(`none: calls are counted in the ${isPostgres(database) ? 'database' : 'process'}`)];
  const { host, hostname, password } = new URL(redis);
  const isOpen = password === '' && !isLoopback(hostname);
  const next = 'set requirepass in Redis, and give redis://:PASSWORD@HOST in SVCAPI_REDIS';
  return [
    await askRedis(redis, host),
    isOpen
      ? problem(`no password for ${hostname}: anyone who reaches it can change the counters`, next)
      : ok(password === '' ? 'no password; not needed on this machine' : 'a password is given'),
  ];
}

/** Redis must keep all counters: with `noeviction` writes fail instead, and the instance counts by itself. */
async function askRedis(url: string, host: string): Promise<Result> {
  const { inspectRedis } = await import('../../server/rate-limit/redis-counters.js');
  try {
    const { version, policy, isLimited } = await inspectRedis(url);
    if (isLimited && /^(volatile|allkeys)/.test(policy)) {
      const finding = `${policy} evicts counters when memory is full: clients get more calls than the limit`;
      return warning(finding, 'set maxmemory-policy noeviction: counters expire by themselves');
    }
    return ok(`Redis ${version} at ${host} answers`);
  } catch (error) {
    const next = 'start it, or correct --redis; until then each instance counts by itself';
    return problem(`${host}: ${(error as Error).message}`, next);
  }
}
