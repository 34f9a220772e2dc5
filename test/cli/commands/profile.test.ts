import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { fileOf, login, STORED } from '../../helpers/cli/login.js';
import { withService } from '../../helpers/cli/service.js';

/** A user with the stored profiles “default” and “demo”, and “home” in the config file. */
async function withProfiles(t: ExecutionContext) {
  const service = await withService(t);
  await login(service);
  await login(service, '--profile', 'demo');
  const config = join(fileOf(service), '../config.toml');
  await writeFile(config, '[profiles.home]\nurl = "https://home.example"\n');
  const run = (argv: string[], env = {}, terminal?: number) =>
    service.run(argv, { env: { ...STORED, ...env }, ...(terminal !== undefined && { terminal }) });
  return { ...service, service, config, run };
}

test('profile list shows the profiles, their addresses and the one in use', async (t) => {
  const { run, origin } = await withProfiles(t);
  const { code, stdout, stderr } = await run(['profile', 'list']);
  t.deepEqual([code, stderr], [0, '']);
  t.is(
    stdout,
    `home\tfalse\thttps://home.example\tfalse\ndefault\ttrue\t${origin}\ttrue\ndemo\tfalse\t${origin}\ttrue\n`,
  );
  t.regex((await run(['profile', 'list'], {}, 80)).stdout, /│ default │ yes {2}│ http:/);
  t.deepEqual(
    JSON.parse((await run(['profile', 'list', '--json', 'profile,used'], { SVCAPI_PROFILE: 'demo' })).stdout),
    [
      { profile: 'home', used: false },
      { profile: 'default', used: false },
      { profile: 'demo', used: true },
    ],
  );
});

test('profile use chooses the profile of later commands', async (t) => {
  const { run } = await withProfiles(t);
  const inUse = async (env = {}) => JSON.parse((await run(['status', '--json', 'profile'], env)).stdout).profile;
  t.deepEqual(await run(['profile', 'use', 'demo']), {
    code: 0,
    stdout: '',
    stderr: 'The profile “demo” is used from now on.\n',
  });
  t.is(await inUse(), 'demo');
  t.is(await inUse({ SVCAPI_PROFILE: 'default' }), 'default');
  t.is(
    (await run(['profile', 'use', 'default'], { SVCAPI_PROFILE: 'demo' })).stderr,
    'The profile “default” is used from now on, but not while SVCAPI_PROFILE names “demo”.\n',
  );
  t.is(await inUse(), 'default');
});

test('profile use does not compete with the config file', async (t) => {
  const { run, config } = await withProfiles(t);
  await writeFile(config, 'profile = "demo"\n');
  const { code, stderr } = await run(['profile', 'use', 'default']);
  t.is(code, 1);
  t.is(stderr, 'svcapi: the config file chooses the profile “demo”; change its line “profile”, or remove it\n');
});

test('profile remove deletes a stored profile, and one in use is no longer used', async (t) => {
  const { run, service } = await withProfiles(t);
  await run(['profile', 'use', 'demo']);
  t.deepEqual(await run(['profile', 'remove', 'demo']), {
    code: 0,
    stdout: '',
    stderr:
      'Deleted the token of the profile “demo”. It stays valid until it expires or is revoked.\n' +
      'The profile “default” is used from now on.\n',
  });
  const { used, profiles } = JSON.parse(await readFile(fileOf(service), 'utf8'));
  t.deepEqual([used, Object.keys(profiles)], [undefined, ['default']]);
  const { code, stderr } = await run(['profile', 'remove', 'home']);
  t.is(code, 6);
  t.regex(stderr, /“home”; its settings are in the config file: delete them there\n$/);
});

for (const [argv, code] of [
  [['hello', '--profile', 'dmeo'], 2],
  [['status', '--profile', 'dmeo'], 2],
  [['logout', '--profile', 'dmeo'], 6],
  [['profile', 'use', 'dmeo'], 6],
  [['profile', 'remove', 'dmeo'], 6],
] as const) {
  test(`a mistyped profile gets a suggestion: ${argv.join(' ')}`, async (t) => {
    const { run } = await withProfiles(t);
    const ran = await run([...argv]);
    t.is(ran.code, code);
    t.regex(ran.stderr, /^svcapi: .*“dmeo”; did you mean “demo”\?\n$/);
  });
}
