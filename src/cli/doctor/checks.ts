import { readFile } from 'node:fs/promises';
import { neededNode } from '../../package.js';
import { settingsOf } from '../../settings/index.js';
import { unknownVariables } from '../../settings/read.js';
import { SettingError } from '../../settings/setting.js';
import type { CliCommand } from '../command.js';
import { CliError } from '../exit-status.js';
import { readOidc } from '../host/start-options.js';
import { isoDate } from '../output/dates.js';
import { databaseChecks, inspect } from './database-checks.js';
import { type Check, ok, problem, type Result, type ServerSettings, warning } from './finding.js';
import { checkPorts, checkProxies, checkPublicUrl, checkRedis } from './network-checks.js';

/** The first release of this program: an earlier clock is wrong. */
const EARLIEST = Date.UTC(2026, 0, 1) / 1000;

/** Open files besides connections: the database, logs, and those of Node itself. */
const OTHER_FILES = 64;

/** Seconds until systemd kills a service that stops, as in the units of deploy/. */
const STOP_TIMEOUT = 30;

interface Machine {
  /** Unix seconds. */
  now: number;
  faults: Result[];
}

const machineChecks: Check<Machine>[] = [
  { title: 'settings', run: ({ faults }) => (faults.length > 0 ? faults : ok('all valid')) },
  // An older Node.js does not get here: the file that starts the program refuses it.
  { title: 'Node.js', run: () => ok(`${process.versions.node} (${neededNode()} or newer is needed)`) },
  { title: 'clock', run: checkClock },
];

const serverChecks: Check[] = [
  { title: 'public URL', run: ({ settings }) => [checkPublicUrl(settings), checkProxies(settings)] },
  { title: 'ports', run: ({ settings }) => checkPorts(settings) },
  ...databaseChecks,
  { title: 'Redis', run: checkRedis },
  { title: 'limits', run: ({ settings }) => checkOpenFiles(settings) },
  { title: 'stop', run: ({ settings }) => checkStop(settings) },
];

/** Stops after the checks of the machine if the settings are invalid. */
export async function* examine(command: CliCommand) {
  const { context } = command;
  const { settings, faults } = await readSettings(command);
  yield* runAll(machineChecks, { now: context.now(), faults });
  if (settings) yield* runAll(serverChecks, { settings, database: await inspect(settings.database, context.now()) });
}

async function* runAll<S>(checks: readonly Check<S>[], subject: S) {
  for (const { title, run } of checks) {
    for (const result of [await run(subject)].flat()) yield { check: title, ...result };
  }
}

/** Reads settings one by one, to report all invalid ones at once. Does not call the provider. */
async function readSettings(command: CliCommand): Promise<{ settings?: ServerSettings; faults: Result[] }> {
  const names = [...settingsOf('store'), ...settingsOf('serve')];
  const messages = new Set<string>();
  const collect = (error: unknown) => {
    if (!(error instanceof SettingError || error instanceof CliError)) throw error;
    messages.add(error.message);
  };
  for (const name of names) await command.settings([name]).catch(collect);
  const settings = messages.size === 0 ? await command.settings(names) : undefined;
  if (settings) await readOidc(settings).catch(collect);
  const invalid = [...messages].map((message) => {
    const [finding = '', ...rest] = message.split('; ');
    return problem(finding, rest.join('; '));
  });
  const unknown = unknownVariables(command.context.io.env).map(({ name, meant }) =>
    warning(`${name} is not a setting`, meant ? `did you mean ${meant}?` : 'remove it; see docs/settings.md'),
  );
  return { ...(settings && { settings }), faults: [...invalid, ...unknown] };
}

function checkClock({ now }: Machine): Result {
  if (now >= EARLIEST) return ok(isoDate(now));
  const setClock = process.platform === 'win32' ? 'w32tm /resync' : 'timedatectl set-ntp true';
  return problem(`the clock says ${isoDate(now)}, which is in the past`, `set it by NTP: ${setClock}`);
}

/** Node.js has already raised its limit as far as it may. */
async function checkOpenFiles({ maxConnections }: ServerSettings): Promise<Result[]> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const limit = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.NaN);
  if (Number.isNaN(limit)) return [];
  const needed = maxConnections + OTHER_FILES;
  if (limit >= needed) return [ok(`${limit} open files allowed, ${needed} needed`)];
  const next = 'raise LimitNOFILE of the systemd unit (ulimit -n in a shell), or lower --max-connections';
  return [problem(`${limit} open files allowed, but ${maxConnections} connections need ${needed}`, next)];
}

function checkStop({ drainDelay, shutdownTimeout }: ServerSettings): Result {
  const finding = `up to ${drainDelay + shutdownTimeout} s: ${drainDelay} s of draining, ${shutdownTimeout} s for requests in flight`;
  if (process.platform === 'win32' || drainDelay + shutdownTimeout <= STOP_TIMEOUT) return ok(finding);
  const next = 'lower --drain-delay or --shutdown-timeout, unless TimeoutStopSec of the systemd unit is longer';
  return warning(`${finding}; the units of deploy/ end it after ${STOP_TIMEOUT} s`, next);
}
