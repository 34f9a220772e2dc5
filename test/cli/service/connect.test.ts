import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { withService } from '../../helpers/cli/service.js';
import { closedPort, enveloped, strangeServer } from '../../helpers/cli/strange-server.js';
import { tokenFor } from '../../helpers/galaxy.js';

const LIMITED =
  'svcapi: too many calls; after 599 more refused calls your address is blacklisted for 24 hours; the limit resets at 2024-06-17T13:00:00Z, in 3600 s: try again then, or use --retry to wait\n';

test('exit 3: the database of the service is away', async (t) => {
  const { run, server } = await withService(t);
  await server.store.close();
  const { code, stdout, stderr } = await run(['character']);
  t.deepEqual([code, stdout], [3, '']);
  t.regex(stderr, /^svcapi: The service /);
});

/** A wait is up to half a second longer, so that clients do not come at once. */
const inSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

const codes: [name: string, code: number, env: Record<string, string>, stderr: string][] = [
  ['no token', 4, { SVCAPI_TOKEN: '' }, 'svcapi: this needs a token; use svcapi login, or set SVCAPI_TOKEN\n'],
  [
    'a bad token',
    4,
    { SVCAPI_TOKEN: 'svcapi_wrong' },
    'svcapi: the token is unknown, expired or revoked; use svcapi login with a new one, or set SVCAPI_TOKEN\n',
  ],
];

for (const format of [[], ['--json'], ['--xml']]) {
  for (const [name, code, env, stderr] of codes) {
    test(`exit ${code}: ${name} ${format}`, async (t) => {
      const { run } = await withService(t);
      t.deepEqual(await run(['character', ...format], { env }), { code, stdout: '', stderr });
    });
  }

  test(`exit 5: the message names the missing permission and those of the token ${format}`, async (t) => {
    const { run, server } = await withService(t);
    const SVCAPI_TOKEN = await tokenFor(server.store, '1:1', ['character_auth', 'character_events']);
    const expected = {
      code: 5,
      stdout: '',
      stderr:
        'svcapi: the token lacks the permission faction_datacards_read; it has character_auth, character_events; ask ' +
        'for a token with it, and use svcapi login\n',
    };
    t.deepEqual(await run(['datacard', 'show', '14:1', ...format], { env: { SVCAPI_TOKEN } }), expected);
  });

  test(`exit 7: the message names the time of the reset, and the command does not wait ${format}`, async (t) => {
    const { run } = await withService(t, { rateLimit: 1 });
    t.is((await run(['event', '39:1', ...format])).code, 0);
    const onSleep = () => t.fail();
    t.deepEqual(await run(['event', '39:1', ...format], { onSleep }), { code: 7, stdout: '', stderr: LIMITED });
  });
}

test('exit 5: a token with no permission', async (t) => {
  const { run, server } = await withService(t);
  const SVCAPI_TOKEN = await tokenFor(server.store, '1:1', []);
  const { code, stderr } = await run(['character'], { env: { SVCAPI_TOKEN } });
  t.is(code, 5);
  t.regex(stderr, /lacks the permission character_read; it has none; ask/);
});

test('exit 9: a blacklisted address', async (t) => {
  const { run, origin } = await withService(t, { rateLimit: 1, blacklistAfter: 1 });
  t.is((await run(['event', '39:1'])).code, 0);
  t.is((await run(['event', '39:1'])).code, 7);
  for (const argv of [['event', '39:1'], ['hello'], ['permissions', '--xml']]) {
    t.deepEqual(await run(argv), {
      code: 9,
      stdout: '',
      stderr: `svcapi: ${origin} closed the connection without an answer, as it does for blacklisted addresses; ask its host\n`,
    });
  }
});

for (const format of [[], ['--xml']]) {
  test(`--retry announces the wait, waits and sends the call again ${format}`, async (t) => {
    const { run, server } = await withService(t, { rateLimit: 1 });
    const first = await run(['event', '39:1', ...format]);
    const slept: number[] = [];
    const onSleep = (milliseconds: number) => {
      slept.push(milliseconds);
      server.time.now += milliseconds;
    };
    const { code, stdout, stderr } = await run(['event', '39:1', '--retry', ...format], { onSleep });
    t.is(code, 0);
    t.is(stdout.replace(/timestamp="\d+" resource/, ''), first.stdout.replace(/timestamp="\d+" resource/, ''));
    t.is(stderr, 'Rate limited: waiting 3600 s, until 2024-06-17T13:00:00Z.\n');
    t.deepEqual(slept.map(inSeconds), [3600]);
  });
}

test('--retry waits for every rate limit', async (t) => {
  const { run, server } = await withService(t, { rateLimit: 1 });
  let waits = 0;
  const onSleep = (milliseconds: number) => {
    server.time.now += milliseconds;
    // Somebody else at the same address takes the call that was waited for.
    return ++waits < 3 ? server.call('/event/39:1').then(() => {}) : undefined;
  };
  await server.call('/event/39:1');
  const { code, stderr } = await run(['event', '39:1'], { onSleep, env: { SVCAPI_RETRY: 'true' } });
  t.is(code, 0);
  t.is(waits, 3);
  t.is(stderr.trim().split('\n').length, 3);
});

