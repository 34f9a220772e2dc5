import type { Listening } from '../../../server/http/listen.js';
import type { LogLines } from '../../../server/log-lines.js';
import { MetricsAddressError } from '../../../server/metrics/metrics-address-error.js';
import type { StartOptions } from '../../../server/start.js';
import { settingsOf, unknownVariables } from '../../../settings/index.js';
import type { Store } from '../../../store/store.js';
import { CliError } from '../../cli-error.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { addStore, prepareStore } from '../../host/database.js';
import { addDemoOptions, type DemoOptions } from '../../host/demo-options.js';
import { prepareDemo } from '../../host/fill-with-demo.js';
import { greet } from '../../host/greet.js';
import { holdAddress } from '../../host/hold-address.js';
import { readOidc } from '../../host/read-oidc.js';
import { checkSandboxSettings, greetSandbox, startSandbox } from '../../host/serve-sandbox.js';
import { type ServeSettings, startOptions } from '../../host/start-options.js';
import { addSettings } from '../../input/settings-options.js';

const EMPTY = 'The galaxy is empty. Fill it with svcapi import FILE, or start with --demo.';

/** Creates `svcapi serve`, which hosts the service until a signal stops it. */
export function serveCommand(context: Context): CliCommand {
  const command = addDemoOptions(new CliCommand('serve', context))
    .summary('host the service')
    .description(
      'Hosts the service on an embedded database or on PostgreSQL. On SIGINT, SIGTERM or SIGHUP it finishes open ' +
        'requests and stops; a second signal stops it at once. Logs go to standard error, one JSON object a line. ' +
        'docs/host/install.md says how to install it, and what comes next.',
    )
    .option('--sandbox', 'serve a demo galaxy in memory for tests, which control its clock and faults below /sandbox')
    .exitStatus('ok', 'stopped by a signal')
    .exitStatus('other', 'it cannot listen on the address, or cannot open the database')
    .example('svcapi serve --demo', 'a demo galaxy to try')
    .example('svcapi serve --demo --database :memory: --port 0', 'in memory, on any free port')
    .example(
      'svcapi serve --demo-now "Year 27 Day 1" --demo-seed 7 --database :memory:',
      'the same records at every start',
    )
    .example('svcapi serve --host 0.0.0.0 --public-url https://galaxy.example.org', 'reachable from other machines')
    .example('svcapi serve --sandbox', 'a service for tests, which control it with svcapi sandbox')
    .action((options: ServeOptions) => serve(command, options));
  addStore(command);
  return addSettings(command, 'serve');
}

interface ServeOptions extends DemoOptions {
  sandbox?: boolean;
}

async function serve(command: CliCommand, options: ServeOptions): Promise<void> {
  const { context } = command;
  const settings = await command.settings(settingsOf('serve'));
  for (const { name, meant } of unknownVariables(context.io.env)) {
    context.error(`warning: ${name} is not a setting${meant ? `; did you mean ${meant}?` : ''}`);
  }
  if (options.sandbox) return serveSandbox(command, settings, options);
  // A setting that is not valid is reported before an address that is taken.
  await command.settings(settingsOf('store'));
  const oidc = await readOidc(settings);
  await checkAddresses(settings);
  const { onDamaged, damaged } = untilDamaged();
  await prepareStore(
    command,
    async (store) => {
      const demo = options.demo ? await prepareDemo(context, store, options) : undefined;
      const stopped = untilInterrupted(context);
      const { listening, lines } = await startOn(store, context, startOptions(settings, oidc, demo?.token), settings);
      await context.stdout.write(`svcapi listens on ${listening.url}\n`);
      if (demo) await greet(context, listening.url, demo);
      else if (await store.metadata.isEmpty()) context.info(EMPTY);
      await context.stdout.flush();
      const signal = await Promise.race([stopped, damaged]).catch(async (error: unknown) => {
        await listening.close();
        throw error;
      });
      // Another signal ends the process at once.
      lines.stopGathering();
      await stop(context, settings, listening, signal);
    },
    { check: true, onDamaged, lock: true, connections: settings.databaseConnections },
  );
}

