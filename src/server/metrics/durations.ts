import type { Metric, Registry } from 'prom-client';
import { BOUNDS, type MethodStats, type RequestStats } from './request-stats.js';

const NAME = 'svcapi_request_duration_seconds';

/**
 * Adds the histogram of how long requests take, by route and method.
 *
 * prom-client's own has no way to take counts that were made elsewhere, so it is shown one that it only has to print.
 */
export function addDurations(registry: Registry, stats: RequestStats): void {
  const histogram = {
    name: NAME,
    get: async () => ({
      name: NAME,
      help: 'How long requests take, by route and method',
      type: 'histogram',
      values: [...stats.paths].flatMap(([route, { methods }]) =>
        [...methods].flatMap(([method, measured]) => valuesOf(measured, { route, method })),
      ),
    }),
  };
  registry.registerMetric(histogram as unknown as Metric);
}

/** The counts of a histogram as Prometheus has them: how many took up to each bound. */
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
