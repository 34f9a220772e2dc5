import { signalOf } from '../src/cli/exit-status.js';
import { processIo } from '../src/cli/io.js';
import { main } from '../src/cli/main.js';

// Not process.exit(): what is still on its way to a pipe must arrive.
void main(process.argv.slice(2), processIo()).then((code) => {
  process.exitCode = code;
  const signal = signalOf(code);
  if (signal === undefined) return;
  // Only the signal itself ends a loop of the shell. The code is for the first process of a container, which no signal ends.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
