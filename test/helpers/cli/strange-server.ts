import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { doNotWatch } from '../document/watch.js';
import type { Scope } from '../scope.js';
import { freePort } from '../servers/free-port.js';

/** A server with the behaviour of a test, and the requests that it received. */
export interface StrangeServer {
  url: string;
  requests: { method: string; url: string; headers: http.IncomingHttpHeaders; body: string }[];
}

/** Answers every request in a way of its own. */
export async function strangeServer(
  t: Scope,
  answer: (response: http.ServerResponse, request: http.IncomingMessage) => void,
): Promise<StrangeServer> {
  const requests: StrangeServer['requests'] = [];
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    answer(response, request);
  });
  return { url: await listen(t, server), requests };
}

/** Handles the bytes of a connection. */
export async function rawServer(t: Scope, handle: (socket: net.Socket) => void): Promise<string> {
  const server = net.createServer((socket) => {
    // The client closes the connection while the server writes.
    socket.on('error', () => {});
    handle(socket);
  });
  return listen(t, server);
}

/** Lets a server that is not the service listen on a free port of this machine until the test ends. @returns the origin */
export async function listen(t: Scope, server: net.Server): Promise<string> {
  doNotWatch(server);
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A payload in its envelope, as a body. */
export function enveloped(svcapi: unknown, resource = 'anything'): string {
  return JSON.stringify({ version: '2.0', timestamp: 1718625600, resource, request: '/', svcapi });
}

/** An address at which nothing listens. */
export const closedPort = async () => `http://127.0.0.1:${await freePort()}`;
