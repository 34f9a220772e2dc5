import { signalOf } from './exit-status.js';
import { processIo } from './io.js';
import { main } from './main.js';

export async function run(): Promise<void> {
  const code = await main(process.argv.slice(2), processIo());
  // Not process.exit(): what is still on its way to a pipe must arrive.
  process.exitCode = code;
  const signal = signalOf(code);
  if (signal === undefined) return;
  // Only the signal itself ends a loop of the shell. The code is for the first process of a container, which no signal ends.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
