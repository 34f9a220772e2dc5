import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import proxyaddr from 'proxy-addr';
import { network } from '../src/settings/address-types.js';
import { type SettingName, settings, settingsOf } from '../src/settings/index.js';
import { readSettings, type Sources, unknownVariables } from '../src/settings/read.js';
import { flagOf, keyOf, SettingError, variableOf } from '../src/settings/setting.js';
import { temporaryFolder } from './helpers/folder.js';

const every = Object.keys(settings) as SettingName[];

interface Given {
  flags?: Partial<Record<SettingName, unknown>>;
  env?: Record<string, string>;
  /** The text of the config file where it is by default. */
  file?: string;
  cwd?: string;
}

async function sources({ flags = {}, env = {}, file, cwd = '/somewhere' }: Given): Promise<Sources> {
  const home = temporaryFolder();
  if (file !== undefined) {
    await mkdir(join(home, '.config/svcapi'), { recursive: true });
    await writeFile(join(home, '.config/svcapi/config.toml'), file);
  }
  const given = Object.entries(flags).map(
    ([name, input]) => [name as SettingName, { flag: flagOf(name), input }] as const,
  );
  return { flags: new Map(given), env: { HOME: home, ...env }, cwd };
}

async function read<N extends SettingName>(name: N, given: Given) {
  return (await readSettings([name], await sources(given))).settings[name];
}

test('some defaults follow from the home and from other settings; docs/settings.md has them all', async (t) => {
  const given = await sources({});
  t.like((await readSettings(every, given)).settings, {
    database: `${given.env.HOME}/.local/share/svcapi/svcapi.db`,
    drainDelay: 0,
    maxConnectionsPerAddress: 100,
    maxStreams: 500,
  });
  t.is(await read('drainDelay', { env: { SVCAPI_TRUSTED_PROXIES: '10.0.0.5' } }), 5);
  t.is(await read('maxStreams', { env: { SVCAPI_MAX_CONNECTIONS: '11' } }), 6);
});

test('a flag overrides a variable, a variable the config file, and the file the default', async (t) => {
  const flags = { port: '1' };
  const file = 'port = 3';
  t.is(await read('port', { flags, env: { SVCAPI_PORT: '2' }, file }), 1);
  t.is(await read('port', { env: { SVCAPI_PORT: '2' }, file }), 2);
  t.is(await read('port', { env: { SVCAPI_PORT: '' }, file }), 3, 'an empty variable counts as unset');
  t.is(
    await read('url', { env: { SVCAPI_PORT: 'x' } }),
    'http://127.0.0.1:8080',
    'an invalid setting that is not read',
  );
  const frozen = await read('corsOrigins', { env: { SVCAPI_CORS_ORIGINS: 'https://a.example' } });
  t.true(Object.isFrozen(frozen));
});

const accepted: [name: SettingName, input: string, value: unknown][] = [
  ['port', '0', 0],
  ['port', '65535', 65535],
  ['rateWindow', '90', 90],
  ['rateWindow', '90s', 90],
  ['rateWindow', '10m', 600],
  ['blacklistFor', '24h', 86_400],
  ['blacklistFor', '7d', 604_800],
  ['host', '::1', '::1'],
  ['publicUrl', 'HTTP://Galaxy.Example:81/a/b/', 'http://galaxy.example:81/a/b'],
  ['trustedProxies', '10.0.0.0/8, ::1 ,FD00:0::1.2.3.4/128', ['10.0.0.0/8', '::1', 'fd00::102:304/128']],
  ['trustedProxies', ',', []],
  ['contact', 'host@galaxy.example', 'host@galaxy.example'],
  ['contact', 'https://galaxy.example/contact?of=host#top', 'https://galaxy.example/contact?of=host#top'],
  ['corsOrigins', 'https://a.example,http://b.example:8080/', ['https://a.example', 'http://b.example:8080']],
  ['accessTokenParameter', 'true', true],
  ['accessTokenParameter', '0', false],
  ['metricsPort', '9080', { host: '127.0.0.1', port: 9080 }],
  ['metricsPort', '0.0.0.0:9080', { host: '0.0.0.0', port: 9080 }],
  ['metricsPort', '[::1]:9080', { host: '::1', port: 9080 }],
  ['database', ':memory:', ':memory:'],
  ['database', 'galaxy.db', '/somewhere/galaxy.db'],
  ['database', 'postgres://me:a%23b@db.example/galaxy', 'postgres://me:a%23b@db.example/galaxy'],
  ['database', 'postgresql:///galaxy?host=/run/postgresql', 'postgresql:///galaxy?host=/run/postgresql'],
  ['redis', 'rediss://:p%40ss@[::1]:6380/15', 'rediss://:p%40ss@[::1]:6380/15'],
  ['redis', 'redis://me:secret@redis.example/', 'redis://me:secret@redis.example/'],
  ['tokenFile', '-', '-'],
  ['tokenFile', 'token.txt', '/somewhere/token.txt'],
];

