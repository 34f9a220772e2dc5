import type { Inspection } from '../../store/inspection.js';
import { isoDate } from '../output/iso-date.js';
import type { ServerSettings } from './check-settings.js';
import { type Finding, ok, problem, warning } from './finding.js';

/** Tokens that expire within this time are reported, in seconds. */
export const SOON = 7 * 24 * 3600;

/** Largest difference between clocks that is no problem, in seconds. */
export const CLOCK_TOLERANCE = 5;

/** Checks the content of a database of either kind. @param now Unix seconds */
export async function checkContents(found: Inspection, settings: ServerSettings, now: number): Promise<Finding[]> {
  const findings = [checkMigrations(found)];
  if (found.unknown.length > 0 || found.missing.length > 0) return findings;
  return [
    ...findings,
    checkTokens(found),
    ...checkSleeping(found),
    ...checkNewest(found, now),
    ...(await checkBlacklist(found, settings)),
  ];
}

function checkMigrations({ missing, unknown, isFormer }: Inspection): Finding {
  if (isFormer) {
    const next = 'export it with that version, then import the file into a new database (docs/host/upgrading.md)';
    return problem('tables', 'made by svcapi 0.1 or an early 1.0, whose tables this version does not read', next);
  }
  if (unknown.length > 0) {
    const next = 'install that version, or name another --database';
    return problem('tables', `made by a newer version of svcapi (${unknown.join(', ')})`, next);
  }
  if (missing.length === 0) return ok('tables', 'up to date');
  const next = 'run svcapi migrate; svcapi serve does the same when it starts';
  return warning('tables', `older than this version (${missing.join(', ')} missing)`, next);
}

function checkTokens({ expiring }: Inspection): Finding {
  if (expiring === 0) return ok('tokens', 'no valid token expires within a week');
  const next = 'find them with svcapi token list, and make new ones with svcapi token create';
  return warning(
    'tokens',
    `${expiring} valid ${expiring === 1 ? 'token expires' : 'tokens expire'} within a week`,
    next,
  );
}

/** Names what a sync has removed and may come back. */
function checkSleeping({ sleeping }: Inspection): Finding[] {
  if (sleeping === 0) return [];
  const who = sleeping === 1 ? 'character or faction' : 'characters and factions';
  return [ok('removals', `${sleeping} ${who} may come back with all accesses, until --removal-grace ends`)];
}

/** Checks for tokens from the future: a clock is wrong, or was. */
function checkNewest({ newest }: Inspection, now: number): Finding[] {
  if (newest <= now + CLOCK_TOLERANCE) return [];
  const next = 'check the clock of this machine with timedatectl';
  return [problem('clock', `a token was made at ${isoDate(newest)}, which is in the future`, next)];
}

async function checkBlacklist({ blacklisted }: Inspection, { trustedProxies }: ServerSettings): Promise<Finding[]> {
  const { trustIn } = await import('../../server/request/address.js');
  const isTrusted = trustIn(trustedProxies);
  const proxies = blacklisted.filter((address) => isTrusted(address.replace(/\/64$/, '')));
  if (proxies.length === 0)
    return [
      ok('blacklist', `${blacklisted.length} ${blacklisted.length === 1 ? 'address' : 'addresses'}, no trusted proxy`),
    ];
  const next = `run svcapi blacklist remove ${proxies[0]}, and give --trusted-proxies to every instance`;
  return [warning('blacklist', `contains the trusted proxy ${proxies.join(', ')}`, next)];
}
