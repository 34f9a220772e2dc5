import { isLoopback } from '../../domain/url.js';
import type { OpenSandbox } from '../../sandbox/open-sandbox.js';
import { usageError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import type { DemoOptions } from './demo-options.js';
import { type ServeSettings, startOptions } from './start-options.js';

const MEMORY = ':memory:';

/**
 * Checks that a sandbox with these settings is reachable from this machine alone, and keeps nothing.
 *
 * @throws {CliError} that says what to do
 */
export async function checkSandboxSettings(command: CliCommand, settings: ServeSettings): Promise<void> {
  const { host, trustedProxies, publicUrl, redis } = settings;
  if (!isLoopback(host)) {
    throw usageError(
      `a sandbox listens on loopback alone, and --host is ${host}: leave it out, or serve without --sandbox`,
    );
  }
  if (trustedProxies.length > 0) {
    throw usageError('a sandbox is behind no proxy: leave out --trusted-proxies, or serve without --sandbox');
  }
  if (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname)) {
    throw usageError(`a sandbox has no public address: leave out --public-url, or serve without --sandbox`);
  }
  if (redis !== undefined) throw usageError('a sandbox counts calls by itself: leave out --redis');
  if (settings.oidcIssuer !== undefined)
    throw usageError('a sandbox has no provider to sign in by: leave out --oidc-issuer');
  const { settings: chosen, origins } = await command.settingsWithOrigins(['database']);
  if (origins.database === 'default' || chosen.database === MEMORY) return;
  throw usageError('a sandbox keeps its galaxy in memory, and never opens a database: give --database :memory:');
}

/** Starts a sandbox. */
export async function startSandbox(
  context: Context,
  settings: ServeSettings,
  { demoNow: now, demoSeed: seed, demoSize: size, demoToken: token }: DemoOptions,
): Promise<OpenSandbox> {
  const [{ openSandbox }, { createLog }] = await Promise.all([
    import('../../sandbox/open-sandbox.js'),
    import('../../server/log.js'),
  ]);
  const log = createLog(settings.logLevel, context.io.stderr);
  return openSandbox(log, startOptions(settings), { now, seed, size, token });
}

/** Says where the sandbox is, and how it is controlled. */
export async function greetSandbox(context: Context, { url, token, sandbox }: OpenSandbox): Promise<void> {
  await context.stdout.write(`svcapi listens on ${url} as a sandbox: its clock stands still, and any program on this machine controls it

It is ${sandbox.clock().cgt} there. A token for the first character with every permission:

  export TOKEN=${token}

Control it, in another terminal:

  curl --json '{"advance":"2h"}' ${url}/sandbox/clock
  curl --json '{"route":"GET /character","code":"unavailable","times":1}' ${url}/sandbox/faults

`);
}
