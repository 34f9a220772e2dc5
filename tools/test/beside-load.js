import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import process from 'node:process';

// Runs a command while busy loops take the processors, two for each: `node tools/test/beside-load.js npm test`. The tests pass
// beside them, since none of them knows how fast the machine is.
const [command, ...args] = process.argv.slice(2);
if (!command) {
  process.stderr.write('Usage: node tools/test/beside-load.js COMMAND…\n');
  process.exit(2);
}
const loops = Array.from({ length: 2 * availableParallelism() }, () =>
  spawn(
    process.execPath,
    [
      '-e',
      'process.stdin.resume().on("close", () => process.exit()); const spin = () => { for (const end = Date.now() + 100; Date.now() < end;); setImmediate(spin); }; spin();',
    ],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  ),
);
const [code, signal] = await once(spawn(command, args, { stdio: 'inherit' }), 'close');
for (const loop of loops) loop.kill('SIGKILL');
process.exitCode = signal ? 1 : code;
