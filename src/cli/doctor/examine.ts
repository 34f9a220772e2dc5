import { isPostgres } from '../../store/address.js';
import type { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { checkMachine } from './check-machine.js';
import { checkNetwork, checkProvider } from './check-network.js';
import { checkPorts } from './check-ports.js';
import { checkRedis } from './check-redis.js';
import { checkLimits, checkSettings, checkVariables, type ServerSettings } from './check-settings.js';
import { type Finding, problem } from './finding.js';

/** Yields the findings of all checks, in the order of the report. */
export async function* examine(command: CliCommand, instances: number): AsyncGenerator<Finding> {
  const { context } = command;
  const { findings, settings } = await checkSettings(command);
  yield* findings;
  yield* checkVariables(context.io.env);
  yield* await checkMachine(settings, context.now());
  // The other checks need valid settings.
  if (!settings) return;
  yield checkLimits(settings);
  yield* checkNetwork(settings);
  yield* await checkProvider(settings);
  yield* await checkPorts(settings);
  const isShared = isPostgres(settings.database);
  yield* await checkDatabase(context, settings, instances, isShared);
  yield* await checkRedis(settings, instances, isShared);
}

async function checkDatabase(
  context: Context,
  settings: ServerSettings,
  instances: number,
  isShared: boolean,
): Promise<Finding[]> {
  const { database } = settings;
  if (isShared) {
    const { checkPostgres } = await import('./check-postgres.js');
    return checkPostgres(database, settings, () => context.io.now(), instances);
  }
  const { checkSqlite } = await import('./check-sqlite.js');
  const findings = await checkSqlite(database, settings, context.now());
  if (instances === 1) return findings;
  const next = 'share a PostgreSQL database: --database postgres://…';
  return [problem('instances', `${instances} servers cannot share the file ${database}`, next), ...findings];
}
