import { type SettingName, type Settings, settingsOf, unknownVariables } from '../../settings/index.js';
import { type Environment, SettingError } from '../../settings/setting.js';
import type { CliCommand } from '../command.js';
import { type Finding, ok, problem, warning } from './finding.js';

/** The settings of a server, which the checks look at. */
export type ServerSettings = Pick<Settings, (typeof names)[number]>;

const names = [...settingsOf('store'), ...settingsOf('serve')];

/**
 * Reads the settings of `serve` one by one, so that all invalid ones are named at once.
 *
 * @returns the settings too, unless one is invalid
 */
export async function checkSettings(command: CliCommand): Promise<{ findings: Finding[]; settings?: ServerSettings }> {
  const wrong = new Set<string>();
  for (const name of names) {
    const fault = await faultOf(command, name);
    if (fault !== undefined) wrong.add(fault);
  }
  if (wrong.size === 0) {
    return { findings: [ok('settings', 'all valid')], settings: await command.settings(names) };
  }
  return { findings: [...wrong].map((fault) => problem('settings', ...inTwo(fault))) };
}

async function faultOf(command: CliCommand, name: SettingName): Promise<string | undefined> {
  try {
    await command.settings([name]);
    return undefined;
  } catch (error) {
    if (error instanceof SettingError) return error.message;
    throw error;
  }
}

/** Splits a message into what is wrong and what to give. */
export function inTwo(message: string): [finding: string, next: string] {
  const [finding = '', ...rest] = message.split('; ');
  return [finding, rest.join('; ')];
}

/** Checks for variables that are named like settings and are none. */
export function checkVariables(env: Environment): Finding[] {
  const unknown = unknownVariables(env);
  if (unknown.length === 0) return [ok('variables', 'all known')];
  return unknown.map(({ name, meant }) =>
    warning(
      'variables',
      `${name} is not a setting`,
      meant ? `did you mean ${meant}?` : 'remove it; see docs/settings.md',
    ),
  );
}

/** Checks that one client address leaves connections and requests in flight to the others, and that streams have connections. */
export function checkLimits(settings: ServerSettings): Finding {
  const { maxConnections, maxConnectionsPerAddress, maxRequests, maxRequestsPerAddress, maxStreams } = settings;
  if (maxConnectionsPerAddress >= maxConnections) {
    const next = 'set --max-connections-per-address lower than --max-connections';
    return warning('load limits', `one address may take all ${maxConnections} connections`, next);
  }
  if (maxRequestsPerAddress >= maxRequests) {
    const next = 'set --max-requests-per-address lower than --max-requests';
    return warning('load limits', `one address may take all ${maxRequests} requests in flight`, next);
  }
  if (maxStreams > maxConnections) {
    const next = 'set --max-streams lower than --max-connections: each stream holds a connection';
    return warning('load limits', `${maxStreams} streams, but ${maxConnections} connections`, next);
  }
  return ok(
    'load limits',
    `${maxConnections} connections, ${maxConnectionsPerAddress} an address; ` +
      `${maxRequests} requests in flight, ${maxRequestsPerAddress} an address`,
  );
}
