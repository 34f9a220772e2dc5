import { Writable } from 'node:stream';
import type { ExecutionContext } from 'ava';
import { openControlled } from '../../src/sandbox/open-sandbox.js';
import type { Sandbox } from '../../src/sandbox/sandbox.js';
import { createLog } from '../../src/server/log.js';
import type { StartOptions } from '../../src/server/start.js';
import type { Store } from '../../src/store/store.js';
import { loadGalaxy, NOW, tokenFor } from './galaxy.js';
import { RawClient } from './raw.js';
import { defaults } from './server.js';
import { inTime } from './until.js';

/** A sandbox with the small galaxy, in the process of the test. */
export interface Sandboxed {
  url: string;
  store: Store;
  /** A token of Hana (1:1) with every permission. */
  token: string;
  sandbox: Sandbox;
  /** Sends a request as it stands, and returns every byte that comes back until the connection is closed. */
  exchange(request: string): Promise<string>;
}

/** Starts a sandbox that ends with the test. */
export async function startSandboxed(t: ExecutionContext, options: Partial<StartOptions> = {}): Promise<Sandboxed> {
  let store: Store | undefined;
  const galaxy = { now: NOW, seed: 1, client: 'console' };
  const open = await openControlled(
    createLog('silent', new Writable()),
    { ...defaults, ...options },
    galaxy,
    async (own) => {
      store = own;
      await loadGalaxy(own);
      return tokenFor(own, '1:1');
    },
  );
  t.teardown(() => open.close());
  return {
    ...{ url: open.url, store: store as Store, token: open.token, sandbox: open.sandbox },
    async exchange(request) {
      const client = await RawClient.connect(open.url);
      client.send(request);
      await inTime(client.closed, 'the connection is not closed');
      return client.received.toString('utf8');
    },
  };
}

/** Builds a request that closes its connection; a field that is undefined is left out. */
export function rawRequest(
  line: string,
  fields: Record<string, string | undefined> = {},
  body: string | undefined = undefined,
): string {
  const all = {
    ...{ Host: '127.0.0.1', 'X-Request-Id': 'the-same', Connection: 'close' },
    ...(body !== undefined && {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
    ...fields,
  };
  const head = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\r\n`]));
  return `${line} HTTP/1.1\r\n${head.join('')}\r\n${body ?? ''}`;
}
