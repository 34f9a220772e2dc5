import { exitCodes } from '../../../domain/failure.js';
import type { Listening } from '../../../server/http/listen.js';
import type { StartOptions } from '../../../server/start.js';
import { settingsOf, unknownVariables } from '../../../settings/index.js';
import { isLink } from '../../../settings/read.js';
import type { Store } from '../../../store/store.js';
import { CliError } from '../../cli-error.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { addStore, prepareStore } from '../../host/database.js';
import { addDemoOptions, type DemoOptions } from '../../host/demo-options.js';
import { prepareDemo } from '../../host/fill-with-demo.js';
import { greet } from '../../host/greet.js';
import { probeAddress } from '../../host/probe-address.js';
import { readOidc } from '../../host/read-oidc.js';
import { checkSandboxSettings, greetSandbox, startSandbox } from '../../host/serve-sandbox.js';
import { type ServeSettings, startOptions } from '../../host/start-options.js';
import { addSettings } from '../../input/settings-options.js';
import { ClosedPipe } from '../../output/output.js';

const EMPTY = 'The galaxy is empty. Fill it with svcapi import FILE, or start with --demo.';

/** Creates `svcapi serve`, which hosts the service until a signal stops it. */
export function serveCommand(context: Context): CliCommand {
  const command = addDemoOptions(new CliCommand('serve', context))
    .summary('host the service')
    .description(
      'Hosts the service on an embedded database or on PostgreSQL. On SIGINT, SIGTERM or SIGHUP it finishes open ' +
        'requests and stops; a second signal stops it at once. Logs go to standard error, one JSON object a line, and for people on a terminal. ' +
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
    .example('svcapi serve --sandbox', 'a service for tests, which control it over HTTP')
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
  if (isLink(context.io.env.SVCAPI_PORT) && ['debug', 'trace'].includes(settings.logLevel)) {
    context.info('SVCAPI_PORT is the address of a Kubernetes Service, and is ignored.');
  }
  if (options.sandbox) return serveSandbox(command, settings, options);
  // A setting that is not valid is reported before an address that is taken.
  await command.settings(settingsOf('store'));
  const oidc = await readOidc(settings);
  await checkAddresses(settings);
  await prepareStore(
    command,
    async (store) => {
      const demo = options.demo ? await prepareDemo(context, store, options) : undefined;
      const announce = async (url: string) => {
        await context.stdout.write(`svcapi listens on ${url}\n`);
        if (demo) await greet(context, url, demo);
        else if (await store.metadata.isEmpty()) context.info(EMPTY);
      };
      const starting = () => startOn(store, context, startOptions(settings, oidc, demo?.token), settings);
      await untilStopped(context, settings, starting, announce);
    },
    { check: true, lock: true, connections: settings.databaseConnections },
  );
}

/**
 * Checks that the server can listen, before a database is made for it. It listens only when it can answer: a migration takes a while,
 * and a balancer must not take the instance for one that works.
 *
 * @throws {CliError} that says what to do
 */
async function checkAddresses(settings: ServeSettings): Promise<void> {
  const { host, port, metricsPort: metrics } = settings;
  try {
    await probeAddress(host, port);
    if (metrics !== 'off') await probeAddress(metrics.host, metrics.port);
  } catch (error) {
    throw explained(error, settings);
  }
}

/** Serves a sandbox until a signal stops it. */
async function serveSandbox(command: CliCommand, settings: ServeSettings, options: DemoOptions): Promise<void> {
  const { context } = command;
  await checkSandboxSettings(command, settings);
  const starting = () =>
    startSandbox(context, settings, options).catch((error: unknown) => {
      throw explained(error, settings);
    });
  await untilStopped(context, settings, starting, (_url, sandbox) => greetSandbox(context, sandbox));
}

/** Time after the limit of a stop in which the process ends by itself, in milliseconds. */
const EXIT_GRACE = 500;

/**
 * Runs a service until a signal stops it. Whatever fails, or does not answer, the service is closed and the process ends: a frozen
 * database, a reader of the log that stands still, a resolver.
 */
async function untilStopped<Service extends Listening>(
  context: Context,
  { drainDelay, shutdownTimeout }: ServeSettings,
  start: () => Promise<Service>,
  announce: (url: string, service: Service) => Promise<void>,
): Promise<void> {
  const exitAfter = (seconds: number, code: number) => context.io.exitAfter?.(seconds * 1000 + EXIT_GRACE, code);
  const stopped = untilInterrupted(context);
  const starting = start();
  let isStopped = false;
  try {
    const failed = starting.then(async (service) => {
      await announce(service.url, service);
      await context.stdout.flush();
      return stopped;
    });
    const signal = await Promise.race([stopped, failed]);
    isStopped = true;
    exitAfter(drainDelay + shutdownTimeout, exitCodes.ok);
    const drains = drainDelay > 0 ? `draining for ${drainDelay} s, then ` : '';
    context.info(`${signal}: ${drains}finishing open requests. Signal again to stop now.`);
  } catch (error) {
    exitAfter(shutdownTimeout, exitCodes.other);
    throw error instanceof ClosedPipe ? new CliError('other', NO_READER) : error;
  } finally {
    const service = await starting.catch(() => undefined);
    const isWhole = await service?.close(isStopped ? undefined : 0);
    if (isWhole === false) context.info('Some requests were cut off: they took longer than --shutdown-timeout.');
  }
}

const NO_READER = 'nobody reads the standard output. Keep its reader running, or send the output to a file.';

async function startOn(
  store: Store,
  context: Context,
  options: StartOptions,
  settings: ServeSettings,
): Promise<Listening> {
  const [{ start }, { createLog }] = await Promise.all([
    import('../../../server/start.js'),
    import('../../../server/log.js'),
  ]);
  try {
    return await start(store, createLog(settings.logLevel, context.io.stderr), options, () => context.io.now());
  } catch (error) {
    throw explained(error, settings);
  }
}

/** Returns the error of a server that cannot listen, with what to do about it. */
function explained(error: unknown, { host, port, metricsPort: metrics }: ServeSettings): unknown {
  const { code = '', port: taken } = error as NodeJS.ErrnoException & { port?: number };
  const isMetrics = taken !== port && metrics !== 'off' && taken === metrics.port;
  const which = isMetrics ? 'metrics-' : '';
  const address = isMetrics ? `${metrics.host}:${metrics.port}` : `${host}:${port}`;
  const reasons: Record<string, string> = {
    EADDRINUSE: `another program listens there; choose another --${which}port, or stop that program`,
    EACCES: `ports below 1024 need root; choose a --${which}port of 1024 or above`,
    EADDRNOTAVAIL: `this machine does not have that address; choose another ${isMetrics ? 'address in --metrics-port' : '--host'}`,
    ENOTFOUND: `there is no host of that name; choose another ${isMetrics ? 'address in --metrics-port' : '--host'}`,
  };
  const reason = reasons[code];
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
