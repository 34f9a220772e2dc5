import { Writable } from 'node:stream';
import { z } from 'zod';
import { startOptions } from '../cli/host/start-options.js';
import { MAX_SIZE } from '../demo/setting.js';
import { openSandbox } from '../sandbox/open-sandbox.js';
import { options, readInput, SandboxError, time } from '../sandbox/read-input.js';
import { createLog } from '../server/log.js';
import { settingsOf } from '../settings/index.js';
import { givenSettings } from '../settings/read.js';
import { LOG_LEVELS } from '../settings/server-settings.js';
import { looksLikeToken } from '../store/token.js';

/** The settings that the server of a test chooses itself. */
const OWN_SETTINGS =
  /^(host|port|unixSocket|metrics|redis|oidc|databaseConnections|logLevel|drainDelay|shutdownTimeout)/;

// This program ends with the process of the test, whose channel then closes.

const startInput = options({
  now: time.optional(),
  seed: z.int().optional(),
  size: z.number().gt(0).max(MAX_SIZE).optional(),
  token: z.string().refine(looksLikeToken, 'must be svcapi_ and 43 letters, digits, “-” or “_”').optional(),
  settings: z.record(z.string(), z.unknown()).default({}),
  logLevel: z.enum(LOG_LEVELS),
});

async function open(input: unknown) {
  const { now, settings, logLevel, ...galaxy } = readInput(startInput, input);
  const own = Object.keys(settings).find((name) => OWN_SETTINGS.test(name));
  if (own !== undefined) throw new SandboxError(`settings.${own}: the server chooses it itself; leave it out`);
  const log = new Writable({
    write(lines, _, done) {
      for (const line of String(lines).trim().split('\n')) process.send?.({ line });
      done();
    },
  });
  return openSandbox(
    createLog(logLevel, log),
    startOptions({
      ...givenSettings(settingsOf('serve'), settings),
      ...{ host: '127.0.0.1', port: 0, metricsPort: undefined },
      // Nothing waits for the requests in flight.
      ...{ drainDelay: 0, shutdownTimeout: 0 },
    }),
    { ...galaxy, now: now === undefined ? undefined : now / 1000 },
  );
}

process.once('message', (input) => {
  open(input).then(
    ({ url, token }) => process.send?.({ url, token }),
    (error: Error) => process.send?.({ problem: error.message }),
  );
});
process.once('disconnect', () => process.exit());
