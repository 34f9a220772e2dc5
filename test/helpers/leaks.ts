import { ChildProcess } from 'node:child_process';
import net from 'node:net';
import process from 'node:process';
import { registerCompletionHandler } from 'ava';

/** Milliseconds that a process has to end after its last test. Never a measure. */
const PATIENCE = 10_000;

/** A server or a program that a test has begun. */
interface Begun {
  what: string;
  where: string;
  isOpen(): boolean;
}

const begun: Begun[] = [];

/** Notes each call of a method, with the line of a test that it comes from. */
function note(prototype: object, method: string, describe: (self: never) => Omit<Begun, 'where'>): void {
  const methods = prototype as Record<string, (...args: unknown[]) => unknown>;
  const original = methods[method] as (...args: unknown[]) => unknown;
  methods[method] = function (this: never, ...args) {
    const { stack = '' } = new Error();
    const lines = stack.split('\n').filter((line) => line.includes('/dist/test/'));
    const line = lines.find((each) => each.includes('.test.js')) ?? lines.at(-1) ?? 'an unknown place';
    begun.push({ ...describe(this), where: line.replace(/^.*\/dist\/|\)$/g, '') });
    return original.apply(this, args);
  };
}

Error.stackTraceLimit = 30;
note(net.Server.prototype, 'listen', (server: net.Server) => ({
  what: 'A server listens',
  isOpen: () => server.listening,
}));
note(ChildProcess.prototype, 'spawn', (child: ChildProcess) => ({
  what: 'A program runs',
  isOpen: () => child.exitCode === null && child.signalCode === null,
}));

// AVA would wait for minutes, and name the file alone. A process that ends by itself never gets here.
registerCompletionHandler(() => {
  setTimeout(() => {
    const open = begun.filter(({ isOpen }) => isOpen());
    for (const { what, where } of open) process.stderr.write(`${what} after the last test: it was begun at ${where}\n`);
    const left = process.getActiveResourcesInfo().join(', ');
    if (open.length === 0) process.stderr.write(`After the last test, these keep the process alive: ${left}\n`);
    process.exit(1);
  }, PATIENCE).unref();
});
