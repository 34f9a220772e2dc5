import process from 'node:process';
import { startOptions } from '../../src/cli/host/start-options.js';
import { createLog } from '../../src/server/log.js';
import { start } from '../../src/server/start.js';
import { settingsOf } from '../../src/settings/index.js';
import { givenSettings } from '../../src/settings/read.js';
import { openStore } from '../../src/store/open-store.js';
import './document/watch.js';
import { loadGalaxy, NOW, tokenFor } from './galaxy.js';

/**
 * A server in a process of its own, which a test can kill: `node child-server.js DATABASE`. Once it listens it prints its
 * address and a token of Hana (1:1) as a line of JSON.
 */
// It ends with whoever started it, however that ends.
process.stdin.resume().once('close', () => process.exit());

const [database = ''] = process.argv.slice(2);
const store = await openStore({ database, check: true });
if (await store.metadata.isEmpty()) await loadGalaxy(store);
const token = await tokenFor(store, '1:1');
const { url } = await start(
  store,
  createLog('error', process.stderr),
  {
    ...startOptions(givenSettings(settingsOf('serve'))),
    ...{ port: 0, metricsPort: 'off', rateLimit: 1e9, blacklistAfter: 1e9 },
  },
  () => NOW * 1000,
);
process.stdout.write(`${JSON.stringify({ url: `${url}/ws/v2.0`, token })}\n`);
