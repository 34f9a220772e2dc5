import type { OpenSandbox } from '../../sandbox/open-sandbox.js';
import type { Context } from '../context.js';
import { usageError } from '../exit-status.js';
import type { DemoOptions } from './demo.js';
import { isLocal, type ServeSettings, startOptions } from './start-options.js';

/** Counts calls by itself, in memory. @throws {CliError} when other machines could reach it */
export async function startSandbox(
  context: Context,
  settings: ServeSettings,
  { demoNow: now, demoSeed: seed, demoSize: size, demoToken: token }: DemoOptions,
): Promise<OpenSandbox> {
  if (!isLocal(settings)) {
    const next = 'leave out --host, --trusted-proxies and --public-url, or serve without --sandbox';
    throw usageError(`a sandbox is for this machine only; ${next}`);
  }
  const [{ openSandbox }, { openLog }] = await Promise.all([
    import('../../sandbox/open-sandbox.js'),
    import('../../server/log.js'),
  ]);
  const log = await openLog(settings.logLevel, context.io.stderr);
  return openSandbox(log, { ...startOptions(settings), redis: undefined }, { now, seed, size, token });
}
