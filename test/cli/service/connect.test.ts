import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { refuses } from '../../helpers/cli/run.js';
import { sharedService, withService } from '../../helpers/cli/service.js';
import { closedPort, strangeServer } from '../../helpers/cli/strange-server.js';
import { tokenFor } from '../../helpers/galaxy.js';

const service = sharedService();

const FORMATS = [[], ['--json'], ['--xml']];

const NEXT = 'ask for a token with it, and use svcapi login';
const UNKNOWN = 'the token is unknown, expired or revoked; use svcapi login with a new one, or set SVCAPI_TOKEN';

test('exits 4 and 5: a token that is missing, wrong or without the permission', async (t) => {
  const { run, server } = service;
  const few = await tokenFor(server.store, '1:1', ['character_auth', 'character_events']);
  const none = await tokenFor(server.store, '1:1', []);
  const lacking = 'the token lacks the permission faction_datacards_read; it has character_auth, character_events';
  for (const [SVCAPI_TOKEN, line, code, message] of [
    ['', 'character', 4, 'this needs a token; use svcapi login, or set SVCAPI_TOKEN'],
    ['svcapi_wrong', 'character', 4, UNKNOWN],
    [few, 'datacard show 14:1', 5, `${lacking}; ${NEXT}`],
    [none, 'character', 5, `the token lacks the permission character_read; it has none; ${NEXT}`],
  ] as const) {
    // XML does not tell an empty list from none.
    for (const format of SVCAPI_TOKEN === none ? [[]] : FORMATS) {
      await refuses(t, run([...line.split(' '), ...format], { env: { SVCAPI_TOKEN } }), code, message);
    }
  }
});

const LIMITED =
  'too many calls; after 599 more refused calls your address is blacklisted for 24 hours; the limit resets at 2024-06-17T13:00:00Z, in 3600 s: try again then, or use --retry to wait';

/** A wait is up to half a second longer, so that clients do not come at once. */
const inMinutes = (milliseconds: number) => Math.round(milliseconds / 60_000);

test('exit 7: the message names the time of the reset; with --retry the call waits for it', async (t) => {
  for (const format of [[], ['--xml']]) {
    const { run, server } = await withService(t, { rateLimit: 1 });
    const argv = ['event', '39:1', ...format];
    const first = await run(argv);
    t.is(first.code, 0);
    await refuses(t, run(argv, { onSleep: () => t.fail() }), 7, LIMITED);
    await run(['credits']);
    await refuses(t, run(['credits']), 7, LIMITED.replace(/after 599.*?; /, ''), 'OAuth gives no details');
    const waits: number[] = [];
    const onSleep = (milliseconds: number) => {
      waits.push(inMinutes(milliseconds));
      server.time.now += milliseconds;
      // Somebody else at the same address takes the call that was waited for.
      return waits.length < 3 ? server.call('/event/39:1').then(() => {}) : undefined;
    };
    const { code, stdout, stderr } = await run(argv, { onSleep, env: { SVCAPI_RETRY: 'true' } });
    t.deepEqual([code, waits], [0, [60, 60, 60]], stderr);
    t.is(stdout.replace(/timestamp="\d+" resource/, ''), first.stdout.replace(/timestamp="\d+" resource/, ''));
    t.regex(stderr, /^Rate limited: waiting 3600 s, until 2024-06-17T13:00:00Z\.\n(Rate limited: .*\n){2}$/);
  }
});

test('--retry gives up on a service that does not answer, and does not wait for other errors', async (t) => {
  const waits: number[] = [];
  const argv = ['hello', '--retry', '--url', await closedPort()];
  const { code, stderr } = await service.run(argv, { onSleep: (milliseconds) => waits.push(milliseconds) });
  t.deepEqual([code, waits.length], [9, 10]);
  t.regex(stderr, /^nothing answers at .*; trying again in 1 s\.\n/);
  const onSleep = () => t.fail();
  t.is((await service.run(['api', 'DELETE', '/', ...argv.slice(1)], { onSleep })).code, 9, 'not safe to repeat');
  t.is((await service.run(['event', '39:99', '--retry'], { onSleep })).code, 6);
  t.is((await service.run(['event', '39:1', '--retry'], { onSleep, env: { SVCAPI_TOKEN: '' } })).code, 4);
});

test('--debug and SVCAPI_DEBUG=api show requests and answers with times', async (t) => {
  const { run, origin } = service;
  const plain = await run(['hello']);
  for (const [argv, env] of [
    [['--debug', 'hello'], {}],
    [['hello'], { SVCAPI_DEBUG: 'api' }],
  ] as const) {
    const { code, stdout, stderr } = await run(argv, { env });
    t.deepEqual({ code, stdout }, { code: 0, stdout: plain.stdout });
    t.true(stderr.startsWith(`* Request 1, to ${origin}\n> GET /ws/v2.0/api/helloauth\n`), stderr);
    t.regex(stderr, /^> Accept: application\/json\n/m);
    t.regex(stderr, /^> Authorization: Bearer (?:svcapi_)?\*\*\*$/m);
    t.regex(stderr, /^\* Answer 1, after \d+ ms\n< HTTP\/1\.1 200 OK\n(?:< [\w-]+: .*\n)+< \{"version":"2\.0"/m);
  }
  const { stderr } = await run(['--debug', 'api', 'POST', '/api/time', '-f', 'time=never']);
  t.regex(stderr, /^> \{"time":"never"\}\n[^$]*^< HTTP\/1\.1 500 Internal Server Error\n[^$]*"error":"invalid_time"/m);
  await refuses(t, run(['hello'], { env: { SVCAPI_DEBUG: 'all' } }), 2, 'SVCAPI_DEBUG is “all”; give api');
});

test('the token is never printed, also not with --debug', async (t) => {
  const { run, server, home } = service;
  await writeFile(join(home, 'token'), server.token);
  const away = await closedPort();
  for (const argv of [
    ['status'],
    ['hello', '--url', away],
    ['character', '1:99'],
    ['login'],
    ['event', '1:1', '--xml'],
  ]) {
    for (const source of [[], ['--token-file', join(home, 'token')]]) {
      const { stdout, stderr } = await run(['--debug', ...argv, ...source]);
      t.false((stdout + stderr).includes(server.token.slice(8)), argv.join(' '));
    }
  }
  // A token of any form, wherever the service repeats it, in a long body with control characters.
  const token = 'a+b/c"d==';
  const { url } = await strangeServer(t, (response) => {
    response.setHeader('X-Echo', token);
    const body = `\u001b[2J${JSON.stringify({ token, link: encodeURIComponent(token) })}`;
    // The last one is where the body is cut.
    response.end(`${body.padEnd(995, 'x')}${token}${'x'.repeat(5000)}`);
  });
  const { stderr } = await run(['--debug', 'api', '/x', '--url', url], { env: { SVCAPI_TOKEN: token } });
  t.true(stderr.includes('< X-Echo: ***') && stderr.includes('\\x1b[2J'), stderr);
  t.false(stderr.includes('a+b') || stderr.includes('a%2Bb'));
  t.regex(stderr, /^\* \d+ more characters$/m);
});
