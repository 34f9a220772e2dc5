import type { Listening } from '../listen.js';
import type { RedisStats } from '../rate-limit/fallback-counters.js';
import type { Services } from '../services.js';

export interface MetricsOptions {
  metricsHost: string;
  /** The port, or 0 for any free one. */
  metricsPort: number | 'off';
  /** The version of the program. */
  version: string;
}

/**
 * Serves the metrics, unless they are off. Their code is loaded only then.
 *
 * @throws {MetricsAddressError} if it cannot listen on their address
 */
export async function openMetrics(
  services: Services,
  redis: RedisStats | undefined,
  { metricsHost, metricsPort, version }: MetricsOptions,
): Promise<Listening | undefined> {
  if (metricsPort === 'off') return undefined;
  const [{ createRegistry }, { serveMetrics }] = await Promise.all([
    import('./registry.js'),
    import('./serve-metrics.js'),
  ]);
  const metrics = await serveMetrics(createRegistry(services, version, redis), metricsHost, metricsPort);
  services.log.info({ url: metrics.url }, 'metrics');
  return metrics;
}
