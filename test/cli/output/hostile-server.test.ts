import test from 'ava';
import { EVIL, env, leaves, payloads, RAW, survive } from '../../helpers/cli/hostile-answers.js';
import { run } from '../../helpers/cli/run.js';
import { enveloped, strangeServer } from '../../helpers/cli/strange-server.js';

for (const [index, [name, payload]] of payloads.entries()) {
  test(`a command survives any answer: ${name}`, (t) => survive(t, payload, index));
}

test('errors are sanitized to one line', async (t) => {
  const { url } = await strangeServer(t, (response) => {
    response.writeHead(404).end(enveloped({ error: EVIL, error_message: EVIL.repeat(1000), error_code: EVIL }));
  });
  for (const format of [[], ['--xml']]) {
    const { code, stdout, stderr } = await run(['character', '--url', url, ...format], { env, terminal: 80 });
    t.deepEqual({ code, stdout }, { code: 6, stdout: '' });
    t.false(RAW.test(stderr));
    t.is(stderr.split('\n').length, 2);
    t.true(stderr.length < 50_000);
  }
});

test('the details of an error may be of any type', async (t) => {
  for (const leaf of leaves.map(([, value]) => value)) {
    for (const error of ['permission_missing', 'rate_limit_exceeded', 'token_invalid', 'invalid_parameter', leaf]) {
      const { url } = await strangeServer(t, (response) => {
        const details = { parameter: leaf, required_permission: leaf, available_permissions: leaf, retry_after: leaf };
        Object.assign(details, { calls_until_blacklist: leaf, blacklist_for: leaf });
        response.writeHead(401, { 'X-RateLimit-Reset': encodeURI(JSON.stringify(leaf)) });
        response.end(enveloped({ error, error_message: leaf, ...details }));
      });
      const { code, stderr } = await run(['character', '--url', url], { env });
      t.true(code >= 2 && code <= 7, stderr);
      t.false(/internal error|\[object|undefined/.test(stderr), stderr);
    }
  }
});

test('XML is sanitized on a terminal and unchanged in a pipe', async (t) => {
  const xml = `<svcapi>${EVIL}</svcapi>`;
  const { url } = await strangeServer(t, (response) => response.end(xml));
  const argv = ['character', '--xml', '--url', url];
  t.is((await run(argv, { env })).stdout, `${xml}\n`);
  t.false(RAW.test((await run(argv, { env, terminal: 80 })).stdout.replace('\r', '')));
  const api = await run(['api', 'GET', '/character', '--url', url], { env, terminal: 80 });
  t.false(RAW.test(api.stdout));
});
