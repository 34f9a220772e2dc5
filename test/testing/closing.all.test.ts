import test from 'ava';
import { runBusy as run } from '../helpers/busy-double.js';

/**
 * A server is closed, forgotten or interrupted while calls are in flight: the process of the test must not abort. The trial
 * closes does so many times.
 */

test('servers are closed one after the other while calls are in flight', async (t) => {
  const { code, stderr, stdout } = await run(`(async () => {
    for (let each = 0; each < 5; each++) await (await start()).close();
    await (await start())[Symbol.asyncDispose]();
    console.log('closed');
  })();`);
  t.is(code, 0, stderr);
  t.is(stdout, 'closed\n');
});

test('several are closed at once, and each only once', async (t) => {
  const { code, stderr } = await run(`(async () => {
    const servers = await Promise.all(Array.from({ length: 6 }, start));
    await Promise.all(servers.flatMap((server) => [server.close(), server.close()]));
    await servers[0].close();
  })();`);
  t.is(code, 0, stderr);
});

const ends: [what: string, program: string, code: number][] = [
  ['that ends by itself', 'start().then(() => process.exit());', 0],
  ['that throws', "start().then(() => { throw new Error('the test fails'); });", 1],
  [
    'that is interrupted',
    "process.on('SIGINT', () => process.exit(130)); start().then(() => process.kill(process.pid, 'SIGINT'));",
    130,
  ],
  ['that ends while it closes a server', 'start().then((server) => { server.close(); process.exit(3); });', 3],
  ['that ends while a server starts', 'startServer({ size: 0.1 }); setImmediate(() => process.exit(4));', 4],
  ['that ends while a galaxy is made', 'startServer({ size: 200 }); setTimeout(() => process.exit(5), 500);', 5],
];

for (const [what, program, expected] of ends) {
  test(`a process ${what} has its own exit code, whatever its server is doing`, async (t) => {
    for (let each = 0; each < 2; each += 1) {
      const { code, signal, stderr } = await run(program);
      t.is(signal, null, stderr);
      t.is(code, expected, stderr);
    }
  });
}
