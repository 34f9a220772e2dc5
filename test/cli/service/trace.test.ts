import test from 'ava';
import { withService } from '../../helpers/cli/service.js';
import { strangeServer } from '../../helpers/cli/strange-server.js';

/** Requests and answers on standard error, for --debug and SVCAPI_DEBUG=api. */

for (const [how, argv, env] of [
  ['--debug', ['--debug', 'hello'], {}],
  ['SVCAPI_DEBUG=api', ['hello'], { SVCAPI_DEBUG: 'api' }],
] as const) {
  test(`${how} shows requests and answers with times, and masks the token`, async (t) => {
    const { run, server, origin } = await withService(t);
    const plain = await run(['hello']);
    const { code, stdout, stderr } = await run(argv, { env });
    t.is(code, 0);
    t.is(stdout, plain.stdout);
    t.is(plain.stderr, '');
    const lines = stderr.split('\n');
    t.is(lines[0], `* Request 1, to ${origin}`);
    t.is(lines[1], '> GET /ws/v2.0/api/helloauth');
    t.true(lines.includes('> Accept: application/json'));
    t.regex(stderr, /^> Authorization: Bearer (?:svcapi_)?\*\*\*$/m);
    t.regex(stderr, /^\* Answer 1, after \d+ ms\n< HTTP\/1\.1 200 OK\n(?:< [\w-]+: .*\n)+< \{"version":"2\.0"/m);
    t.false(stderr.includes(server.token.slice(8)));
  });
}

test('the body of a request and of an error are shown', async (t) => {
  const { run } = await withService(t);
  const { stderr } = await run(['--debug', 'api', 'POST', '/api/time', '-f', 'time=never']);
  t.regex(stderr, /^> \{"time":"never"\}$/m);
  t.regex(stderr, /^< HTTP\/1\.1 500 Internal Server Error$/m);
  t.regex(stderr, /^< \{.*"error":"invalid_time"/m);
});

test('a token of any form is masked, wherever the service repeats it, and a long body is cut', async (t) => {
  const token = 'a+b/c"d==';
  const { url } = await strangeServer(t, (response) => {
    response.setHeader('X-Echo', token);
    response.end(`${JSON.stringify({ token, link: encodeURIComponent(token) })}${'x'.repeat(5000)}svcapi_other`);
  });
  const { run } = await withService(t);
  const { stderr } = await run(['--debug', 'api', '/x', '--url', url], { env: { SVCAPI_TOKEN: token } });
  t.true(stderr.includes('< X-Echo: ***'));
  t.false(stderr.includes('a+b') || stderr.includes('a%2Bb'));
  t.regex(stderr, /^\* \d+ more characters$/m);
});

test('control characters of a server are escaped', async (t) => {
  const { url } = await strangeServer(t, (response) => response.end('{"a":"\u001b[2J"}'));
  const { run } = await withService(t);
  const { stderr } = await run(['--debug', 'api', '/x', '--url', url]);
  t.true(stderr.includes('\\x1b[2J'));
});

test('another value of SVCAPI_DEBUG is refused', async (t) => {
  const { run } = await withService(t);
  const { code, stderr } = await run(['hello'], { env: { SVCAPI_DEBUG: 'all' } });
  t.is(code, 2);
  t.is(stderr, 'svcapi: SVCAPI_DEBUG is “all”; give api\n');
});
