import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { arrivalKinds } from '../../model/arrival.js';
import type { Store } from '../../store/store.js';
import type { Accounts } from '../accounts/accounts.js';
import type { Lifecycle } from '../context/lifecycle.js';
import type { RequestStats } from '../context/request-stats.js';
import type { Blacklist } from '../rate-limit/address-blacklist.js';
import type { RedisStats } from '../rate-limit/redis-counters.js';
import type { Streams } from '../streams/streams.js';
import { addDurations } from './durations.js';

/** The parts of the server that are measured. */
export interface MeasuredParts {
  store: Store;
  blacklist: Blacklist;
  stats: RequestStats;
  streams: Streams;
  accounts: Accounts;
  lifecycle: Lifecycle;
  clock(): number;
}

/** Creates the metrics for Prometheus, which read the stats of the service at each scrape. */
export function createRegistry(services: MeasuredParts, version: string, redis: RedisStats | undefined): Registry {
  const { accounts, blacklist, clock, stats, lifecycle, store, streams } = services;
  const registry = new Registry();
  const { counter, gauge } = metricsIn(registry);

  counter('svcapi_requests_total', 'Requests by route, method and status', ['route', 'method', 'status'], () =>
    [...stats.paths].flatMap(([route, { methods }]) =>
      [...methods].flatMap(([method, { outcomes }]) =>
        [...outcomes].map(([status, count]) => [count, { route, method, status }] as const),
      ),
    ),
  );
  addDurations(registry, stats);
  counter('svcapi_rate_limit_refusals_total', 'Calls refused by the rate limit, by route', ['route'], () =>
    [...stats.paths].map(([route, { refused }]) => [refused, { route }] as const),
  );
  counter('svcapi_shed_requests_total', 'Requests refused because too many were in flight', ['limit'], () =>
    by('limit', stats.shed),
  );
  counter('svcapi_refused_connections_total', 'Connections closed because too many were open', ['limit'], () =>
    by('limit', stats.refusedConnections),
  );
  counter('svcapi_sign_ins_total', 'Sign-ins of people by their way, and refused ones', ['result'], () =>
    by('result', accounts.stats.signIns),
  );
  const foreign = 'Forms of the account pages refused as foreign or too old';
  counter('svcapi_refused_forms_total', foreign, [], () => accounts.stats.refusedForms);
  const { passwords } = accounts;
  counter('svcapi_password_hashes_total', 'Passwords hashed, to verify or to store them', [], () => passwords.hashed);
  const tooMany = 'Passwords refused because too many were waiting';
  counter('svcapi_password_hashes_refused_total', tooMany, [], () => passwords.refused);
  gauge('svcapi_requests_in_flight', 'Requests in flight', [], () => lifecycle.inFlight);
  gauge('svcapi_streams', 'Open streams, by what they follow', ['kind'], () =>
    arrivalKinds.map((kind) => [streams.open(kind), { kind }] as const),
  );
  gauge('svcapi_connections', 'Open connections', [], () => lifecycle.connections.size);
  gauge('svcapi_blacklist_entries', 'Addresses on the blacklist', [], () => blacklist.size(clock()));
  gauge('svcapi_build_info', '1, with the version of the service as a label', ['version'], () => [[1, { version }]]);
  if (redis) {
    const up = '1 while calls are counted in Redis, 0 while it is unavailable';
    gauge('svcapi_redis_up', up, [], () => Number(redis.isUp));
  }
  const { pool } = store;
  if (pool) {
    gauge('svcapi_database_pool_connections', 'Connections to the database, by state', ['state'], () => {
      const { total, idle } = pool();
      return by('state', { busy: total - idle, idle });
    });
    gauge('svcapi_database_pool_waiting', 'Queries waiting for a connection to the database', [], () => pool().waiting);
  }
  // Metrics of the process and of Node, such as the delay of the event loop.
  collectDefaultMetrics({ register: registry });
  return registry;
}

type Labels = Record<string, string | number>;
type Reading = number | readonly (readonly [value: number, labels: Labels])[];
type Read = () => Reading | Promise<Reading>;

/** Returns counts with their names as the values of a label. */
function by(label: string, counts: object): Reading {
  return Object.entries(counts).map(([name, count]) => [count, { [label]: name }] as const);
}

function series(reading: Reading): Exclude<Reading, number> {
  return typeof reading === 'number' ? [[reading, {}]] : reading;
}

function metricsIn(registry: Registry) {
  const registers = [registry];
  return {
    counter(name: string, help: string, labelNames: string[], read: Read): void {
      new Counter({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          this.reset();
          for (const [value, labels] of series(await read())) this.inc(labels, value);
        },
      });
    },
    gauge(name: string, help: string, labelNames: string[], read: Read): void {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          for (const [value, labels] of series(await read())) this.set(labels, value);
        },
      });
    },
  };
}
