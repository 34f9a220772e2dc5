import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { type Exchange, record } from './exchange.js';

/**
 * Holds every answer of every server in this process to the document. AVA loads it before each file of tests, and child
 * processes that are servers load it themselves, so that no test can forget it.
 */

/** Servers that lie on purpose. */
const strange = new WeakSet<Server>();

/** Leaves a server alone that is not the service. */
export function doNotWatch(server: Server): void {
  strange.add(server);
}

const recordings = new WeakMap<ServerResponse, () => Exchange>();

interface Message {
  request: IncomingMessage;
  response: ServerResponse;
  server: Server;
}

subscribe('http.server.request.start', (message) => {
  const { request, response, server } = message as Message;
  if (!strange.has(server)) recordings.set(response, record(request, response));
});

subscribe('http.server.response.finish', (message) => {
  const exchange = recordings.get((message as Message).response)?.();
  if (exchange) void check(exchange);
});

const told = new Set<string>();

/** Rejects with nobody to catch it: AVA reports the file that it happened in as failed, and a server ends. */
async function check(exchange: Exchange): Promise<void> {
  const { deviations } = await import('./deviations.js');
  const found = deviations(exchange);
  if (found.length === 0) return;
  const { method, path, status } = exchange;
  const message = `docs/openapi.json is not true of ${method} ${path}, answered with ${status}:\n${found.join('\n')}`;
  if (told.has(message)) return;
  told.add(message);
  throw new Error(message);
}
