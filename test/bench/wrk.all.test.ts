import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { sendLoad } from '../../bench/wrk.js';
import { doNotWatch } from '../helpers/document/watch.js';

/** Skipped on machines without wrk. */
const measuring = spawnSync('wrk', ['--version']).error ? test.skip : test;

measuring('requests of a load that differ take turns, thousands of them too', async (t) => {
  const seen = new Set<string>();
  const server = http.createServer(async (request, response) => {
    const { method, url, headers } = request;
    seen.add([method, url, headers.authorization, await text(request)].join(' '));
    response.end();
  });
  doNotWatch(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const requests = Array.from({ length: 70_000 }, (_, number) => ({
    path: `/${number}`,
    headers: { Authorization: `Bearer ${number}` },
    ...(number % 2 === 1 && { method: 'POST', body: `"a\\=${number}\n` }),
  }));
  const load = { url: `http://127.0.0.1:${port}`, connections: 4, requests };
  const { failed, refused } = await sendLoad({ ...load, count: requests.length });
  server.close();
  server.closeAllConnections();

  t.is(failed + refused, 0);
  // What is on its way when the count is reached arrives as well.
  t.is(seen.size, requests.length);
  t.true(seen.has('GET /2 Bearer 2 '));
  t.true(seen.has('POST /3 Bearer 3 "a\\=3\n'));
});
