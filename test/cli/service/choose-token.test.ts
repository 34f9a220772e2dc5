import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { run, temporaryFolder } from '../../helpers/cli/run.js';
import { enveloped, type StrangeServer, strangeServer } from '../../helpers/cli/strange-server.js';

/** Two services, and a home with a stored token for the second. */
async function twoServices(t: ExecutionContext, config = '') {
  const hello = () => strangeServer(t, (response) => response.end(enveloped({ message: 'hi', client: 'c' })));
  const [one, other] = [await hello(), await hello()];
  const home = await temporaryFolder(t);
  const folder = join(home, '.config/svcapi');
  await mkdir(folder, { recursive: true });
  const store = (stored: Record<string, string>) =>
    writeFile(
      join(folder, 'credentials.json'),
      JSON.stringify(Object.fromEntries(Object.entries(stored).map(([url, token]) => [url, { token }]))),
      { mode: 0o600 },
    );
  await store({ [other.url]: 'of-stored' });
  await writeFile(join(folder, 'token'), 'of-file', { mode: 0o600 });
  await writeFile(join(folder, 'config.toml'), config.replace('ONE', one.url));
  const hi = (argv: string[], env: Record<string, string>) =>
    run(['hello', ...argv], { env: { HOME: home, ...env }, cwd: folder });
  return { one, other, store, hi };
}

const sent = ({ requests }: StrangeServer) => requests.map(({ headers }) => headers.authorization);

const ENV = { SVCAPI_TOKEN: 'of-env' };

test('without an address, the only stored one is called with its token', async (t) => {
  const { one, other, hi } = await twoServices(t);
  t.deepEqual(await hi([], {}), { code: 0, stdout: 'hi\tc\n', stderr: '' });
  t.deepEqual([sent(one), sent(other)], [[], ['Bearer of-stored']]);
});

test('a login to another address does not redirect a script that names none', async (t) => {
  const { one, other, store, hi } = await twoServices(t);
  await store({ [other.url]: 'of-stored', [one.url]: 'of-noon' });
  const { code, stdout, stderr } = await hi([], {});
  t.deepEqual([code, stdout], [2, '']);
  t.is(
    stderr,
    `svcapi: tokens are stored for ${other.url}, ${one.url}; name one with --url, SVCAPI_URL or the config file\n`,
  );
  t.deepEqual([sent(one), sent(other)], [[], []]);
  t.is((await hi([], { SVCAPI_URL: one.url })).code, 0);
  t.is((await hi(['--url', other.url], {})).code, 0);
  t.deepEqual([sent(one), sent(other)], [['Bearer of-noon'], ['Bearer of-stored']]);
});

test('SVCAPI_TOKEN goes to --url, to SVCAPI_URL and to the address of the config file', async (t) => {
  const { one, other, hi } = await twoServices(t, 'url = "ONE"\n');
  t.is((await hi(['--url', one.url], ENV)).code, 0);
  t.is((await hi([], { ...ENV, SVCAPI_URL: one.url })).code, 0);
  t.is((await hi([], ENV)).code, 0);
  t.deepEqual(sent(one), Array(3).fill('Bearer of-env'));
  t.deepEqual(sent(other), []);
});

const strays: [name: string, env: Record<string, string>, config: string][] = [
  ['SVCAPI_TOKEN', ENV, ''],
  ['SVCAPI_TOKEN_FILE', { SVCAPI_TOKEN_FILE: 'token' }, ''],
  ['token-file of the config file', {}, 'token-file = "token"\n'],
];

for (const [name, env, config] of strays) {
  test(`${name} does not go to an address that only a login has stored`, async (t) => {
    const { other, hi } = await twoServices(t, config);
    const stderr = `svcapi: ${name} is not sent to ${other.url}, which svcapi login has stored; remove it to use the stored token, or send it with --url ${other.url}\n`;
    t.deepEqual(await hi([], env), { code: 2, stdout: '', stderr });
    t.deepEqual(sent(other), []);
    t.is((await hi(['--url', other.url], env)).code, 0, 'the next step works');
  });
}

test('--token-file is sent wherever the call goes', async (t) => {
  const { other, hi } = await twoServices(t);
  t.is((await hi(['--token-file', 'token'], ENV)).code, 0);
  t.deepEqual(sent(other), ['Bearer of-file']);
});
