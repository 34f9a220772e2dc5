import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import proxyaddr from 'proxy-addr';
import { didYouMean, nearest } from '../src/nearest.js';
import { network } from '../src/settings/address-types.js';
import { type SettingName, settings, settingsOf } from '../src/settings/index.js';
import { readSettings, type Sources, unknownVariables } from '../src/settings/read.js';
import { flagOf, keyOf, SettingError, variableOf } from '../src/settings/setting.js';
import { temporaryFolder } from './helpers/cli/run.js';

const every = Object.keys(settings) as SettingName[];

interface Given {
  flags?: Partial<Record<SettingName, unknown>>;
  env?: Record<string, string>;
  /** The text of the config file where it is by default. */
  file?: string;
  cwd?: string;
}

async function sources(
  t: ExecutionContext,
  { flags = {}, env = {}, file, cwd = '/somewhere' }: Given,
): Promise<Sources> {
  const home = await temporaryFolder(t);
  if (file !== undefined) {
    await mkdir(join(home, '.config/svcapi'), { recursive: true });
    await writeFile(join(home, '.config/svcapi/config.toml'), file);
  }
  const given = Object.entries(flags).map(
    ([name, input]) => [name as SettingName, { flag: flagOf(name), input }] as const,
  );
  return { flags: new Map(given), env: { HOME: home, ...env }, cwd };
}

async function read<N extends SettingName>(t: ExecutionContext, name: N, given: Given) {
  return (await readSettings([name], await sources(t, given)))[name];
}

test('every default', async (t) => {
  const given = await sources(t, {});
  t.deepEqual(await readSettings(every, given), {
    config: undefined,
    database: `${given.env.HOME}/.local/share/svcapi/svcapi.db`,
    host: '127.0.0.1',
    port: 8080,
    publicUrl: undefined,
    contact: undefined,
    trustedProxies: [],
    unixSocket: undefined,
    oidcIssuer: undefined,
    oidcClientId: undefined,
    oidcClientSecretFile: undefined,
    oidcName: '',
    oidcCreate: false,
    rateLimit: 600,
    rateWindow: 3600,
    accessTokenLifetime: 3600,
    refreshTokenLifetime: 7_776_000,
    grantLifetime: 31_536_000,
    keepEvents: undefined,
    keepTransactions: undefined,
    redis: undefined,
    redisPrefix: 'svcapi:',
    blacklistAfter: 600,
    blacklistFor: 86_400,
    accessTokenParameter: false,
    defaultFormat: 'json',
    corsOrigins: ['*'],
    logLevel: 'info',
    requestLog: true,
    metricsPort: 'off',
    databaseConnections: 10,
    maxConnections: 1000,
    maxConnectionsPerAddress: 100,
    maxRequests: 200,
    maxStreams: 500,
    keepAliveTimeout: 65,
    drainDelay: 0,
    shutdownTimeout: 10,
    url: 'http://127.0.0.1:8080',
    token: undefined,
    tokenFile: undefined,
    timeout: 30,
    debug: undefined,
    retry: false,
  });
});

test('settings that were read are frozen', async (t) => {
  const read = await readSettings(every, await sources(t, { env: { SVCAPI_CORS_ORIGINS: 'https://a.example' } }));
  t.true(Object.isFrozen(read));
  t.true(Object.isFrozen(read.corsOrigins));
});

test('a flag overrides a variable, a variable the config file, and the file the default', async (t) => {
  const flags = { port: '1' };
  const env = { SVCAPI_PORT: '2' };
  const file = 'port = 3';
  t.is(await read(t, 'port', { flags, env, file }), 1);
  t.is(await read(t, 'port', { env, file }), 2);
  t.is(await read(t, 'port', { file }), 3);
  t.is(await read(t, 'port', {}), 8080);
});

test('an empty variable counts as unset', async (t) => {
  t.is(await read(t, 'port', { env: { SVCAPI_PORT: '' }, file: 'port = 3' }), 3);
});

