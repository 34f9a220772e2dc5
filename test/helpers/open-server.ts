import { once } from 'node:events';
import type net from 'node:net';
import { Writable } from 'node:stream';
import type { ExecutionContext } from 'ava';
import { routes } from '../../src/routes/index.js';
import { createAccounts } from '../../src/server/accounts/accounts.js';
import { connect } from '../../src/server/app.js';
import { buildDocuments } from '../../src/server/documents/documents.js';
import { createServer, type ListenOptions } from '../../src/server/http/listen.js';
import { createLog } from '../../src/server/log.js';
import { RateLimiter } from '../../src/server/middleware/limit-calls.js';
import { OAuth } from '../../src/server/oauth/oauth.js';
import { Blacklist } from '../../src/server/rate-limit/blacklist.js';
import { ProcessCounters } from '../../src/server/rate-limit/process-counters.js';
import { listKeeper } from '../../src/server/response/list-cache.js';
import { newLifecycle } from '../../src/server/state.js';
import { Streams } from '../../src/server/streams/streams.js';
import { openSqlite } from '../../src/store/sqlite/open.js';
import { galaxyFile } from './database.js';
import { NOW, tokenFor } from './galaxy.js';
import { defaults } from './server.js';

type ServerLimits = Partial<Pick<ListenOptions, 'keepAliveTimeout' | 'maxConnections' | 'limits'>>;

/** Opens an HTTP server of Node, whose limits and connections a test can reach; it closes with the test. */
export async function openServer(
  t: ExecutionContext,
  settings: ServerLimits & { publicUrl?: string | undefined } = {},
) {
  const store = await openSqlite({ path: await galaxyFile() });
  const token = await tokenFor(store, '1:1');
  const blacklist = new Blacklist(store);
  const rate = { limit: 600, window: 3_600_000 };
  const options = { ...defaults, measureRequests: true, publicUrl: settings.publicUrl };
  const [clock, log] = [() => NOW * 1000, createLog('silent', new Writable())];
  const lifecycle = newLifecycle();
  const accounts = createAccounts(store, options);
  const documents = buildDocuments(routes, rate, options);
  const server = createServer(
    connect({
      ...{ routes, store, blacklist, options, clock, log },
      keepList: listKeeper(store, options.publicUrl),
      limiter: new RateLimiter(new ProcessCounters(rate, 1000), rate),
      metrics: undefined,
      arrangeSteps: (steps) => steps,
      streams: new Streams({ store, blacklist, log, clock }, options),
      documents,
      accounts,
      oauth: new OAuth({ store, log, clock, options, cookies: accounts.cookies }),
      lifecycle,
    }),
    { ...defaults, ...settings },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    await store.close();
  });
  const url = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
  return { server, store, token, blacklist, documents, lifecycle, url };
}
