import { once } from 'node:events';
import { createServer } from 'node:net';
import { isLoopback } from '../../domain/url.js';
import type { RedisInspection } from '../../server/rate-limit/inspect-redis.js';
import { isPostgres } from '../../store/address.js';
import { type Check, ok, problem, type Result, type ServerSettings, type Subject, warning } from './finding.js';

/** The checks of the addresses of a server. */
export const addressChecks: Check[] = [
  { title: 'public URL', run: ({ settings }) => [checkPublicUrl(settings), checkProxies(settings)] },
  { title: 'ports', run: ({ settings }) => checkPorts(settings) },
];

function checkPublicUrl({ host, publicUrl, trustedProxies }: ServerSettings): Result {
  const isPublic = !isLoopback(host) || trustedProxies.length > 0;
  if (publicUrl === undefined) {
    if (!isPublic) return ok('none; not needed on this machine alone');
    const next = 'give --public-url https://…, the address that users type';
    return warning('none: links in answers lead to whatever Host a request names', next);
  }
  if (publicUrl.startsWith('https:') || isLoopback(new URL(publicUrl).hostname)) return ok(publicUrl);
  const next = 'put a proxy with a certificate in front (docs/host/proxy.md), and give --public-url https://…';
  return problem(`${publicUrl} is not encrypted: others can read tokens in transit`, next);
}

/** The fewest bits of a network of proxies; a broader one contains clients. */
const FEWEST_BITS = { 4: 8, 6: 16 } as const;

function checkProxies({ host, publicUrl, trustedProxies }: ServerSettings): Result {
  const broad = trustedProxies.filter(isBroad);
  if (broad.length > 0) {
    const next = 'give only the addresses of the proxies, such as 10.0.0.5';
    return problem(`${broad.join(', ')} is too broad: clients in it could forge their address`, next);
  }
  if (trustedProxies.length > 0) return ok(`trusted proxies: ${trustedProxies.join(', ')}`);
  // The service has no TLS of its own: an https address means a proxy.
  if (publicUrl?.startsWith('https:')) {
    const next = 'give the address of the proxy in --trusted-proxies';
    return problem('no trusted proxy, but https needs one: all clients count as that proxy, and share its limit', next);
  }
  if (isLoopback(host)) return ok('no trusted proxies; not needed on this machine alone');
  const next = 'give the address of the proxy in --trusted-proxies, if there is one';
  return warning('no trusted proxies: behind a proxy, all clients would count as one', next);
}

function isBroad(network: string): boolean {
  const [address = '', bits] = network.split('/');
  return bits !== undefined && Number(bits) < FEWEST_BITS[address.includes(':') ? 6 : 4];
}

/** Checks that a server can listen on its addresses, or already does, and that only this machine reads the metrics. */
async function checkPorts({ host, port, metricsPort: metrics }: ServerSettings): Promise<Result[]> {
  const service = await checkPort(host, port, '--port', '/livez', '"alive"');
  if (metrics === 'off') return [service];
  if (metrics.port === port && port !== 0 && metrics.host === host) {
    return [service, problem(`${port} is the port of the service and of the metrics`, 'choose another --metrics-port')];
  }
  const found = await checkPort(metrics.host, metrics.port, '--metrics-port', '/metrics', 'svcapi_build_info');
  if (isLoopback(metrics.host)) return [service, found];
  const next = `let only Prometheus in by a firewall, or give --metrics-port ${metrics.port}`;
  return [service, found, warning(`metrics on ${metrics.host} are reachable from other machines`, next)];
}

/** @param path answers with the text when this program has the port */
async function checkPort(host: string, port: number, flag: string, path: string, text: string): Promise<Result> {
  const place = `${host}:${port}`;
  if (port === 0) return ok(`any free port for ${flag}`);
  const code = await refusalOf(host, port);
  if (code === undefined) return ok(`${place} is free`);
  if (code === 'EACCES') return problem(`${place} needs root`, `choose a ${flag} of 1024 or above`);
  if (code !== 'EADDRINUSE') {
    return problem(`this machine has no address ${host}`, `choose another ${flag.replace('port', 'host')}`);
  }
  if (await shows(host, port, path, text)) return ok(`svcapi already runs on ${place}`);
  return problem(`another program listens on ${place}`, `choose another ${flag}, or stop that program`);
}

/** Listens on an address for a moment; returns the code of the error if that fails. */
async function refusalOf(host: string, port: number): Promise<string | undefined> {
  const server = createServer((connection) => connection.destroy());
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'UNKNOWN';
  } finally {
    server.close();
  }
}

/** The address at which this machine reaches a server that listens on all of them. */
const NEAREST: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

async function shows(host: string, port: number, path: string, text: string): Promise<boolean> {
  const near = NEAREST[host] ?? (host.includes(':') ? `[${host}]` : host);
  const signal = AbortSignal.timeout(2000);
  return fetch(`http://${near}:${port}${path}`, { signal }).then(
    async (answer) => answer.ok && (await answer.text()).includes(text),
    () => false,
  );
}

/** The oldest version with all commands that this program uses. */
const OLDEST_REDIS = 6;

/** Checks the Redis that counts calls or, without one, the place where they are counted instead. */
export async function checkRedis({ settings, instances }: Subject): Promise<Result[]> {
  const { redis, database } = settings;
  if (redis === undefined) return [checkCounters(instances, isPostgres(database))];
  const { inspectRedis } = await import('../../server/rate-limit/inspect-redis.js');
  const { host, hostname, password } = new URL(redis);
  const access = checkPassword(hostname, password !== '');
  try {
    return [checkServer(host, await inspectRedis(redis)), access];
  } catch (error) {
    const next = 'start it, or correct --redis; until then each instance counts by itself';
    return [problem(`${host}: ${(error as Error).message}`, next), access];
  }
}

function checkCounters(instances: number, isShared: boolean): Result {
  if (isShared) return ok('none: calls are counted in the database');
  if (instances === 1) return ok('none: calls are counted in the process');
  const finding = `none: each of ${instances} instances counts by itself, so clients get ${instances} times the limit`;
  return problem(finding, 'give --redis, or count in PostgreSQL with --database postgres://…');
}

/** Checks that Redis keeps all counters: with `noeviction` writes fail instead, and the instance counts by itself. */
function checkServer(host: string, { version, evicts, isLimited }: RedisInspection): Result {
  if (Number.parseInt(version, 10) < OLDEST_REDIS) {
    return problem(`${host} is Redis ${version}`, `upgrade to ${OLDEST_REDIS} or newer`);
  }
  if (isLimited && /^(volatile|allkeys)/.test(evicts)) {
    const finding = `${evicts} evicts counters when memory is full: clients get more calls than the limit`;
    return warning(finding, 'set maxmemory-policy noeviction: counters expire by themselves');
  }
  return ok(`Redis ${version} at ${host} answers`);
}

function checkPassword(host: string, hasPassword: boolean): Result {
  if (hasPassword) return ok('a password is given');
  if (isLoopback(host)) return ok('no password; not needed on this machine');
  const next = 'set requirepass in Redis, and give redis://:PASSWORD@HOST in SVCAPI_REDIS';
  return problem(`no password for ${host}: anyone who reaches it can change the counters`, next);
}