const accepted: [name: SettingName, input: string, value: unknown][] = [
  ['port', '0', 0],
  ['port', '65535', 65535],
  ['rateWindow', '90', 90],
  ['rateWindow', '90s', 90],
  ['rateWindow', '10m', 600],
  ['blacklistFor', '24h', 86_400],
  ['blacklistFor', '7d', 604_800],
  ['shutdownTimeout', '0', 0],
  ['host', '::1', '::1'],
  ['host', 'localhost', 'localhost'],
  ['publicUrl', 'https://galaxy.example/', 'https://galaxy.example'],
  ['publicUrl', 'HTTP://Galaxy.Example:81/a/b/', 'http://galaxy.example:81/a/b'],
  ['trustedProxies', '10.0.0.0/8, ::1 ,fd00::/8', ['10.0.0.0/8', '::1', 'fd00::/8']],
  ['trustedProxies', ',', []],
  ['trustedProxies', 'FD00:0::1.2.3.4/128', ['fd00::102:304/128']],
  ['contact', 'host@galaxy.example', 'host@galaxy.example'],
  ['contact', 'https://galaxy.example/contact?of=host#top', 'https://galaxy.example/contact?of=host#top'],
  ['corsOrigins', 'https://a.example,http://b.example:8080/', ['https://a.example', 'http://b.example:8080']],
  ['accessTokenParameter', 'true', true],
  ['accessTokenParameter', '1', true],
  ['accessTokenParameter', 'false', false],
  ['logLevel', 'silent', 'silent'],
  ['database', ':memory:', ':memory:'],
  ['database', 'galaxy.db', '/somewhere/galaxy.db'],
  ['database', 'postgres://me:a%23b@db.example/galaxy', 'postgres://me:a%23b@db.example/galaxy'],
  ['database', 'postgresql:///galaxy?host=/run/postgresql', 'postgresql:///galaxy?host=/run/postgresql'],
  ['database', '/var/galaxy.db', '/var/galaxy.db'],
  ['redis', 'redis://127.0.0.1:6379', 'redis://127.0.0.1:6379'],
  ['redis', 'rediss://:p%40ss@[::1]:6380/15', 'rediss://:p%40ss@[::1]:6380/15'],
  ['redis', 'redis://me:secret@redis.example/', 'redis://me:secret@redis.example/'],
  ['tokenFile', '-', '-'],
  ['tokenFile', 'token.txt', '/somewhere/token.txt'],
  ['token', 'svcapi_abc', 'svcapi_abc'],
];

for (const [name, input, value] of accepted) {
  test(`accepted: ${variableOf(name)}=${input}`, async (t) => {
    t.deepEqual(await read(t, name, { env: { [variableOf(name)]: input } }), value as never);
  });
}