test('--retry waits for a service that does not answer, and gives up', async (t) => {
  const { run } = await withService(t);
  const slept: number[] = [];
  const argv = ['hello', '--retry', '--url', await closedPort()];
  const { code, stderr } = await run(argv, { onSleep: (milliseconds) => slept.push(milliseconds) });
  t.is(code, 9);
  t.is(slept.length, 10);
  t.regex(stderr, /^nothing answers at .*; trying again in 1 s\.\n/);
});

test('--retry does not wait for other errors', async (t) => {
  const { run } = await withService(t);
  const onSleep = () => t.fail();
  t.is((await run(['event', '39:99', '--retry'], { onSleep })).code, 6);
  t.is((await run(['event', '39:1', '--retry'], { onSleep, env: { SVCAPI_TOKEN: '' } })).code, 4);
});

test('the order of addresses: flag, environment, config file, the only stored one, default', async (t) => {
  const { run, home } = await withService(t);
  const config = join(home, '.config', 'svcapi');
  await mkdir(config, { recursive: true });
  const where = async (argv: string[], SVCAPI_URL = '') => {
    const env = { SVCAPI_URL, SVCAPI_TOKEN: '' };
    const { stdout } = await run(['status', '--timeout', '1', '--json', 'url', ...argv], { env });
    return (JSON.parse(stdout) as { url: string }).url;
  };
  const stored = (address: string) => writeFile(join(config, 'credentials.json'), address);
  await stored('{"http://stored.example":{"token":"x"}}');
  await writeFile(join(config, 'config.toml'), 'url = "http://file.example"\n');
  t.is(await where(['--url', 'http://flag.example/'], 'http://environment.example'), 'http://flag.example');
  t.is(await where([], 'http://environment.example'), 'http://environment.example');
  t.is(await where([]), 'http://file.example');
  await writeFile(join(config, 'config.toml'), '');
  t.is(await where([]), 'http://stored.example');
  await stored('{}');
  t.is(await where([]), 'http://127.0.0.1:8080');
});

test('the order of tokens: --token-file, SVCAPI_TOKEN, a configured file, stored by login', async (t) => {
  const { run, home, origin, server } = await withService(t);
  const tokens = await Promise.all(['1:1', '1:2', '1:3', '1:4'].map((uid) => tokenFor(server.store, uid)));
  const config = join(home, '.config', 'svcapi');
  await mkdir(config, { recursive: true });
  await writeFile(join(config, 'config.toml'), 'token-file = "token"\n');
  await writeFile(join(config, 'token'), `${tokens[2]}\n`);
  await writeFile(join(home, 'flag'), `${tokens[0]}\n`);
  await writeFile(join(config, 'credentials.json'), JSON.stringify({ [origin]: { token: tokens[3] } }));
  const who = async (argv: string[], SVCAPI_TOKEN = '') => {
    const { stdout } = await run(['character', '--json', 'uid', ...argv], { cwd: home, env: { SVCAPI_TOKEN } });
    return (JSON.parse(stdout) as { uid: string }).uid;
  };
  t.is(await who(['--token-file', 'flag'], tokens[1]), '1:1');
  t.is(await who([], tokens[1]), '1:2');
  t.is(await who([]), '1:3');
  await writeFile(join(config, 'config.toml'), '');
  t.is(await who([]), '1:4');
  const piped = ['character', '--json', 'uid', '--token-file', '-'];
  t.is((await run(piped, { stdin: `${tokens[0]}\n`, env: { SVCAPI_TOKEN: '' } })).stdout, '{"uid":"1:1"}\n');
});

test('a token as an argument is refused', async (t) => {
  const { run, server } = await withService(t);
  const { code, stderr } = await run(['character', '--token', server.token]);
  t.is(code, 2);
  t.regex(stderr, /^svcapi: unknown option '--token'/);
  t.false(stderr.includes(server.token));
});

test('the token is never printed, also not with --debug', async (t) => {
  const { run, server, home } = await withService(t);
  await writeFile(join(home, 'token'), server.token);
  const url = await closedPort();
  for (const argv of [
    ['status'],
    ['hello', '--url', url],
    ['character', '1:99'],
    ['login'],
    ['event', '1:1', '--xml'],
  ]) {
    for (const source of [[], ['--token-file', join(home, 'token')]]) {
      const { stdout, stderr } = await run(['--debug', ...argv, ...source]);
      t.false((stdout + stderr).includes(server.token.slice(8)), argv.join(' '));
    }
  }
});

test('an address can have a path', async (t) => {
  const { url, requests } = await strangeServer(t, (response) => response.end(enveloped({ message: 'hi' })));
  const { run } = await withService(t);
  t.is((await run(['hello', '--url', `${url}/space/`])).code, 0);
  t.is(requests[0]?.url, '/space/ws/v2.0/api/helloauth');
});
