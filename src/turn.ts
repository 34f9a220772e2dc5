/** Milliseconds of each turn of the event loop that all long work may take together. */
const BUDGET = 2;

/** Turns of the event loop in a row that other work leaves to new connections. */
const MOST_TURNS = 64;

let connections = 0;

export function noteConnection(): void {
  connections += 1;
}

/**
 * Returns a function that does the work in the next turn of the event loop without a new connection. libuv accepts one in
 * each turn, and the last of many would otherwise wait for the work of them all.
 */
export function afterConnections(work: () => void): () => void {
  let [seen, turns] = [0, 0];
  const check = () => {
    const waits = connections !== seen && turns < MOST_TURNS;
    seen = connections;
    turns = waits ? turns + 1 : 0;
    if (waits) setImmediate(check);
    else work();
  };
  return () => void setImmediate(check);
}

const schedule = afterConnections(begin);
const waiting: (() => void)[] = [];
let isScheduled = false;
let end = 0;

/** Waits until long work may continue; call it about every millisecond. The shared budget keeps short calls fast beside long ones. */
export function turn(): Promise<void> {
  if (!isScheduled) {
    isScheduled = true;
    schedule();
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
  else schedule();
}