const refused: [name: SettingName, input: string, expected: string][] = [
  ['port', '65536', 'give a whole number from 0 to 65535'],
  ['port', '-1', 'give a whole number from 0 to 65535'],
  ['port', '80.5', 'give a whole number from 0 to 65535'],
  ['port', '1e3', 'give a whole number from 0 to 65535'],
  ['port', ' 80', 'give a whole number from 0 to 65535'],
  ['rateLimit', '0', 'give a whole number from 1 to 1000000000'],
  ['rateWindow', '0', 'give seconds, or a number with s, m, h or d such as 90s or 24h, from 1s to 31d'],
  ['rateWindow', '32d', 'give seconds, or a number with s, m, h or d such as 90s or 24h, from 1s to 31d'],
  ['rateWindow', '1w', 'give seconds, or a number with s, m, h or d such as 90s or 24h, from 1s to 31d'],
  ['blacklistFor', '1.5h', 'give seconds, or a number with s, m, h or d such as 90s or 24h, from 1s to 3650d'],
  ['keepAliveTimeout', '2h', 'give seconds, or a number with s, m, h or d such as 90s or 24h, from 1s to 1h'],
  ['host', 'a b', 'give a host name or an IP address'],
  ['publicUrl', 'galaxy.example', 'give an address such as https://example.org, without user, query or fragment'],
  ['publicUrl', 'ftp://galaxy.example', 'give an address such as'],
  ['publicUrl', 'https://', 'give an address such as'],
  ['publicUrl', 'https://galaxy.example/?a', 'give an address such as'],
  ['publicUrl', 'https://galaxy.example/#a', 'give an address such as'],
  [
    'contact',
    'the host',
    'give an email address such as host@example.org, or an address such as https://example.org/contact',
  ],
  ['contact', 'host@galaxy', 'give an email address such as'],
  ['contact', 'host@galaxy.example?subject=x', 'give an email address such as'],
  ['contact', 'javascript:alert(1)', 'give an email address such as'],
  ['contact', 'https://host@galaxy.example/', 'give an email address such as'],
  [
    'trustedProxies',
    '10.0.0.0/33',
    'give a network such as 10.0.0.0/8 or fd00::/8, or an address; several are separated by commas',
  ],
  ['trustedProxies', '10.0.0.1,proxy.example', 'give a network such as'],
  ['trustedProxies', '0.0.0.0/0', 'give a network such as'],
  ['trustedProxies', '10.8', 'give a network such as'],
  ['trustedProxies', '10.0.0.0/', 'give a network such as'],
  ['trustedProxies', 'fe80::1%eth0', 'give a network such as'],
  [
    'corsOrigins',
    'https://a.example/path',
    'give an origin such as https://example.org, or *; several are separated by commas',
  ],
  ['accessTokenParameter', 'yes', 'give true or false'],
  ['logLevel', 'verbose', 'give one of trace, debug, info, warn, error, fatal, silent'],
  ['timeout', '0', 'give seconds'],
  ['retry', 'on', 'give true or false'],
];

for (const [name, input, expected] of refused) {
  test(`refused: ${name} ${JSON.stringify(input)}`, async (t) => {
    const start = (source: string) => `${source} is “${input}”; ${expected}`;
    const message = async (given: Given) =>
      (await t.throwsAsync(read(t, name, given), { instanceOf: SettingError }))?.message ?? '';
    t.true((await message({ flags: { [name]: input } })).startsWith(start(flagOf(name))));
    t.true((await message({ env: { [variableOf(name)]: input } })).startsWith(start(variableOf(name))));
    const inFile = await message({ file: `${keyOf(name)} = ${JSON.stringify(input).replace('\\u0000', '\\u0000')}` });
    t.true(
      inFile.startsWith(`${keyOf(name)} in `) && inFile.includes(`config.toml is “${input}”; ${expected}`),
      inFile,
    );
  });
}

test('an invalid token is not shown', async (t) => {
  const error = await t.throwsAsync(read(t, 'token', { env: { SVCAPI_TOKEN: 'two words' } }));
  t.is(error?.message, 'SVCAPI_TOKEN is not valid; give a token');
});

for (const address of [
  'redis.example:6379',
  'http://:hunter2@redis.example',
  'redis://:hunter2@',
  'redis://:hunter2@redis.example/x',
  'redis://:hunter2@redis.example?commandTimeout=9999',
  'redis://:hunter2%@redis.example',
]) {
  test(`an invalid Redis address is refused, and its password not shown: ${address}`, async (t) => {
    const error = await t.throwsAsync(read(t, 'redis', { env: { SVCAPI_REDIS: address } }), {
      instanceOf: SettingError,
    });
    t.true(error?.message.startsWith('SVCAPI_REDIS is not valid; give an address such as redis://'));
    t.false(error?.message.includes('hunter2'));
  });
}

