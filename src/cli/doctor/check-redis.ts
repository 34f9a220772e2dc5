import { isLoopback } from '../../domain/loopback.js';
import type { RedisInspection } from '../../server/rate-limit/inspect-redis.js';
import type { ServerSettings } from './check-settings.js';
import { type Finding, ok, problem, warning } from './finding.js';

/** The oldest version with all commands that this program uses. */
const OLDEST = 6;

/** Half of the time after which an instance counts by itself, in milliseconds. */
const SLOW = 50;

/**
 * Checks the Redis that counts calls or, without one, the place where they are counted instead.
 *
 * @param instances how many servers share the database
 * @param isShared true when the database counts for all of them
 */
export async function checkRedis({ redis }: ServerSettings, instances: number, isShared: boolean): Promise<Finding[]> {
  if (redis === undefined) return [checkCounters(instances, isShared)];
  const { inspectRedis } = await import('../../server/rate-limit/inspect-redis.js');
  const { host, hostname, password } = new URL(redis);
  const access = checkPassword(hostname, password !== '');
  try {
    const found = await inspectRedis(redis);
    return [ok('Redis', `${host} answers`), checkVersion(found), checkEviction(found), checkLatency(found), access];
  } catch (error) {
    const next = 'start it, or correct --redis; until then each instance counts by itself';
    return [problem('Redis', `${host}: ${(error as Error).message}`, next), access];
  }
}

function checkCounters(instances: number, isShared: boolean): Finding {
  if (isShared) return ok('Redis', 'none: calls are counted in the database');
  if (instances === 1) return ok('Redis', 'none: calls are counted in the process');
  const finding = `none: each of ${instances} instances counts by itself, so clients get ${instances} times the limit`;
  return problem('Redis', finding, 'give --redis, or count in PostgreSQL with --database postgres://…');
}

function checkVersion({ version }: RedisInspection): Finding {
  if (Number.parseInt(version, 10) >= OLDEST) return ok('Redis version', version);
  return problem('Redis version', version, `upgrade to ${OLDEST} or newer`);
}

/** Checks that Redis evicts no counters: with `noeviction` writes fail instead, and the instance counts by itself. */
function checkEviction({ evicts, isLimited }: RedisInspection): Finding {
  if (!isLimited || evicts === 'noeviction') return ok('Redis memory', evicts);
  if (evicts.startsWith('volatile') || evicts.startsWith('allkeys')) {
    const next = 'set maxmemory-policy noeviction: counters expire by themselves';
    return warning(
      'Redis memory',
      `${evicts} evicts counters when memory is full: clients get more calls than the limit`,
      next,
    );
  }
  return ok('Redis memory', evicts);
}

function checkLatency({ latency }: RedisInspection): Finding {
  const finding = `${latency.toFixed(1)} ms for a round trip`;
  if (latency <= SLOW) return ok('Redis latency', finding);
  return warning('Redis latency', finding, 'run Redis nearer: after 100 ms each instance counts by itself');
}

function checkPassword(host: string, hasPassword: boolean): Finding {
  if (hasPassword) return ok('Redis password', 'given');
  if (isLoopback(host)) return ok('Redis password', 'none; not needed on this machine');
  const next = 'set requirepass in Redis, and give redis://:PASSWORD@HOST in SVCAPI_REDIS';
  return problem('Redis password', `none for ${host}: anyone who reaches it can change the counters`, next);
}
