import type { Logger } from 'pino';
import type { Listening } from '../http/listen.js';
import type { RedisStats } from '../rate-limit/redis-counters.js';
import { type Metrics, measured } from './measured-registry.js';
import type { createRegistry, MeasuredParts } from './registry.js';
import { serveMetrics } from './serve-metrics.js';

export interface MetricsOptions {
  metricsHost: string;
  /** The port, or 0 for any free one. */
  metricsPort: number | 'off';
  /** The version of the program. */
  version: string;
}

async function loadRegistry(...parts: Parameters<typeof createRegistry>): Promise<Metrics> {
  const { createRegistry } = await import('./registry.js');
  return measured(createRegistry(...parts));
}

/**
 * Serves the metrics, unless they are off. Their library, of ninety files, is loaded at the first scrape: a start needs none of it.
 *
 * @throws the error of the system when it cannot listen on their address
 */
export async function openMetrics(
  services: MeasuredParts & { log: Logger },
  redis: RedisStats | undefined,
  { metricsHost, metricsPort, version }: MetricsOptions,
): Promise<Listening | undefined> {
  if (metricsPort === 'off') return undefined;
  let registry: Promise<Metrics> | undefined;
  const load = () => {
    registry ??= loadRegistry(services, version, redis);
    return registry;
  };
  const metrics = await serveMetrics(load, metricsHost, metricsPort);
  services.log.info({ url: metrics.url }, 'metrics');
  return metrics;
}