test('values are accepted in each form', async (t) => {
  for (const [name, input, value] of accepted) {
    t.deepEqual(await read(name, { env: { [variableOf(name)]: input } }), value as never, `${name} ${input}`);
  }
});

const DURATION = 'seconds, or a number with s, m, h or d such as 90s or 24h, from';

const refused: [name: SettingName, inputs: string[], expected: string][] = [
  ['port', ['65536', '-1', '80.5', '1e3', ' 80'], 'a whole number from 0 to 65535'],
  ['rateLimit', ['0'], 'a whole number from 1 to 1000000000'],
  ['rateWindow', ['0', '32d', '1w'], `${DURATION} 1s to 31d`],
  ['keepAliveTimeout', ['2h', '1.5m'], `${DURATION} 1s to 1h`],
  ['host', ['a b'], 'a host name or an IP address'],
  [
    'publicUrl',
    ['galaxy.example', 'ftp://a.example', 'https://', 'https://a.example/?a', 'https://a.example/#a'],
    'an address such as https://example.org, without user, query or fragment',
  ],
  [
    'contact',
    ['the host', 'host@galaxy', 'host@a.example?subject=x', 'javascript:alert(1)', 'https://host@a.example/'],
    'an email address such as host@example.org, or an address such as https://example.org/contact',
  ],
  [
    'trustedProxies',
    ['10.0.0.0/33', '10.0.0.1,proxy.example', '0.0.0.0/0', '10.8', '10.0.0.0/', 'fe80::1%eth0'],
    'a network such as 10.0.0.0/8 or fd00::/8, or an address; several are separated by commas',
  ],
  ['corsOrigins', ['https://a.example/path'], 'an origin such as https://example.org, or *; several are'],
  ['accessTokenParameter', ['yes'], 'true or false'],
  ['logLevel', ['verbose'], 'one of trace, debug, info, warn, error, fatal, silent'],
];

for (const [name, inputs, expected] of refused) {
  test(`${name} refuses other values, with their source and what to give`, async (t) => {
    const message = async (given: Given) =>
      (await t.throwsAsync(read(name, given), { instanceOf: SettingError }))?.message ?? '';
    for (const input of inputs) {
      const end = ` is “${input}”; give ${expected}`;
      t.true((await message({ flags: { [name]: input } })).startsWith(flagOf(name) + end), input);
      t.true((await message({ env: { [variableOf(name)]: input } })).startsWith(variableOf(name) + end), input);
      const inFile = await message({ file: `${keyOf(name)} = ${JSON.stringify(input)}` });
      t.true(inFile.startsWith(`${keyOf(name)} in /`) && inFile.includes(`config.toml${end}`), inFile);
    }
  });
}

test('no message shows a secret', async (t) => {
  const secrets: [name: SettingName, input: string, message: RegExp][] = [
    ['token', 'hunter2 hunter2', /^SVCAPI_TOKEN is not valid; give a token$/],
    ...['redis.example:hunter2', 'http://:hunter2@redis.example', 'redis://:hunter2@'].map(redis),
    ...['redis://:hunter2@a.example/x', 'redis://:hunter2@a.example?b=9', 'redis://:hunter2%@a.example'].map(redis),
    ...['hunter2\0b', 'mysql://me:hunter2@db.example/galaxy', 'sqlite:hunter2'].map(database),
    ...['postgres://me:hunter2#1@db.example/galaxy', 'postgres:hunter2@db.example/galaxy'].map(database),
    ...(['publicUrl', 'url', 'corsOrigins'] as const).map((name): [SettingName, string, RegExp] => [
      name,
      'https://me:hun:hunter2@a.example',
      /“https:\/\/me:\*\*\*@a\.exa/,
    ]),
  ];
  for (const [name, input, expected] of secrets) {
    const error = await t.throwsAsync(read(name, { env: { [variableOf(name)]: input } }));
    t.regex(error?.message ?? '', expected);
    t.false(error?.message.includes('hunter2'), error?.message);
  }
});

