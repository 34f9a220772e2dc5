import type { PostgresInspection } from '../../store/postgres/inspect.js';
import { CLOCK_TOLERANCE, checkContents, SOON } from './check-database.js';
import type { ServerSettings } from './check-settings.js';
import { type Finding, ok, problem, warning } from './finding.js';
import { isLoopback } from './loopback.js';

/** The oldest that the tests run on, as PostgreSQL counts. */
const OLDEST = 150_000;

/** A request asks the database a few times: from here on that is felt, in milliseconds. */
const SLOW = 10;

/**
 * Looks at the database and the server that it is on.
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
  const [{ inspectPostgres }, { unusablePostgres, withoutSecrets }, { UnusableDatabase }] = await Promise.all([
    import('../../store/postgres/inspect.js'),
    import('../../store/postgres/unusable.js'),
    import('../../store/unusable-database.js'),
  ]);
  const now = Math.floor(clock() / 1000);
  const shown = withoutSecrets(address);
  try {
    const found = await inspectPostgres(address, clock, now + SOON);
    return [
      ok('database', `${shown} can be reached and changed`),
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
      return [problem('database', `${shown}: ${error.message}`, 'look at the log of PostgreSQL')];
    }
    const [, what = error.message, next = ''] = / is of no use: (.+?)(?:; (.+?))?\.?$/.exec(error.message) ?? [];
    return [problem('database', `${shown}: ${what}`, next)];
  }
}

function checkVersion({ version }: PostgresInspection): Finding {
  const shown = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`;
  if (version >= OLDEST) return ok('database version', shown);
  return problem('database version', shown, `upgrade to ${OLDEST / 10_000} or newer`);
}

function checkConnections({ connections, taken }: PostgresInspection, instances: number, pool: number): Finding {
  // While they restart one after another, and migrate, there is one more.
  const needed = instances * pool + 1;
  const finding = `${connections} allowed, ${taken} taken by others, ${needed} needed by ${instances} × ${pool} of svcapi`;
  const next = 'raise max_connections, or lower --database-connections';
  if (needed > connections) return problem('connections', finding, next);
  if (needed > connections - taken) return warning('connections', finding, next);
  return ok('connections', finding);
}

function checkDurability({ unsafe }: PostgresInspection): Finding {
  if (unsafe.length === 0) return ok('durability', 'what is acknowledged is on the disk');
  const next = `set ${unsafe.map((name) => `${name} = on`).join(', ')} in postgresql.conf`;
  return problem('durability', `${unsafe.join(', ')} off: a crash loses what was acknowledged`, next);
}

function checkClock({ clock, asked }: PostgresInspection): Finding {
  const seconds = Math.abs(clock - asked);
  if (seconds <= CLOCK_TOLERANCE) return ok('database clock', 'agrees with the one here');
  const next = 'set both by NTP: timedatectl set-ntp true';
  return problem('database clock', `${Math.round(seconds)} s apart from the one here`, next);
}

function checkLatency({ latency }: PostgresInspection): Finding {
  const finding = `${latency.toFixed(1)} ms for a round trip`;
  if (latency <= SLOW) return ok('database latency', finding);
  return warning(
    'database latency',
    finding,
    'put the instances nearer to the database: every request asks it some times',
  );
}

function checkEncryption({ isEncrypted }: PostgresInspection, address: string): Finding {
  const { hostname } = new URL(address);
  if (isEncrypted) return ok('database encryption', 'TLS');
  if (hostname === '' || isLoopback(hostname))
    return ok('database encryption', 'none, and none is needed on this machine');
  const next = 'add ?sslmode=verify-full to the address, unless the network between is your own';
  return warning('database encryption', `none on the way to ${hostname}`, next);
}
