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

test('compiled code is kept in XDG_CACHE_HOME or the home of the user, and in no home of another', async (t) => {
  const [home, cache] = [temporaryFolder(), temporaryFolder()];
  const kept: [env: Record<string, string>, folder?: string][] = [
    [{ HOME: home }, `${home}/.cache`],
    [{ HOME: home, XDG_CACHE_HOME: cache }, cache],
    [{ HOME: home, XDG_CACHE_HOME: 'relative' }, `${home}/.cache`],
    [{}],
    [{ HOME: '/nonexistent' }],
    [{ HOME: '.' }],
    [{ HOME: temporaryFolder(), SVCAPI_TEST_EUID: '4242' }],
  ];
  for (const [env, folder] of kept)
    t.is(await told(env), folder === undefined ? '' : `compiled code: ${folder}/svcapi\n`);
});