/**
 * Checks that the server can listen, before a database is made for it. It listens only when it can answer: a migration takes a while,
 * and a balancer must not take the instance for one that works.
 *
 * @throws {CliError} that says what to do
 */
async function checkAddresses(settings: ServeSettings): Promise<void> {
  const { host, port, metricsHost, metricsPort } = settings;
  const checkMetrics = async () => {
    if (metricsPort === 'off') return;
    await holdAddress(metricsHost, metricsPort).catch((error: unknown) => {
      throw new MetricsAddressError(error);
    });
  };
  await holdAddress(host, port, checkMetrics).catch((error: unknown) => {
    throw explained(error, settings);
  });
}

/** Returns a promise that rejects when the database is found damaged while the service runs. */
function untilDamaged() {
  let onDamaged: (error: Error) => void = () => {};
  const damaged = new Promise<never>((_resolve, reject) => {
    onDamaged = ({ message }) => reject(new CliError('other', message));
  });
  // The service may have ended by then.
  damaged.catch(() => {});
  return { onDamaged, damaged };
}

/** Serves a sandbox until a signal stops it. */
async function serveSandbox(command: CliCommand, settings: ServeSettings, options: DemoOptions): Promise<void> {
  const { context } = command;
  await checkSandboxSettings(command, settings);
  const stopped = untilInterrupted(context);
  const sandbox = await startSandbox(context, settings, options).catch((error: unknown) => {
    throw explained(error, settings);
  });
  await greetSandbox(context, sandbox);
  await context.stdout.flush();
  await stop(context, settings, sandbox, await stopped);
}

async function stop(
  context: Context,
  { drainDelay }: ServeSettings,
  listening: Listening,
  signal: NodeJS.Signals,
): Promise<void> {
  const drains = drainDelay > 0 ? `draining for ${drainDelay} s, then ` : '';
  context.info(`${signal}: ${drains}finishing open requests. Signal again to stop now.`);
  if (!(await listening.close())) {
    context.info('Some requests were cut off: they took longer than --shutdown-timeout.');
  }
}

async function startOn(
  store: Store,
  context: Context,
  options: StartOptions,
  settings: ServeSettings,
): Promise<{ listening: Listening; lines: LogLines }> {
  const [{ start }, { createLog }, { LogLines: Lines }] = await Promise.all([
    import('../../../server/start.js'),
    import('../../../server/log.js'),
    import('../../../server/log-lines.js'),
  ]);
  const lines = new Lines(context.io.stderr);
  try {
    const log = createLog(settings.logLevel, lines);
    return { listening: await start(store, log, options, () => context.io.now()), lines };
  } catch (error) {
    throw explained(error, settings);
  }
}

/** Returns the error of a server that cannot listen, with what to do about it. */
function explained(error: unknown, { host, port, metricsHost, metricsPort }: ServeSettings): unknown {
  if (!(error instanceof Error && error.name === 'MetricsAddressError'))
    return cannotListen(error, '', `${host}:${port}`);
  return cannotListen(error.cause, 'metrics-', `${metricsHost}:${metricsPort}`);
}

function cannotListen(error: unknown, which: '' | 'metrics-', address: string): unknown {
  const reasons: Record<string, string> = {
    EADDRINUSE: `another program listens there; choose another --${which}port, or stop that program`,
    EACCES: `ports below 1024 need root; choose a --${which}port of 1024 or above`,
    EADDRNOTAVAIL: `this machine does not have that address; choose another --${which}host`,
    ENOTFOUND: `there is no host of that name; choose another --${which}host`,
  };
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  return reason === undefined ? error : new CliError('other', `cannot listen on ${address}: ${reason}`);
}

/** Resolves at the first signal; a second one ends the process as usual. */
function untilInterrupted({ io }: Context): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const end = io.onInterrupt((signal) => {
      end();
      resolve(signal);
    });
  });
}
