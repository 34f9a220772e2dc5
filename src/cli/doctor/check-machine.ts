import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { neededNode } from '../../package.js';
import { isoDate } from '../output/iso-date.js';
import type { ServerSettings } from './check-settings.js';
import { type Finding, ok, problem } from './finding.js';

/** The first release of this program: an earlier clock has lost its battery. */
const EARLIEST = Date.UTC(2026, 0, 1) / 1000;

/** Open files besides connections: the database, logs, and those of Node itself. */
const OTHER_FILES = 64;

/** Checks Node.js, the clock and the limit of open files. @param now Unix seconds */
export async function checkMachine(settings: ServerSettings | undefined, now: number): Promise<Finding[]> {
  return [checkNode(), checkClock(now), ...(settings ? await checkOpenFiles(settings) : [])];
}

function checkNode(): Finding {
  // An older one does not get here: the file that starts the program refuses it.
  return ok('Node.js', `${process.versions.node} (${neededNode()} or newer is needed)`);
}

function checkClock(now: number): Finding {
  if (now >= EARLIEST) return ok('clock', isoDate(now));
  return problem(
    'clock',
    `the clock says ${isoDate(now)}, which is in the past`,
    'set it by NTP: timedatectl set-ntp true',
  );
}

/** Checks the limit where the system reports it; Node has raised it as far as it may by now. */
async function checkOpenFiles({ maxConnections }: ServerSettings): Promise<Finding[]> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const limit = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.NaN);
  if (Number.isNaN(limit)) return [];
  const needed = maxConnections + OTHER_FILES;
  if (limit >= needed) return [ok('open files', `${limit} allowed, ${needed} needed`)];
  const next = 'raise LimitNOFILE of the systemd unit (ulimit -n in a shell), or lower --max-connections';
  return [problem('open files', `${limit} allowed, but ${maxConnections} connections need ${needed}`, next)];
}
