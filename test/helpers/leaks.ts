import { registerCompletionHandler } from 'ava';

/** Milliseconds that a process has to end after its last test. Never a measure. */
const PATIENCE = 60_000;

// AVA would wait for minutes, and name only the file. A process that ends by itself never gets here.
registerCompletionHandler(() => {
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(`After the last test, these keep the process alive: ${open}\n`);
    process.exit(1);
  }, PATIENCE).unref();
});
