import process from 'node:process';
import { createLog } from '../../src/server/log.js';
import { start } from '../../src/server/start.js';
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
if (await store.facts.isEmpty()) await loadGalaxy(store);
const token = await tokenFor(store, '1:1');
const { url } = await start(
  store,
  createLog('error', process.stderr),
  {
    ...{ host: '127.0.0.1', port: 0, maxConnections: 1000, keepAliveTimeout: 5000, shutdownTimeout: 10_000 },
    ...{ trustedProxies: [], accessTokenParameter: false, corsOrigins: ['*'], maxRequests: 200 },
    ...{ requestLog: true, drainDelay: 0, metricsHost: '127.0.0.1', metricsPort: 'off', version: '0.0.0-test' },
    ...{ rateLimit: 1e9, rateWindow: 3_600_000, rateKeys: 1000, blacklistAfter: 1e9, blacklistFor: 1 },
  },
  () => NOW * 1000,
);
process.stdout.write(`${JSON.stringify({ url: `${url}/ws/v2.0`, token })}\n`);
