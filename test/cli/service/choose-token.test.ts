import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { run, temporaryFolder } from '../../helpers/cli/run.js';
import { enveloped, type StrangeServer, strangeServer } from '../../helpers/cli/strange-server.js';

/** Two services, of which “stored” and “table” are profiles of the second, and a home with a token for each. */
async function twoServices(t: ExecutionContext) {
  const hello = () => strangeServer(t, (response) => response.end(enveloped({ message: 'hi', client: 'c' })));
  const [one, other] = [await hello(), await hello()];
  const home = await temporaryFolder(t);
  const folder = join(home, '.config/svcapi');
  await mkdir(folder, { recursive: true });
  const profiles = { stored: { url: other.url, token: 'of-stored' } };
  await writeFile(join(folder, 'credentials.json'), JSON.stringify({ profiles }), { mode: 0o600 });
  await writeFile(join(folder, 'token'), 'of-table', { mode: 0o600 });
  await writeFile(
    join(folder, 'config.toml'),
    `[profiles.table]\nurl = "${other.url}"\ntoken-file = "token"\n[profiles.bare]\nurl = "${other.url}"\n`,
  );
  const hi = (argv: string[], env: Record<string, string>) =>
    run(['hello', ...argv], { env: { HOME: home, ...env }, cwd: folder });
  return { one, other, folder, hi };
}

const sent = ({ requests }: StrangeServer) => requests.map(({ headers }) => headers.authorization);

const ENV = { SVCAPI_TOKEN: 'of-env' };

test('a profile that is named on the command line brings its own address and token', async (t) => {
  const { one, other, hi } = await twoServices(t);
  for (const env of [ENV, { ...ENV, SVCAPI_URL: one.url }]) {
    t.deepEqual(await hi(['--profile', 'stored'], env), { code: 0, stdout: 'hi\tc\n', stderr: '' });
    t.is((await hi(['--profile', 'table'], env)).code, 0);
  }
  t.deepEqual(sent(other), ['Bearer of-stored', 'Bearer of-table', 'Bearer of-stored', 'Bearer of-table']);
  t.deepEqual(sent(one), []);
});

test('SVCAPI_TOKEN goes to --url and to SVCAPI_URL, also beside a profile of another address', async (t) => {
  const { one, other, hi } = await twoServices(t);
  t.is((await hi(['--url', one.url], ENV)).code, 0);
  t.is((await hi([], { ...ENV, SVCAPI_URL: one.url })).code, 0);
  t.is((await hi(['--url', one.url, '--profile', 'stored'], ENV)).code, 0);
  t.is((await hi([], { ...ENV, SVCAPI_URL: one.url, SVCAPI_PROFILE: 'stored' })).code, 0);
  t.deepEqual(sent(one), Array(4).fill('Bearer of-env'));
  t.deepEqual(sent(other), []);
});

test('SVCAPI_TOKEN goes to the address at the top of the config file', async (t) => {
  const { one, folder, hi } = await twoServices(t);
  await writeFile(join(folder, 'config.toml'), `url = "${one.url}"\n`);
  t.is((await hi([], ENV)).code, 0);
  t.deepEqual(sent(one), ['Bearer of-env']);
});

const strays: [name: string, argv: string[], env: Record<string, string>, config: string, message: string][] = [
  [
    'SVCAPI_TOKEN and a profile without a token',
    ['--profile', 'bare'],
    ENV,
    '',
    'SVCAPI_TOKEN is not sent to URL, the address of the profile “bare”; unset it and store one with svcapi login ' +
      '--profile bare, or send it with --url URL',
  ],
  [
    'SVCAPI_TOKEN and a profile of the environment',
    [],
    { ...ENV, SVCAPI_PROFILE: 'stored' },
    '',
    'SVCAPI_TOKEN is not sent to URL, the address of the profile “stored”; unset it to use the stored token, or send it ' +
      'with --url URL',
  ],
  [
    'SVCAPI_TOKEN_FILE and a profile without a token',
    ['--profile', 'bare'],
    { SVCAPI_TOKEN_FILE: 'token' },
    '',
    'SVCAPI_TOKEN_FILE is not sent to URL, the address of the profile “bare”; unset it and store one with svcapi login ' +
      '--profile bare, or send it with --url URL',
  ],
  [
    'a token file of the whole config file and a profile without a token',
    ['--profile', 'bare'],
    {},
    'token-file = "token"\n',
    'token-file of the config file is not sent to URL, the address of the profile “bare”; remove it and store one with ' +
      'svcapi login --profile bare, or send it with --url URL',
  ],
];

for (const [name, argv, env, config, message] of strays) {
  test(`a token goes nowhere else without a word: ${name}`, async (t) => {
    const { other, folder, hi } = await twoServices(t);
    if (config) await writeFile(join(folder, 'config.toml'), `${config}[profiles.bare]\nurl = "${other.url}"\n`);
    const stderr = `svcapi: ${message.replaceAll('URL', other.url)}\n`;
    t.deepEqual(await hi(argv, env), { code: 2, stdout: '', stderr });
    t.deepEqual(sent(other), []);
    t.is((await hi([...argv, '--url', other.url], env)).code, 0, 'the next step works');
  });
}

test('the token file of a profile is not sent to another address', async (t) => {
  const { one, hi } = await twoServices(t);
  t.is((await hi(['--profile', 'table', '--url', one.url], {})).code, 0);
  t.deepEqual(sent(one), [undefined]);
});

test('--token-file is sent wherever the call goes', async (t) => {
  const { other, hi } = await twoServices(t);
  t.is((await hi(['--profile', 'stored', '--token-file', 'token'], ENV)).code, 0);
  t.deepEqual(sent(other), ['Bearer of-table']);
});
