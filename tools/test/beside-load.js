import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { Worker } from 'node:worker_threads';

// Runs a command while busy loops take the processors, two for each: `node tools/test/beside-load.js npm test`. The tests pass
// beside them, since none of them knows how fast the machine is.
const [command, ...args] = process.argv.slice(2);
if (!command) {
  process.stderr.write('Usage: node tools/test/beside-load.js COMMAND…\n');
  process.exit(2);
}
for (let count = 0; count < 2 * availableParallelism(); count += 1) new Worker('for (;;);', { eval: true });
const [code] = await once(spawn(command, args, { stdio: 'inherit' }), 'close');
process.exit(code ?? 1);
