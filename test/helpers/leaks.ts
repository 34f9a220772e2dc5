import { ChildProcess } from 'node:child_process';
import net from 'node:net';
import process from 'node:process';
import { registerCompletionHandler } from 'ava';

/** Milliseconds that a process has to end after its last test. Never a measure. */
const PATIENCE = 60_000;

/** A server, a program or a timer that a test has begun. */
interface Begun {
  what: string;
  /** Its stack is made to text only when it is asked for. */
  at: Error;
  isOpen(): boolean;
}

let begun: Begun[] = [];
let limit = 500;

function begin(what: string, isOpen: () => boolean): void {
  begun.push({ what, at: new Error(), isOpen });
  if (begun.length < limit) return;
  // What has not listened yet would look closed. What is kept keeps its callers in memory, which tests of the memory measure.
  const old = begun.splice(0, begun.length - 100).filter((each) => each.isOpen());
  begun = [...old, ...begun];
  limit = 2 * begun.length + 500;
}

/** Notes each call of a method. */
function note<Self>(prototype: object, method: string, what: string, isOpen: (self: Self) => boolean): void {
  const methods = prototype as Record<string, (...args: unknown[]) => unknown>;
  const original = methods[method] as (...args: unknown[]) => unknown;
  methods[method] = function (this: Self, ...args) {
    begin(what, () => isOpen(this));
    return original.apply(this, args);
  };
}

/** Notes each timer. One that has fired or was cleared is destroyed, which Node.js shows nowhere else. */
function noted<Start extends typeof setInterval | typeof setTimeout>(start: Start): Start {
  return new Proxy(start, {
    apply(original, self, args) {
      const timer: NodeJS.Timeout & { _destroyed?: boolean } = Reflect.apply(original, self, args);
      begin('A timer waits', () => timer.hasRef() && !timer._destroyed);
      return timer;
    },
  });
}

/** Returns the line of a test that something comes from, or else the nearest of this project. */
function placeOf({ stack = '' }: Error): string {
  const lines = stack.split('\n').filter((line) => line.includes('/dist/') && !line.includes('helpers/leaks'));
  const line = lines.find((each) => each.includes('.test.js')) ?? lines[0] ?? 'an unknown place';
  return line.replace(/^.*\/dist\/|\)$/g, '');
}

Error.stackTraceLimit = 30;
note(net.Server.prototype, 'listen', 'A server listens', (server: net.Server) => server.listening);
note(
  ChildProcess.prototype,
  'spawn',
  'A program runs',
  (child: ChildProcess) => child.exitCode === null && child.signalCode === null,
);
globalThis.setTimeout = noted(setTimeout);
globalThis.setInterval = noted(setInterval);

// AVA would wait for minutes, and name the file alone. A process that ends by itself never gets here.
registerCompletionHandler(() => {
  setTimeout(() => {
    const open = begun.filter(({ isOpen }) => isOpen());
    for (const { what, at } of open) {
      process.stderr.write(`${what} after the last test: it was begun at ${placeOf(at)}\n`);
    }
    const left = process.getActiveResourcesInfo().join(', ');
    if (open.length === 0) process.stderr.write(`After the last test, these keep the process alive: ${left}\n`);
    process.exit(1);
  }, PATIENCE).unref();
});