for (const database of [
  'a\0b',
  'mysql://me:secret@db.example/galaxy',
  'sqlite:secret',
  'postgres://me:secret#1@db.example/galaxy',
  'postgres:secret@db.example/galaxy',
]) {
  test(`an invalid database address is not shown, since it may hold a password: ${JSON.stringify(database.slice(0, 10))}`, async (t) => {
    const error = await t.throwsAsync(read(t, 'database', { flags: { database } }));
    t.regex(error?.message ?? '', /^--database is not valid; give a path, or postgres:/);
    t.false(error?.message.includes('secret'));
  });
}

for (const name of ['publicUrl', 'url', 'corsOrigins'] as const) {
  test(`the password of an address is masked: ${name}`, async (t) => {
    const error = await t.throwsAsync(read(t, name, { flags: { [name]: 'https://me:sec:ret@a.example' } }));
    t.regex(error?.message ?? '', /^--\S+ is “https:\/\/me:\*\*\*@a\.example”; give an /);
  });
}

test('a token comes from the environment alone', async (t) => {
  t.deepEqual(settings.token.sources, ['variable']);
  await t.throwsAsync(read(t, 'url', { file: 'token = "secret"' }), {
    message: /^token in .* is not a setting of a config file; give it as SVCAPI_TOKEN$/,
  });
});

test('values of a config file have the types of TOML', async (t) => {
  t.is(await read(t, 'rateLimit', { file: 'rate-limit = 1_000' }), 1000);
  t.is(await read(t, 'blacklistFor', { file: 'blacklist-for = "2h"' }), 7200);
  t.is(await read(t, 'retry', { file: 'retry = true' }), true);
  t.deepEqual(await read(t, 'trustedProxies', { file: 'trusted-proxies = ["10.0.0.0/8", "::1"]' }), [
    '10.0.0.0/8',
    '::1',
  ]);
  await t.throwsAsync(read(t, 'trustedProxies', { file: 'trusted-proxies = [1]' }), {
    message: /is “\[1\]”; give a network/,
  });
  await t.throwsAsync(read(t, 'port', { file: 'port = 80.5' }), { message: /is “80.5”; give a whole number/ });
  await t.throwsAsync(read(t, 'host', { file: 'host = true' }), { message: /is “true”; give a host name/ });
});

test('paths in a config file are relative to it, or to the home folder', async (t) => {
  const given = await sources(t, { file: 'database = "galaxy.db"' });
  t.is((await readSettings(['database'], given)).database, `${given.env.HOME}/.config/svcapi/galaxy.db`);
  const home = await sources(t, { file: 'database = "~/galaxy.db"' });
  t.is((await readSettings(['database'], home)).database, `${home.env.HOME}/galaxy.db`);
});

test('XDG base directories are used unless they are relative', async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'svcapi'));
  await writeFile(join(folder, 'svcapi/config.toml'), 'port = 4');
  t.is(await read(t, 'port', { env: { XDG_CONFIG_HOME: folder }, file: 'port = 3' }), 4);
  t.is(await read(t, 'port', { env: { XDG_CONFIG_HOME: 'relative' }, file: 'port = 3' }), 3);
  t.is(await read(t, 'database', { env: { XDG_DATA_HOME: '/data' } }), '/data/svcapi/svcapi.db');
});

test('--config overrides SVCAPI_CONFIG', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'a.toml'), 'port = 5');
  await writeFile(join(folder, 'b.toml'), 'port = 6');
  const env = { SVCAPI_CONFIG: join(folder, 'b.toml') };
  t.is(await read(t, 'port', { env, file: 'port = 3' }), 6);
  t.is(await read(t, 'port', { env, flags: { config: 'a.toml' }, cwd: folder }), 5);
});

const badFiles: [what: string, file: string, message: RegExp][] = [
  ['an unknown key', 'prot = 1', /^prot in \/.*config\.toml is not a setting; did you mean “port”\?$/],
  ['a key like no other', 'zzzzzzzzz = 1', /^zzzzzzzzz in .* is not a setting; docs\/settings\.md lists them$/],
  ['a key in another spelling', 'rate_limit = 1', /^rate_limit in .* is not a setting; did you mean “rate-limit”\?$/],
  [
    'a setting that config files do not have',
    'config = "x"',
    /^config in .* is not a setting of a config file; give it as SVCAPI_CONFIG$/,
  ],
  ['an unknown table', '[server]\nport = 1', /^server in .* is not a setting/],
  ['invalid TOML', 'port = 1\nhost =\n', /config\.toml, line 2, column \d+: Invalid TOML document: /],
];

