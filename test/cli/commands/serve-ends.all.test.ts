import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { get, host, spawnService, stop } from '../../helpers/cli/hosted.js';
import { run, withGalaxyFile } from '../../helpers/cli/run.js';
import { serve } from '../../helpers/cli/serving.js';
import { temporaryFolder } from '../../helpers/folder.js';
import { inTime, until } from '../../helpers/until.js';
import { Visitor } from '../../helpers/visitor.js';

/** Whatever the surroundings of a service do, it ends, and another can start. */

test('a service whose output has no reader does not start, and leaves no process', async (t) => {
  const child = spawnService(['--database', join(temporaryFolder(), 'x.db')]);
  t.teardown(() => child.kill('SIGKILL'));
  child.stdout?.destroy();
  const said = text(child.stderr as NodeJS.ReadableStream);
  const [code] = await inTime(once(child, 'exit'), 'the service lives');
  t.is(code, 1);
  t.regex(await said, /svcapi: nobody reads the standard output/);
});

test('a draining service is not ready but still serves; a second signal stops it at once', async (t) => {
  const hosted = await host(t, ['--database', ':memory:', '--drain-delay', '1h']);
  hosted.child.kill('SIGTERM');
  const state = async () => {
    const response = await fetch(`${hosted.url}/readyz`);
    return `${response.status} ${((await response.json()) as { state: string }).state}`;
  };
  await until(async () => (await state()) !== '200 ready', { what: 'the service stops being ready' });
  t.is(await state(), '503 draining');
  t.is((await fetch(`${hosted.url}/livez`)).status, 200);
  t.is(await get(hosted, '/api/time', ''), 200);
  t.is(await stop(hosted, 'SIGTERM'), null, 'ended by the signal');
});

test('a second server on a file is refused; commands beside the first work, and a crash releases file and socket', async (t) => {
  const { path } = await withGalaxyFile();
  const database = ['--database', path];
  const socket = ['--unix-socket', join(temporaryFolder(), 'svcapi.sock')];
  const first = await host(t, [...database, ...socket]);
  t.deepEqual(await run(['serve', '--port', '0', ...database]), {
    ...{ code: 1, stdout: '' },
    stderr: `svcapi: another server uses the database ${path}; stop it first; several servers share a PostgreSQL database (docs/host/instances.md)\n`,
  });
  t.is((await run(['token', 'list', ...database])).code, 0);
  t.is((await run(['client', 'create', 'beside', '--public', ...database])).code, 0);
  const stdin = [Buffer.from('{"kind":"faction","uid":"20:99","name":"Late"}\n')];
  t.is((await run(['import', '-', ...database], { stdin })).code, 0);
  await stop(first, 'SIGKILL');
  t.true(existsSync(socket[1] ?? ''));
  t.is(await (await serve(t, [...database, ...socket])).stop(), 0);
});

test('SIGTERM ends a service whose log nobody reads', async (t) => {
  const argv = ['--database', ':memory:', '--shutdown-timeout', '1s'];
  const hosted = await host(t, argv, /listens on/, { SVCAPI_LOG_LEVEL: 'info' });
  // A pipe takes 64 KiB, and the rest waits in the service.
  const path = `/ws/v2.0/${'x'.repeat(1500)}`;
  for (let count = 0; count < 200; count++) await (await fetch(hosted.url + path)).arrayBuffer();
  t.is(await stop(hosted, 'SIGTERM'), 0);
});

const TELL_HASHES = fileURLToPath(new URL('../../helpers/cli/tell-hashes.cjs', import.meta.url));

test('passwords that wait for their turn hold up no stop', async (t) => {
  const argv = ['--database', ':memory:', '--shutdown-timeout', '1s'];
  const hosted = await host(t, argv, /listens on/, { NODE_OPTIONS: `--require=${TELL_HASHES}` });
  const said = text(hosted.child.stderr as NodeJS.ReadableStream);
  const visitors = Array.from({ length: 50 }, () => new Visitor(`${hosted.url}/ws/v2.0`));
  for (const visitor of visitors) await visitor.visit('/account/sign-in');
  let answered = 0;
  const attempts = visitors.map(async (visitor, index) => {
    await visitor.send({ name: `Nobody ${index}`, password: 'four words at least' });
    answered += 1;
  });
  const ended = Promise.allSettled(attempts);
  // Two are hashed, forty wait, and the others are refused at once.
  await until(() => answered >= 8, { what: 'the queue is full' });
  await stop(hosted, 'SIGTERM');
  await ended;
  // A stop that waits for them hashes them all, each for half a second.
  t.true((await said).split('hashes a password').length - 1 < 40);
});
