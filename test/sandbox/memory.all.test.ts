import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import test from 'ava';
import { startSandboxed } from '../helpers/sandboxed.js';

test('two hundred resets leave the memory where it was', async (t) => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  const server = await startSandboxed(t);
  const life = async () => {
    await server.sandbox.token({ character: '1:2' });
    server.sandbox.faults.add({ route: '*', empty: true });
    await server.sandbox.reset();
  };
  const used = () => {
    gc();
    return process.memoryUsage().heapUsed + process.memoryUsage().external;
  };
  for (let count = 0; count < 50; count += 1) await life();
  const before = used();
  for (let count = 0; count < 200; count += 1) await life();
  const grown = (used() - before) / 1024 / 1024;
  t.true(grown < 8, `${grown} MiB more`);
});
