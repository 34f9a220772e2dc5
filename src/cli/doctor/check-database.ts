import type { Inspection } from '../../store/inspection.js';
import { isoDate } from '../output/iso-date.js';
import type { ServerSettings } from './check-settings.js';
import { type Finding, ok, problem, warning } from './finding.js';

/** Whoever uses a token should hear of its end before that. */
export const SOON = 7 * 24 * 3600;

/** How far clocks may be apart, in seconds. */
export const CLOCK_TOLERANCE = 5;

/** What is looked at alike in databases of both kinds. @param now Unix seconds */
export async function checkContents(found: Inspection, settings: ServerSettings, now: number): Promise<Finding[]> {
  const findings = [checkMigrations(found)];
  if (found.unknown.length > 0 || found.missing.length > 0) return findings;
  return [...findings, checkTokens(found), ...checkNewest(found, now), ...(await checkBlacklist(found, settings))];
}

function checkMigrations({ missing, unknown }: Inspection): Finding {
  if (unknown.length > 0) {
    const next = 'install that version, or name another --database';
    return problem('tables', `a newer version of svcapi made them (${unknown.join(', ')})`, next);
  }
  if (missing.length === 0) return ok('tables', 'those of this version');
  const next = 'run svcapi migrate, or start the server, which does the same';
  return warning('tables', `older than this version (${missing.join(', ')} is missing)`, next);
}

function checkTokens({ expiring }: Inspection): Finding {
  if (expiring === 0) return ok('tokens', 'none in force ends within a week');
  const next = 'make new ones for their clients: svcapi token list, svcapi token create';
  return warning('tokens', `${expiring} in force ${expiring === 1 ? 'ends' : 'end'} within a week`, next);
}

/** What was made in the future says that a clock is wrong, or was. */
function checkNewest({ newest }: Inspection, now: number): Finding[] {
  if (newest <= now + CLOCK_TOLERANCE) return [];
  const next = 'compare the clock of this machine: timedatectl';
  return [problem('clock', `a token was made at ${isoDate(newest)}, which is yet to come`, next)];
}

async function checkBlacklist({ blacklisted }: Inspection, { trustedProxies }: ServerSettings): Promise<Finding[]> {
  const { trustIn } = await import('../../server/middleware/find-client-address.js');
  const isTrusted = trustIn(trustedProxies);
  const proxies = blacklisted.filter((address) => isTrusted(address.replace(/\/64$/, '')));
  if (proxies.length === 0) return [ok('blacklist', `${blacklisted.length} addresses, no trusted proxy among them`)];
  const next = `run svcapi blacklist remove ${proxies[0]}, and see that every instance trusts it`;
  return [warning('blacklist', `it has the trusted proxy ${proxies.join(', ')}`, next)];
}
