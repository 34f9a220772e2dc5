import { rm } from 'node:fs/promises';
import { exitCodes } from '../../../domain/failure.js';
import type { OpenSandbox } from '../../../sandbox/open-sandbox.js';
import type { Listening } from '../../../server/http/listen.js';
import { settingsOf } from '../../../settings/index.js';
import { unknownVariables } from '../../../settings/read.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { CliError, usageError } from '../../exit-status.js';
import { addStore, prepareStore } from '../../host/database.js';
import { addDemoOptions, type DemoOptions, greet, greetSandbox, prepareDemo } from '../../host/demo.js';
import { addressesOf, findObstacle, nameOf } from '../../host/listening.js';
import { isLocal, readOidc, type ServeSettings, startOptions } from '../../host/start-options.js';
import { addSettings } from '../../input/options.js';
import { ClosedPipe } from '../../output/output.js';

const EMPTY = 'The galaxy is empty. Fill it with svcapi import FILE, or start with --demo.';

export function createCommand(context: Context): CliCommand {
  const command = addDemoOptions(new CliCommand('serve', context))
    .description(
      'Hosts the service on an embedded database or on PostgreSQL. On SIGINT, SIGTERM or SIGHUP it finishes open ' +
        'requests and stops; a second signal stops it at once. Logs go to standard error, one JSON object a line, and for people on a terminal. ' +
        'docs/host/install.md says how to install it, and what comes next.',
    )
    .option('--sandbox', 'serve a demo galaxy in memory for tests, which control its clock and faults below /sandbox')
    .exitStatus('ok', 'stopped by a signal')
    .exitStatus('other', 'it cannot listen on the address, or cannot open the database')
    .example('svcapi serve --demo', 'a demo galaxy to try')
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
  // Invalid settings are reported before an address in use.
  await command.settings(settingsOf('store'));
  const oidc = await readOidc(settings);
  // Probed before a database is made. Listening waits for migrations: a balancer would take this instance for one that works.
  const [service, metrics] = addressesOf(settings);
  for (const address of metrics ? [service, metrics] : [service]) {
    const obstacle = await findObstacle(address, address === service ? undefined : service);
    if (obstacle)
      throw new CliError('other', `cannot listen on ${nameOf(address)}: ${obstacle.reason}; ${obstacle.next}`);
    if (address.path !== undefined) await rm(address.path, { force: true });
  }
  if (options.sandbox) {
    const starting = () => startSandbox(context, settings, options);
    return untilStopped(context, settings, starting, (_url, sandbox) => greetSandbox(context, sandbox));
  }
  await prepareStore(
    command,
    async (store) => {
      const demo = options.demo ? await prepareDemo(context, store, options.demoSize) : undefined;
      const announce = async (url: string) => {
        await context.stdout.write(`svcapi listens on ${url}\n`);
        if (demo) await greet(context, settings.unixSocket ? (settings.publicUrl ?? 'http://localhost') : url, demo);
        else if (await store.metadata.isEmpty()) context.info(EMPTY);
      };
      const starting = async () => {
        const [{ start }, { openLog }] = await Promise.all([
          import('../../../server/start.js'),
          import('../../../server/log.js'),
        ]);
        const log = await openLog(settings.logLevel, context.io.stderr);
        return start(store, log, startOptions(settings, oidc, demo?.token), () => context.io.now());
      };
      await untilStopped(context, settings, starting, announce);
    },
    { check: true, lock: true, connections: settings.databaseConnections },
  );
}

/** Counts calls by itself, in memory. @throws {CliError} when other machines could reach it */
async function startSandbox(
  context: Context,
  settings: ServeSettings,
  { demoSize: size }: DemoOptions,
): Promise<OpenSandbox> {
  if (!isLocal(settings)) {
    const next = 'leave out --host, --unix-socket, --trusted-proxies and --public-url, or serve without --sandbox';
    throw usageError(`a sandbox is for this machine only; ${next}`);
  }
  const [{ openSandbox }, { openLog }] = await Promise.all([
    import('../../../sandbox/open-sandbox.js'),
    import('../../../server/log.js'),
  ]);
  const log = await openLog(settings.logLevel, context.io.stderr);
  return openSandbox(log, { ...startOptions(settings), redis: undefined }, { size });
}

/** Milliseconds after the limit of a stop until the process ends by itself. */
const EXIT_GRACE = 500;

/** Ends the process even if something hangs: a frozen database, a stalled reader of the log, a resolver. */
async function untilStopped<Service extends Listening>(
  context: Context,
  settings: ServeSettings,
  start: () => Promise<Service>,
  announce: (url: string, service: Service) => Promise<void>,
): Promise<void> {
  const { drainDelay, shutdownTimeout } = settings;
  const exitAfter = (seconds: number, code: number) => context.io.exitAfter?.(seconds * 1000 + EXIT_GRACE, code);
  // A second signal ends the process as usual.
  const stopped = new Promise<NodeJS.Signals>((resolve) => {
    const end = context.io.onInterrupt((signal) => {
      end();
      resolve(signal);
    });
  });
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
