import { isLoopback } from '../../domain/url.js';
import type { OpenSandbox } from '../../sandbox/open-sandbox.js';
import { usageError } from '../cli-error.js';
import type { CliCommand } from '../command.js';
import type { DemoOptions } from './demo.js';
import { type ServeSettings, startOptions } from './start-options.js';

/** @throws {CliError} when the settings ask for more than a loopback address and memory */
export async function startSandbox(
  command: CliCommand,
  settings: ServeSettings,
  { demoNow: now, demoSeed: seed, demoSize: size, demoToken: token }: DemoOptions,
): Promise<OpenSandbox> {
  const { host, trustedProxies, publicUrl, redis, oidcIssuer } = settings;
  const { settings: chosen, origins } = await command.settingsWithOrigins(['database']);
  const keeps = origins.database !== 'default' && chosen.database !== ':memory:';
  const isPublic = publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname);
  const rules: [isBroken: boolean, message: string][] = [
    [
      !isLoopback(host),
      `a sandbox listens on loopback alone, and --host is ${host}: leave it out, or serve without --sandbox`,
    ],
    [
      trustedProxies.length > 0,
      'a sandbox is behind no proxy: leave out --trusted-proxies, or serve without --sandbox',
    ],
    [isPublic, 'a sandbox has no public address: leave out --public-url, or serve without --sandbox'],
    [redis !== undefined, 'a sandbox counts calls by itself: leave out --redis'],
    [oidcIssuer !== undefined, 'a sandbox has no provider to sign in by: leave out --oidc-issuer'],
    [keeps, 'a sandbox keeps its galaxy in memory, and never opens a database: give --database :memory:'],
  ];
  for (const [isBroken, message] of rules) if (isBroken) throw usageError(message);
  const [{ openSandbox }, { openLog }] = await Promise.all([
    import('../../sandbox/open-sandbox.js'),
    import('../../server/log.js'),
  ]);
  const log = await openLog(settings.logLevel, command.context.io.stderr);
  return openSandbox(log, startOptions(settings), { now, seed, size, token });
}
