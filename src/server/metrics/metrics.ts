import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Store } from '../../store/store.js';
import type { Blacklist } from '../rate-limit/blacklist.js';
import type { RedisCounters } from '../rate-limit/redis-counters.js';
import type { Lifecycle, RequestMetrics } from '../state.js';
import type { Streams } from '../streams/streams.js';

export interface MeasuredParts {
  store: Store;
  blacklist: Blacklist;
  streams: Streams;
  lifecycle: Lifecycle;
  clock(): number;
}

/** Upper bounds of durations, in seconds. */
export const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Other methods are counted together, since clients can send any. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']);

export class Metrics implements RequestMetrics {
  readonly registry = new Registry();
  readonly #registers = [this.registry];
  readonly #requests = new Counter({
    name: 'svcapi_requests_total',
    help: 'Requests by route, method and status',
    labelNames: ['route', 'method', 'status'],
    registers: this.#registers,
  });
  readonly #durations = new Histogram({
    name: 'svcapi_request_duration_seconds',
    help: 'Duration of requests in seconds, by route and method',
    labelNames: ['route', 'method'],
    buckets: BUCKETS,
    registers: this.#registers,
  });

  observe(route: string, sentMethod: string, status: number | 'closed', seconds: number): void {
    const method = METHODS.has(sentMethod) ? sentMethod : 'other';
    this.#requests.inc({ route, method, status });
    this.#durations.observe({ route, method }, seconds);
  }

  addGauges(parts: MeasuredParts, version: string, redis: RedisCounters | undefined): void {
    const { blacklist, clock, lifecycle, store, streams } = parts;
    this.#gauge('svcapi_requests_in_flight', 'Requests in flight', () => lifecycle.inFlight);
    this.#gauge('svcapi_connections', 'Open connections', () => lifecycle.connections.size);
    this.#gauge('svcapi_blacklist_entries', 'Addresses on the blacklist', () => blacklist.size(clock()));
    this.#gauge('svcapi_streams', 'Open streams', () => streams.open);
    const { pool } = store;
    if (pool) {
      const help = 'Queries waiting for a connection to the database';
      this.#gauge('svcapi_database_pool_waiting', help, () => pool().waiting);
    }
    if (redis) {
      const help = '1 while calls are counted in Redis, 0 while it is unavailable';
      this.#gauge('svcapi_redis_up', help, () => Number(redis.isUp));
    }
    const info = { name: 'svcapi_build_info', help: '1, with the version of the service as a label' };
    new Gauge({ ...info, labelNames: ['version'], registers: this.#registers }).set({ version }, 1);
    collectDefaultMetrics({ register: this.registry });
  }

  #gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: this.#registers,
      async collect() {
        this.set(await read());
      },
    });
  }
}
