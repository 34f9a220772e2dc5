/** The part of each turn of the event loop that long work may take, all of it together, in milliseconds. */
const BUDGET = 2;

/** Pieces of long work that wait to go on, in the order of their arrival. */
const waiting: (() => void)[] = [];
let isScheduled = false;
let end = 0;

/**
 * Waits until long work may go on. Call it between pieces of about a millisecond.
 *
 * All long work of the process shares one budget of each turn. If each piece had a turn of its own, sixty answers of ten thousand rows
 * would make every turn sixty milliseconds long, and a short call beside them would wait for 400 to 580 ms.
 */
export function turn(): Promise<void> {
  if (!isScheduled) {
    isScheduled = true;
    setImmediate(begin);
  }
  return new Promise((resolve) => waiting.push(resolve));
}

function begin(): void {
  end = performance.now() + BUDGET;
  resumeNext();
}

function resumeNext(): void {
  const resume = waiting.shift();
  if (!resume) {
    isScheduled = false;
    return;
  }
  resume();
  // The piece runs as microtasks, and all of these run before the next tick. Node writes an answer in the tick after its end.
  queueMicrotask(() => process.nextTick(() => process.nextTick(decide)));
}

function decide(): void {
  if (performance.now() < end) resumeNext();
  else setImmediate(begin);
}
