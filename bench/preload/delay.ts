import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';

/** The delays of the event loop since the last message, in milliseconds. */
export interface Delays {
  /** The longest delay, the 99.9th percentile, and the longest pause of the garbage collector. */
  longest: number;
  usual: number;
  pause: number;
}

/** The interval of the measurement, in milliseconds: every measured value is at least that. */
const RESOLUTION = 1;

const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
histogram.enable();
let pause = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) pause = Math.max(pause, duration);
}).observe({ entryTypes: ['gc'] });

const milliseconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION);

process.on('message', () => {
  const delays: Delays = {
    longest: milliseconds(histogram.max),
    usual: milliseconds(histogram.percentile(99.9)),
    pause,
  };
  histogram.reset();
  pause = 0;
  process.send?.(delays);
});
process.once('disconnect', () => process.exit());
