import { setTimeout } from 'node:timers/promises';
import type { Registry } from 'prom-client';

/** The interval at which the delay of the event loop is measured, in milliseconds: the default of its library. */
const RESOLUTION = 10;

/** The part of a registry that a scrape needs. */
export type Metrics = Pick<Registry, 'contentType' | 'metrics'>;

/**
 * Returns the metrics of a registry, collected when the delay of the event loop has been measured since the last time: the mean of nothing is no
 * number, and its minimum is 292 years. Scrapes that wait share what is collected next.
 */
export function measured(registry: Registry): Metrics {
  let sampled = samples();
  let next: Promise<string> | undefined;
  const collect = async () => {
    await sampled;
    next = undefined;
    const text = registry.metrics();
    sampled = samples();
    return text;
  };
  return {
    contentType: registry.contentType,
    metrics() {
      next ??= collect();
      return next;
    },
  };
}

/** Waits until the delay is measured. A sample is the time between two intervals, and an event loop that is held counts many as one. */
async function samples(): Promise<void> {
  for (let interval = 0; interval < 4; interval++) await setTimeout(RESOLUTION, undefined, { ref: false });
}
