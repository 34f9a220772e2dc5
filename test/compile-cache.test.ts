import { fileURLToPath } from 'node:url';
import test from 'ava';
import { startProgram } from './helpers/cli/program.js';
import { temporaryFolder } from './helpers/folder.js';

const TELL = fileURLToPath(new URL('helpers/cli/tell-compile-cache.cjs', import.meta.url));

async function told(env: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await startProgram(['time', 'Y12D3'], { NODE_OPTIONS: `--require=${TELL}`, ...env })
    .ended;
  return code === 0 && stdout !== '' ? stderr : `exit ${code}: ${stderr}`;
}

test('compiled code is kept in the home of the user, or in XDG_CACHE_HOME', async (t) => {
  const [home, cache] = [temporaryFolder(), temporaryFolder()];
  t.is(await told({ HOME: home }), `compiled code: ${home}/.cache/svcapi\n`);
  t.is(await told({ HOME: home, XDG_CACHE_HOME: cache }), `compiled code: ${cache}/svcapi\n`);
  t.is(await told({ HOME: home, XDG_CACHE_HOME: 'relative' }), `compiled code: ${home}/.cache/svcapi\n`);
});

test('no compiled code is kept without a home, nor in that of another user', async (t) => {
  t.is(await told({}), '');
  t.is(await told({ HOME: '/nonexistent' }), '');
  t.is(await told({ HOME: temporaryFolder(), SVCAPI_TEST_EUID: '4242' }), '');
});
