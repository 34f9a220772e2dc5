import https from 'node:https';
import type { Scope } from '../scope.js';
import { type Stream, watchStream } from '../stream.js';
import type { Balancer } from './balancers.js';

/** Opens a stream of events through a balancer, from an address of this machine. */
export function openBalancedStream(
  scope: Scope,
  { port, ca }: Balancer,
  token: string,
  { lastId, from = '127.0.0.1' }: { lastId?: string; from?: string } = {},
): Promise<Stream> {
  const headers = {
    ...{ Authorization: `Bearer ${token}`, Accept: 'text/event-stream', 'Accept-Encoding': 'gzip' },
    ...(lastId !== undefined && { 'Last-Event-ID': lastId }),
  };
  const target = { host: '127.0.0.1', port, path: '/ws/v2.0/events/personal', servername: 'localhost' };
  return new Promise((resolve, reject) => {
    const request = https.get({ ...target, ca, headers, agent: false, localAddress: from }, (response) => {
      const fields = new Headers(
        Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const answer = { status: response.statusCode ?? 0, headers: fields, body: response };
      watchStream(scope, answer, () => request.destroy()).then(resolve, reject);
    });
    request.on('error', reject);
  });
}
