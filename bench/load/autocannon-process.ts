import { readFileSync } from 'node:fs';
import { fromTools } from '../tools.js';
import type { Load, Sample } from './load.js';

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

interface Options {
  url: string;
  connections: number;
  duration?: number;
  amount?: number;
  requests: (Sent & { setupRequest?: (request: Sent) => Sent })[];
}

interface Result {
  duration: number;
  non2xx: number;
  errors: number;
  requests: { total: number };
  latency: { p99: number };
}

const load = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as Load;
const autocannon = fromTools('autocannon') as (options: Options) => Promise<Result>;

const { first = 0 } = load;
let sent = load.addressesFrom ?? 0;
function nextAddress(request: Sent): Sent {
  sent += 1;
  const address = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
  return { ...request, headers: { ...request.headers, 'X-Forwarded-For': address } };
}

const result = await autocannon({
  url: load.url,
  connections: load.connections,
  ...(load.count === undefined ? { duration: load.seconds ?? 1 } : { amount: load.count }),
  requests: [...load.requests.slice(first), ...load.requests.slice(0, first)].map(
    ({ path, method = 'GET', headers = {}, body }) => ({
      path,
      method,
      headers: { ...headers },
      body,
      ...(load.addressesFrom !== undefined ? { setupRequest: nextAddress } : {}),
    }),
  ),
});
const sample: Sample = {
  requests: result.requests.total,
  seconds: result.duration,
  p99: result.latency.p99,
  refused: result.non2xx,
  failed: result.errors,
};
process.stdout.write(JSON.stringify(sample));
