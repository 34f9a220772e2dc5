import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { neededNode } from '../../package.js';
import { settingsOf, unknownVariables } from '../../settings/index.js';
import { SettingError } from '../../settings/setting.js';
import { CliError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import { readOidc } from '../host/start-options.js';
import { isoDate } from '../output/dates.js';
import { databaseChecks, inspect } from './database-checks.js';
import { type Check, type Finding, ok, problem, type Result, type ServerSettings, warning } from './finding.js';
import { addressChecks, checkRedis } from './network-checks.js';

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

/** The program and its machine, which need no valid settings to be checked. */
interface Machine {
  command: CliCommand;
  now: number;
  settings: ServerSettings | undefined;
  /** The messages for invalid settings. */
  faults: readonly string[];
}

const machineChecks: Check<Machine>[] = [
  { title: 'settings', run: checkSettings },
  // An older Node.js does not get here: the file that starts the program refuses it.
  { title: 'Node.js', run: () => [ok(`${process.versions.node} (${neededNode()} or newer is needed)`)] },
  { title: 'clock', run: ({ now }) => [checkClock(now)] },
];

/** The checks of a server, in the order of the report. */
const serverChecks: Check[] = [
  ...addressChecks,
  ...databaseChecks,
  { title: 'Redis', run: checkRedis },
  {
    title: 'limits',
    run: async ({ settings }) => [...(await checkOpenFiles(settings)), checkShares(settings)],
  },
  { title: 'stop', run: async ({ settings }) => [await checkStop(settings)] },
];

/** Yields the findings of all checks. Invalid settings end it after the checks of the machine. */
export async function* examine(command: CliCommand, instances: number): AsyncGenerator<Finding> {
  const { io, now: readNow } = command.context;
  const now = readNow.call(command.context);
  const { settings, faults } = await readSettings(command);
  yield* runAll(machineChecks, { command, now, settings, faults });
  if (!settings) return;
  const inspected = await inspect(settings.database, () => io.now(), now);
  yield* runAll(serverChecks, { settings, instances, now, ...inspected });
}

async function* runAll<S>(checks: readonly Check<S>[], subject: S): AsyncGenerator<Finding> {
  for (const { title, run } of checks) for (const result of await run(subject)) yield { check: title, ...result };
}

/** Reads the settings of `serve` one by one, to name all invalid ones at once. */
async function readSettings(command: CliCommand): Promise<Pick<Machine, 'settings' | 'faults'>> {
  const names = [...settingsOf('store'), ...settingsOf('serve')];
  const faults = new Set<string>();
  for (const name of names) {
    await command.settings([name]).catch((error: unknown) => {
      if (!(error instanceof SettingError)) throw error;
      faults.add(error.message);
    });
  }
  return { settings: faults.size === 0 ? await command.settings(names) : undefined, faults: [...faults] };
}

/** Checks the settings, the provider that players sign in by (which is not called), and variables that are misspelt. */
async function checkSettings({ command, settings, faults }: Machine): Promise<Result[]> {
  const messages = [...faults];
  if (settings) {
    await readOidc(settings).catch((error: unknown) => {
      if (!(error instanceof CliError)) throw error;
      messages.push(error.message);
    });
  }
  const unknown = unknownVariables(command.context.io.env).map(({ name, meant }) =>
    warning(`${name} is not a setting`, meant ? `did you mean ${meant}?` : 'remove it; see docs/settings.md'),
  );
  const found = [...messages.map(inTwo), ...unknown];
  return found.length > 0 ? found : [ok('all valid')];
}

/** Splits a message into what is wrong and what to give. */
function inTwo(message: string): Result {
  const [finding = '', ...rest] = message.split('; ');
  return problem(finding, rest.join('; '));
}

function checkClock(now: number): Result {
  if (now >= EARLIEST) return ok(isoDate(now));
  return problem(`the clock says ${isoDate(now)}, which is in the past`, 'set it by NTP: timedatectl set-ntp true');
}

/** Checks the limit where the system reports it; Node has raised it as far as it may by now. */
async function checkOpenFiles({ maxConnections }: ServerSettings): Promise<Result[]> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const limit = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.NaN);
  if (Number.isNaN(limit)) return [];
  const needed = maxConnections + OTHER_FILES;
  if (limit >= needed) return [ok(`${limit} open files allowed, ${needed} needed`)];
  const next = 'raise LimitNOFILE of the systemd unit (ulimit -n in a shell), or lower --max-connections';
  return [problem(`${limit} open files allowed, but ${maxConnections} connections need ${needed}`, next)];
}

/** Checks that one client address leaves connections to the others, and that streams have connections. */
function checkShares({ maxConnections, maxConnectionsPerAddress, maxStreams }: ServerSettings): Result {
  if (maxConnectionsPerAddress >= maxConnections) {
    const next = 'set --max-connections-per-address lower than --max-connections';
    return warning(`one address may take all ${maxConnections} connections`, next);
  }
  if (maxStreams > maxConnections) {
    const next = 'set --max-streams lower than --max-connections: each stream holds a connection';
    return warning(`${maxStreams} streams, but ${maxConnections} connections`, next);
  }
  return ok(`${maxConnections} connections, ${maxConnectionsPerAddress} an address`);
}

/** Checks that a stop can end before systemd ends it. */
async function checkStop({ drainDelay, shutdownTimeout }: ServerSettings): Promise<Result> {
  // Nobody says which unit runs this configuration: the one that waits longer may.
  const timeout = Math.max(...(await Promise.all(UNITS.map(stopTimeoutOf))));
  const finding = `up to ${drainDelay + shutdownTimeout} s: ${drainDelay} s of draining, ${shutdownTimeout} s for requests in flight`;
  if (drainDelay + shutdownTimeout <= timeout) return ok(finding);
  const next = `raise TimeoutStopSec of the systemd unit, or lower --drain-delay or --shutdown-timeout`;
  return warning(`${finding}; systemd kills it after ${timeout} s`, next);
}

async function stopTimeoutOf(files: readonly string[]): Promise<number> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  const [, seconds] = [...texts.join('\n').matchAll(/^TimeoutStopSec=(\d+)s?$/gm)].at(-1) ?? [];
  return seconds === undefined ? STOP_TIMEOUT : Number(seconds);
}
