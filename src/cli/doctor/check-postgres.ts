import { isLoopback } from '../../domain/loopback.js';
import { shownDatabase } from '../../store/address.js';
import type { PostgresInspection } from '../../store/postgres/inspect-database.js';
import { CLOCK_TOLERANCE, checkContents, SOON } from './check-database.js';
import type { ServerSettings } from './check-settings.js';
import { type Finding, ok, problem, warning } from './finding.js';

/** The oldest supported version, as PostgreSQL numbers it. */
const OLDEST = 150_000;

/** Round trips longer than this slow requests down noticeably, in milliseconds. */
const SLOW = 10;

/**
 * Checks a PostgreSQL database and its server.
 *
 * @param clock Unix milliseconds
 * @param instances how many servers share it
 */
export async function checkPostgres(
  address: string,
  settings: ServerSettings,
  clock: () => number,
  instances: number,
): Promise<Finding[]> {
  const [{ inspectPostgres }, { unusablePostgres }, { UnusableDatabase }] = await Promise.all([
    import('../../store/postgres/inspect-database.js'),
    import('../../store/postgres/unusable.js'),
    import('../../store/unusable-database.js'),
  ]);
  const now = Math.floor(clock() / 1000);
  const shown = shownDatabase(address);
  try {
    const found = await inspectPostgres(address, clock, now + SOON);
    return [
      ok('database', `${shown} can be reached and written to`),
      checkVersion(found),
      checkConnections(found, instances, settings.databaseConnections),
      checkDurability(found),
      checkClock(found),
      checkLatency(found),
      checkEncryption(found, address),
      ...(await checkContents(found, settings, now)),
    ];
  } catch (cause) {
    const error = unusablePostgres(address, cause);
    if (!(error instanceof Error)) throw error;
    if (!(error instanceof UnusableDatabase)) {
      return [problem('database', `cannot use ${shown}: ${error.message}`, 'look at the log of PostgreSQL')];
    }
    return [problem('database', error.problem, error.next)];
  }
}

function checkVersion({ version }: PostgresInspection): Finding {
  const shown = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`;
  if (version >= OLDEST) return ok('database version', shown);
  return problem('database version', shown, `upgrade to ${OLDEST / 10_000} or newer`);
}

function checkConnections({ connections, taken }: PostgresInspection, instances: number, pool: number): Finding {
  // A rolling restart, and a migration, take one more.
  const needed = instances * pool + 1;
  const finding = `${connections} allowed, ${taken} used by others, ${needed} needed for ${instances} × ${pool} of svcapi`;
  const next = 'raise max_connections, or lower --database-connections';
  if (needed > connections) return problem('connections', finding, next);
  if (needed > connections - taken) return warning('connections', finding, next);
  return ok('connections', finding);
}

function checkDurability({ unsafe }: PostgresInspection): Finding {
  if (unsafe.length === 0) return ok('durability', 'acknowledged changes are on the disk');
  const next = `set ${unsafe.map((name) => `${name} = on`).join(', ')} in postgresql.conf`;
  return problem('durability', `${unsafe.join(', ')} off: a crash loses acknowledged changes`, next);
}

function checkClock({ clock, asked }: PostgresInspection): Finding {
  const seconds = Math.abs(clock - asked);
  if (seconds <= CLOCK_TOLERANCE) return ok('database clock', 'agrees with this machine');
  const next = 'set both by NTP: timedatectl set-ntp true';
  return problem('database clock', `differs from this machine by ${Math.round(seconds)} s`, next);
}

function checkLatency({ latency }: PostgresInspection): Finding {
  const finding = `${latency.toFixed(1)} ms for a round trip`;
  if (latency <= SLOW) return ok('database latency', finding);
  return warning(
    'database latency',
    finding,
    'run the instances nearer to the database: every request queries it several times',
  );
}

function checkEncryption({ isEncrypted }: PostgresInspection, address: string): Finding {
  const { hostname } = new URL(address);
  if (isEncrypted) return ok('database encryption', 'TLS');
  if (hostname === '' || isLoopback(hostname)) return ok('database encryption', 'none; not needed on this machine');
  const next = 'add ?sslmode=verify-full to the address, unless the network is private';
  return warning('database encryption', `none to ${hostname}`, next);
}
