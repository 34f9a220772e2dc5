/** Milliseconds of each turn of the event loop that all long work may take together. */
const BUDGET = 2;

const waiting: (() => void)[] = [];
let isScheduled = false;
let end = 0;

/** Waits until long work may continue; call it about every millisecond. The shared budget keeps short calls fast beside long ones. */
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
  // The piece runs as microtasks, all before the next tick. Node writes an answer in the tick after its end.
  queueMicrotask(() => process.nextTick(() => process.nextTick(decide)));
}

function decide(): void {
  if (performance.now() < end) resumeNext();
  else setImmediate(begin);
}
