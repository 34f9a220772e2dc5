import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { host, stop } from '../../helpers/cli/hosted.js';
import { temporaryFolder } from '../../helpers/folder.js';

const TELL_LISTENING = fileURLToPath(new URL('../../helpers/cli/tell-listening.cjs', import.meta.url));

test('oidc-provider is loaded before the service listens', async (t) => {
  const database = join(temporaryFolder(), 'x.db');
  const env = { NODE_OPTIONS: `--require=${TELL_LISTENING}` };
  const hosted = await host(t, ['--database', database, '--metrics-port', 'off'], /listens on/, env);
  const { stderr } = hosted.child;
  if (!stderr) throw new Error('no standard error');
  const told = text(stderr);
  await stop(hosted, 'SIGTERM');
  // The first time is a probe of the port.
  t.is((await told).match(/listens .*/g)?.at(-1), 'listens with oidc-provider');
});
