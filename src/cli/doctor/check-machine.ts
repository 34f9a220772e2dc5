import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { neededNode } from '../../package.js';
import { isoDate } from '../output/iso-date.js';
import type { ServerSettings } from './check-settings.js';
import { type Finding, ok, problem, warning } from './finding.js';

/** The first release of this program: an earlier clock has lost its battery. */
const EARLIEST = Date.UTC(2026, 0, 1) / 1000;

/** Open files besides connections: the database, logs, and those of Node itself. */
const OTHER_FILES = 64;

/** Seconds until systemd kills a service that stops, as in the units of deploy/. */
const STOP_TIMEOUT = 30;

/** The files of the units that set it, in the order in which systemd reads them. */
const UNITS = ['svcapi.service', 'svcapi@.service'].map((name) => [
  `/usr/lib/systemd/system/${name}`,
  `/etc/systemd/system/${name}`,
  `/etc/systemd/system/${name}.d/override.conf`,
]);

/** Checks Node.js, the clock, the limit of open files and the time to stop. @param now Unix seconds */
export async function checkMachine(settings: ServerSettings | undefined, now: number): Promise<Finding[]> {
  return [
    checkNode(),
    checkClock(now),
    ...(settings ? [...(await checkOpenFiles(settings)), await checkStop(settings)] : []),
  ];
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

/** Checks that a stop can end before systemd ends it. */
async function checkStop({ drainDelay, shutdownTimeout }: ServerSettings): Promise<Finding> {
  // Nobody says which unit runs this configuration: the one that waits longer may.
  const timeout = Math.max(...(await Promise.all(UNITS.map(stopTimeoutOf))));
  const finding = `up to ${drainDelay + shutdownTimeout} s: ${drainDelay} s of draining, ${shutdownTimeout} s for requests in flight`;
  if (drainDelay + shutdownTimeout <= timeout) return ok('stop', finding);
  const next = `raise TimeoutStopSec of the systemd unit, or lower --drain-delay or --shutdown-timeout`;
  return warning('stop', `${finding}; systemd kills it after ${timeout} s`, next);
}

async function stopTimeoutOf(files: readonly string[]): Promise<number> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  const [, seconds] = [...texts.join('\n').matchAll(/^TimeoutStopSec=(\d+)s?$/gm)].at(-1) ?? [];
  return seconds === undefined ? STOP_TIMEOUT : Number(seconds);
}
