import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { host, spawnService, stop } from '../../helpers/cli/hosted.js';
import { temporaryFolder } from '../../helpers/folder.js';
import { inTime } from '../../helpers/until.js';

/** Whatever the surroundings of a service do, it ends. */

test('a service whose output has no reader does not start, and leaves no process', async (t) => {
  const child = spawnService(['--database', join(temporaryFolder(), 'x.db')]);
  t.teardown(() => child.kill('SIGKILL'));
  child.stdout?.destroy();
  const said = text(child.stderr as NodeJS.ReadableStream);
  const [code] = await inTime(once(child, 'exit'), 'the service lives');
  t.is(code, 1);
  t.regex(await said, /svcapi: nobody reads the standard output/);
});

test('SIGTERM ends a service whose log nobody reads', async (t) => {
  const argv = ['--database', ':memory:', '--shutdown-timeout', '1s'];
  const hosted = await host(t, argv, /listens on/, { SVCAPI_LOG_LEVEL: 'info' });
  // A pipe takes 64 KiB, and the rest waits in the service.
  const path = `/ws/v2.0/${'x'.repeat(1500)}`;
  for (let count = 0; count < 200; count++) await (await fetch(hosted.url + path)).arrayBuffer();
  t.is(await stop(hosted, 'SIGTERM'), 0);
});
