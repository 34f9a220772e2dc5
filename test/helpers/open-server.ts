import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type http from 'node:http';
import type net from 'node:net';
import type { ExecutionContext } from 'ava';
import type { Services } from '../../src/server/services.js';
import { galaxyFile } from './database.js';
import { exchange } from './raw.js';
import { type ServerSetup, startServer } from './server.js';
import { until } from './until.js';

const CONNECTS = 'net.server.socket';

/** Starts a server on SQLite, with its parts and the HTTP server of Node, which a test can reach; it closes with the test. */
export async function openServer(t: ExecutionContext, setup: ServerSetup = {}) {
  let services: Services | undefined;
  const adapt = (all: Services) => {
    services = all;
    return all;
  };
  const { url: base, store, token, close } = await startServer({ database: await galaxyFile(), adapt, ...setup });
  const { origin: url, port } = new URL(base);
  let server: http.Server | undefined;
  const find = (message: unknown) => {
    const { socket } = message as { socket: net.Socket & { server: http.Server } };
    if (socket.localPort === Number(port)) server = socket.server;
  };
  subscribe(CONNECTS, find);
  await exchange(url, '');
  unsubscribe(CONNECTS, find);
  if (!services || !server) throw new Error('the server has no parts');
  const { lifecycle, blacklist, documents } = services;
  await until(() => lifecycle.connections.size === 0, { what: 'the connection has ended' });
  const found = server;
  t.teardown(() => {
    found.closeAllConnections();
    return close();
  });
  return { server, store, token, blacklist, documents, lifecycle, url };
}
