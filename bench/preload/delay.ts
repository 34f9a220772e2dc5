import { openSync, readSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';

/** The turns of the event loop between two messages. Times are in milliseconds. */
export interface Delays {
  /** The longest turn, without pauses of the garbage collector and without the time that other programs took. */
  longest: number;
  /** The longest turn as it was. */
  withPauses: number;
  /** The longest pause of the garbage collector. */
  pause: number;
  /** The number of turns that are longer than 2 ms, without pauses. */
  over: number;
}

interface Span {
  begun: number;
  ended: number;
}

interface Turn extends Span {
  /** The time in which the kernel let other programs run on the processor of this thread. */
  waited: number;
}

/** Turns that are shorter than this are not kept, in milliseconds. */
const SHORT = 0.2;

/** The turns that are counted, in milliseconds. */
const OVER = 2;

/** The time after which the pauses of the last turn have been reported, in milliseconds. */
const SETTLE = 50;

let turns: Turn[] = [];
let pauses: Span[] = [];
let begun = 0;
let waitedBefore = 0;
let isWatching = false;

new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) {
    pauses.push({ begun: startTime, ended: startTime + duration });
  }
}).observe({ entryTypes: ['gc'] });

/** The scheduler's statistics of this thread: its time on a processor, its time in the queue for one, both in nanoseconds. */
const schedule = openSync('/proc/thread-self/schedstat', 'r');
const text = Buffer.alloc(100);

function waitedSoFar(): number {
  const length = readSync(schedule, text, 0, text.length, 0);
  return Number(text.toString('latin1', 0, length).split(' ')[1]) / 1e6;
}

/** Ends a turn and begins the next. Nothing sleeps meanwhile, so that a turn lasts as long as its work. */
function turn(): void {
  const now = performance.now();
  const waited = waitedSoFar();
  if (now - begun > SHORT) turns.push({ begun, ended: now, waited: waited - waitedBefore });
  waitedBefore = waited;
  begun = now;
  if (isWatching) setImmediate(turn);
}

function watch(): void {
  turns = [];
  pauses = [];
  isWatching = true;
  waitedBefore = waitedSoFar();
  begun = performance.now();
  setImmediate(turn);
}

function summarize(): Delays {
  const lengths = turns.map((span) => span.ended - span.begun);
  const own = turns.map((span, index) => Math.max(0, (lengths[index] ?? 0) - paused(span) - span.waited));
  const longest = (values: number[]) => values.reduce((most, value) => Math.max(most, value), 0);
  return {
    longest: longest(own),
    withPauses: longest(lengths),
    pause: longest(pauses.map((span) => span.ended - span.begun)),
    over: own.filter((length) => length > OVER).length,
  };
}

/** Returns the time that the garbage collector took of a turn, in milliseconds. */
function paused(span: Span): number {
  return pauses.reduce((sum, pause) => {
    const shared = Math.min(span.ended, pause.ended) - Math.max(span.begun, pause.begun);
    return sum + Math.max(0, shared);
  }, 0);
}

process.on('message', (message) => {
  if (message === 'watch') {
    watch();
    process.send?.('watching');
    return;
  }
  isWatching = false;
  // Pauses are reported some turns after they happened.
  setTimeout(() => process.send?.(summarize()), SETTLE);
});
process.once('disconnect', () => process.exit());