function redis(input: string): [SettingName, string, RegExp] {
  return ['redis', input, /^SVCAPI_REDIS is not valid; give an address such as redis:\/\//];
}

function database(input: string): [SettingName, string, RegExp] {
  return ['database', input, /^SVCAPI_DATABASE is not valid; give a path, or postgres:/];
}

test('values of a config file have the types of TOML', async (t) => {
  for (const [name, file, value] of [
    ['rateLimit', 'rate-limit = 1_000', 1000],
    ['blacklistFor', 'blacklist-for = "2h"', 7200],
    ['retry', 'retry = true', true],
    ['trustedProxies', 'trusted-proxies = ["10.0.0.0/8", "::1"]', ['10.0.0.0/8', '::1']],
  ] as const) {
    t.deepEqual(await read(name, { file }), value as never);
  }
  for (const [name, file, message] of [
    ['trustedProxies', 'trusted-proxies = [1]', /is “\[1\]”; give a network/],
    ['port', 'port = 80.5', /is “80.5”; give a whole number/],
    ['host', 'host = true', /is “true”; give a host name/],
    ['port', 'prot = 1', /^prot in \/.*config\.toml is not a setting of a config file; did you mean “port”\?$/],
    ['port', 'zzzzzzzzz = 1', /^zzzzzzzzz in .* is not a setting of a config file; docs\/settings\.md lists them$/],
    ['port', 'token = "x"', /^token in .* is not a setting of a config file/],
    ['port', '[server]\nport = 1', /^server in .* is not a setting/],
    ['port', 'port = 1\nhost =\n', /config\.toml, line 2, column \d+: Invalid TOML document: [^\n]*$/],
  ] as const) {
    await t.throwsAsync(read(name, { file }), { instanceOf: SettingError, message });
  }
});

test('the config file and the database are found by flag, variable, XDG folder and home', async (t) => {
  const folder = temporaryFolder();
  await mkdir(join(folder, 'svcapi/config.toml'), { recursive: true });
  const env = { SVCAPI_CONFIG: join(folder, 'b.toml') };
  await writeFile(join(folder, 'a.toml'), 'port = 5');
  await writeFile(join(folder, 'b.toml'), 'port = 6\ndatabase = "galaxy.db"');
  const file = 'port = 3';
  t.is(await read('port', { env, file }), 6);
  t.is(await read('port', { env, flags: { config: 'a.toml' }, cwd: folder }), 5);
  t.is(await read('port', { env: { XDG_CONFIG_HOME: 'relative' }, file }), 3);
  t.is(await read('database', { env }), join(folder, 'galaxy.db'), 'a relative path begins at the file');
  t.is(await read('database', { env: { XDG_DATA_HOME: '/data' } }), '/data/svcapi/svcapi.db');
  const home = await sources({ file: 'database = "~/galaxy.db"' });
  t.is((await readSettings(['database'], home)).settings.database, `${home.env.HOME}/galaxy.db`);
  for (const [given, reason] of [
    [{ flags: { config: '/nonexistent/x.toml' } }, 'x.toml: there is no such file; name another with --config'],
    [{ env: { XDG_CONFIG_HOME: folder } }, 'config.toml: it is a folder; name another with --config'],
  ] as const) {
    const error = await t.throwsAsync(read('port', given), { message: /^cannot read the config file / });
    t.true(error?.message.endsWith(reason), error?.message);
  }
});

test('every accepted network is valid for the libraries that use it', (t) => {
  const part = fc.integer({ min: 0, max: 300 });
  const address = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.tuple(part, part, part, part).map((parts) => parts.join('.')),
  );
  fc.assert(
    fc.property(address, fc.option(fc.integer({ min: 0, max: 140 })), (text, bits) => {
      const given = bits === null ? text : `${text}/${bits}`;
      const taken = network.read(given, { directory: '/', home: '/' });
      t.is(taken !== undefined, ipaddr.isValid(text) && (bits === null || (bits > 0 && ipaddr.isValidCIDR(given))));
      if (taken !== undefined) t.notThrows(() => proxyaddr.compile([taken]));
    }),
  );
});

test('every setting has its own spelling, a group and a description', (t) => {
  t.is(new Set(every.map(variableOf)).size, every.length);
  t.true(every.length <= 45, `${every.length} settings are more than a host reads`);
  t.is(keyOf('rateLimit'), 'rate-limit');
  t.is(flagOf('accessTokenParameter'), '--access-token-parameter');
  t.is(variableOf('accessTokenParameter'), 'SVCAPI_ACCESS_TOKEN_PARAMETER');
  t.deepEqual((['program', 'store', 'serve', 'client'] as const).flatMap(settingsOf), every);
  for (const name of every) t.regex(settings[name].description, /^[a-z].*[^.]$/, name);
});

test('variables that Kubernetes sets for a Service called svcapi are ignored', async (t) => {
  const env = {
    SVCAPI_PORT: 'tcp://10.0.0.1:8080',
    SVCAPI_SERVICE_HOST: '10.0.0.1',
    SVCAPI_PORT_8080_TCP_ADDR: '10.0.0.1',
  };
  t.is(await read('port', { env }), 8080);
  t.deepEqual(unknownVariables(env), []);
});