for (const [what, file, message] of badFiles) {
  test(`a config file with ${what}`, async (t) => {
    const error = await t.throwsAsync(read(t, 'port', { file }), { instanceOf: SettingError, message });
    t.false(error?.message.includes('\n'));
  });
}

test('a config file that was asked for must exist', async (t) => {
  await t.throwsAsync(read(t, 'port', { flags: { config: '/nonexistent/x.toml' } }), {
    instanceOf: SettingError,
    message:
      /^cannot read the config file .*\/nonexistent\/x\.toml: there is no such file; name another with --config$/,
  });
});

test('an unreadable config file is an error, even at the default place', async (t) => {
  const given = await sources(t, { file: 'port = 3' });
  const path = `${given.env.HOME}/.config/svcapi/config.toml`;
  await chmod(path, 0);
  await mkdir(`${given.env.HOME}/folder/svcapi/config.toml`, { recursive: true });
  const folder = { ...given, env: { XDG_CONFIG_HOME: `${given.env.HOME}/folder` } };
  await t.throwsAsync(readSettings(['port'], folder), { message: /^cannot read the config file .*: it is a folder;/ });
});

test('an invalid setting that is not read does no harm', async (t) => {
  t.is(await read(t, 'url', { env: { SVCAPI_PORT: 'tcp://10.0.0.1:80' } }), 'http://127.0.0.1:8080');
});

test('idle connections stay longer behind a proxy by default', async (t) => {
  t.is(await read(t, 'keepAliveTimeout', { env: { SVCAPI_TRUSTED_PROXIES: '10.0.0.1' } }), 65);
  t.is(
    await read(t, 'keepAliveTimeout', { env: { SVCAPI_TRUSTED_PROXIES: '10.0.0.1', SVCAPI_KEEP_ALIVE_TIMEOUT: '7' } }),
    7,
  );
});

for (const [given, expected] of [
  ['9080', { host: '127.0.0.1', port: 9080 }],
  ['0.0.0.0:9080', { host: '0.0.0.0', port: 9080 }],
  ['[::1]:9080', { host: '::1', port: 9080 }],
  ['off', 'off'],
] as const) {
  test(`the metrics are on ${given}`, async (t) => {
    t.deepEqual(await read(t, 'metricsPort', { flags: { metricsPort: given } }), expected);
  });
}

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

const misspelt: [word: string, meant: string | undefined][] = [
  ['prot', 'port'],
  ['PORT', 'port'],
  ['hosst', 'host'],
  ['raet-limit', 'rate-limit'],
  ['rate-limits', 'rate-limit'],
  ['xyz', undefined],
  ['', undefined],
  ['x'.repeat(100_000), undefined],
];

for (const [word, meant] of misspelt) {
  test(`“${word.slice(0, 20)}” most likely means ${meant ? `“${meant}”` : 'none of the candidates'}`, (t) => {
    t.is(nearest(word, ['host', 'port', 'rate-limit', 'log-level']), meant);
    t.is(didYouMean(word, ['host', 'port', 'rate-limit', 'log-level']), meant ? `; did you mean “${meant}”?` : '');
  });
}

test('variables that Kubernetes sets for a Service called svcapi are ignored', async (t) => {
  const env = {
    SVCAPI_PORT: 'tcp://10.0.0.1:8080',
    SVCAPI_SERVICE_HOST: '10.0.0.1',
    SVCAPI_PORT_8080_TCP_ADDR: '10.0.0.1',
  };
  t.is(await read(t, 'port', { env }), 8080);
  t.deepEqual(unknownVariables(env), []);
});
