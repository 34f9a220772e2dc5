import type { Metric, Registry } from 'prom-client';
import { BOUNDS, type MethodStats, type RequestStats } from '../context/request-stats.js';

const NAME = 'svcapi_request_duration_seconds';

/**
 * Adds the histogram of request durations, by route and method.
 *
 * A histogram of prom-client itself cannot take over counts that were made elsewhere.
 */
export function addDurations(registry: Registry, stats: RequestStats): void {
  const histogram = {
    name: NAME,
    get: async () => ({
      name: NAME,
      help: 'Duration of requests in seconds, by route and method',
      type: 'histogram',
      values: [...stats.paths].flatMap(([route, { methods }]) =>
        [...methods].flatMap(([method, measured]) => valuesOf(measured, { route, method })),
      ),
    }),
  };
  // A registry asks a metric for no more than this.
  registry.registerMetric(histogram as unknown as Metric);
}

/** Returns the values of a Prometheus histogram, whose buckets are cumulative. */
function valuesOf({ durations, seconds }: MethodStats, labels: Record<string, string>) {
  let count = 0;
  const buckets = [...BOUNDS, '+Inf'].map((le, at) => {
    count += durations[at] as number;
    return { metricName: `${NAME}_bucket`, labels: { le, ...labels }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: seconds },
    { metricName: `${NAME}_count`, labels, value: count },
  ];
}
