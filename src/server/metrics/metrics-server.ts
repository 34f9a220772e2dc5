import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONNECTION_LIMITS, type Listening, urlOf } from '../http/listen.js';
import type { Metrics } from './metrics.js';

const PATH = '/metrics';

const MAX_CONNECTIONS = 20;

/** Uses a separate address, since metrics are not public. Rejects with the error of the system when it cannot listen. */
export async function serveMetrics(metrics: Metrics, host: string, port: number): Promise<Listening> {
  const server = http.createServer(CONNECTION_LIMITS, (request, response) => {
    answer(metrics, request, response).catch(() => response.destroy());
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.setTimeout(CONNECTION_LIMITS.requestTimeout);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    url: urlOf(server.address() as AddressInfo) + PATH,
    async close() {
      server.close();
      server.closeAllConnections();
      return true;
    },
  };
}

async function answer(
  metrics: Metrics,
  { method = '', url = '' }: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  if (url.split('?')[0] !== PATH) return end(response, 404, 'The metrics are at /metrics.\n');
  if (method !== 'GET' && method !== 'HEAD') return end(response.setHeader('Allow', 'GET, HEAD'), 405, 'Use GET.\n');
  end(response, 200, await metrics.registry.metrics(), metrics.registry.contentType);
}

function end(response: http.ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) }).end(text);
}
