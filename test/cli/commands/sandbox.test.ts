import { writeFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { run } from '../../helpers/cli/run.js';
import { withService } from '../../helpers/cli/service.js';
import { serve } from '../../helpers/cli/serving.js';
import { temporaryFolder } from '../../helpers/folder.js';
import { RawClient } from '../../helpers/raw.js';

/** A sandbox as a host starts it, and `svcapi sandbox`, which controls it. */

async function startSandbox(t: ExecutionContext) {
  const argv = ['--sandbox', '--demo-size', '0.01', '--metrics-port', 'off'];
  const serving = await serve(t, argv, { last: /openapi\.json/ });
  const { url } = serving;
  const sandbox = (...argv: string[]) => run(['sandbox', ...argv], { env: { SVCAPI_URL: url } });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}/sandbox${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { ...serving, sandbox, post };
}

test('the first line says that it is a sandbox', async (t) => {
  const { stdout, token, get } = await startSandbox(t);
  t.regex(stdout.text, /^svcapi listens on http:\/\/127\.0\.0\.1:\d+ as a sandbox: its clock stands still/);
  t.is(token, 'svcapi_token-of-the-first-character-of-the-sandbox');
  const answer = await get('/character');
  t.is(answer.status, 200);
  t.is(answer.headers.get('date'), 'Wed, 26 Nov 2025 07:00:00 GMT');
});

test('every operation is a command', async (t) => {
  const { url, sandbox, get, token } = await startSandbox(t);
  t.is((await sandbox('clock')).stdout, '1764140400\tYear 27 Day 1, 00:00:00\t2025-11-26T07:00:00Z\tfalse\n');
  t.is(JSON.parse((await sandbox('clock', '--advance', '2h', '--json', 'now')).stdout).now, 1_764_147_600);
  t.regex((await sandbox('clock', '--set', 'Year 27 Day 2')).stdout, /Year 27 Day 2, 00:00:00/);
  t.regex((await sandbox('clock', '--run')).stdout, /true\n$/);
  t.regex((await sandbox('clock', '--stop')).stdout, /false\n$/);

  const before = (await sandbox('snapshot')).stdout.trim();
  const failed = await sandbox('fail', 'GET /character', '--code', 'rate_limit_exceeded', '--times', '2', '--json');
  t.deepEqual(JSON.parse(failed.stdout), {
    ...{ id: 1, route: 'GET /character[/{uid}]', where: null, effect: 'rate_limit_exceeded', left: 2, strikes: 0 },
  });
  t.is((await get('/character')).status, 400);
  t.is((await sandbox('fail')).stdout, '1\tGET /character[/{uid}]\t\trate_limit_exceeded\t1\t1\n');
  t.is((await sandbox('fail', '--end', '1')).stdout, '');
  await sandbox('fail', '*', '--delay', '1ms');
  await sandbox('fail', '*', '--cut', '10', '--probability', '0.5');
  await sandbox('fail', '*', '--silence');
  await sandbox('fail', 'GET /event/{uid}', '--status', '503');
  t.is((await sandbox('fail', '--json', 'effect')).stdout.match(/effect/g)?.length, 4);
  await sandbox('fail', '--end-all');
  const where = ['--where', 'uid=14:1', '--where', 'character=1:1', '--where', 'token=of-a-test'];
  const shown = await sandbox(
    'fail',
    'GET /datacard/{uid}',
    '--proxy',
    '502',
    ...where,
    '--after',
    '2',
    '--every',
    '3',
  );
  t.regex(shown.stdout, /\tuid “14:1”, character 1:1, one token\tanswer of its own with 502, after 2, 1 of every 3\t/);
  await sandbox('fail', '--end-all');
  const answers = join(await mkdtemp(join(tmpdir(), 'svcapi-answer-')), 'answer.json');
  await writeFile(answers, '{"status":302,"headers":{"Server":"test","Location":"/elsewhere"},"body":{"moved":true}}');
  await sandbox('fail', 'GET /character', '--answer', answers, '--times', '1');
  const moved = await fetch(`${url}/ws/v2.0/character`, { redirect: 'manual' });
  t.is(moved.headers.get('location'), '/elsewhere');
  t.is(await moved.text(), '{"moved":true}');
  await sandbox(
    'fail',
    'GET /character',
    '--set-header',
    'Date: Wed, 01 Jan 2031 00:00:00 GMT',
    '--drip',
    '1ms',
    '--times',
    '1',
  );
  t.regex(
    (await sandbox('fail', 'GET /character', '--set-header', 'Date')).stderr,
    /--set-header is “Date”; give NAME: VALUE/,
  );
  t.is((await sandbox('requests', '--clear')).stdout, '');
  t.is((await sandbox('requests')).stdout, '');
  t.is((await sandbox('fail', '--end-all')).stdout, '');

  const made = (await sandbox('token', '1:3', '--permission', 'character_read', '--lifetime', '1h')).stdout.trim();
  t.is((await get('/character', made)).status, 200);
  t.is((await get('/character/1:3/credits', made)).status, 401);
  t.is((await sandbox('requests', 'GET /character')).stdout.split('\n').length, 2);
  t.regex((await sandbox('requests', '--json', 'headers,permissions')).stdout, /"authorization":"\*\*\*"/);

  const file = join(await mkdtemp(join(tmpdir(), 'svcapi-sandbox-')), 'more.ndjson');
  await writeFile(file, '{"kind":"faction","uid":"20:77","name":"Harbour"}\n');
  t.is((await sandbox('load', file)).stderr, 'Loaded 1 records.\n');
  t.is((await get('/entity/20:77')).status, 200);
  t.is((await sandbox('reset', before)).stderr, `The sandbox is at ${before}: Year 27 Day 2, 00:00:00.\n`);
  t.is((await get('/entity/20:77')).status, 404);
  t.is((await get('/character', made)).status, 401);
  t.is((await sandbox('reset')).stderr, 'The sandbox is at its beginning: Year 27 Day 1, 00:00:00.\n');
  t.is((await get('/character', token)).status, 200);
  t.is((await sandbox('snapshot', '--drop', before)).stderr, `${before} is forgotten.\n`);
});

test('what a sandbox refuses is said, with an exit code', async (t) => {
  const { sandbox } = await startSandbox(t);
  const outcome = async (...argv: string[]) => {
    const { code, stderr } = await sandbox(...argv);
    return `${code} ${stderr}`;
  };
  t.is(
    await outcome('fail', 'GET /charakter', '--silence'),
    '2 svcapi: route: there is no route “GET /charakter”; did you mean “GET /character”?\n',
  );
  t.is(
    await outcome('fail', 'GET /character', '--code', 'rate_limit_exeeded'),
    '2 svcapi: there is no error code “rate_limit_exeeded”; did you mean “rate_limit_exceeded”?\n',
  );
  t.regex(await outcome('fail', 'GET /nothing', '--silence'), /^2 svcapi: route: there is no route “GET \/nothing”\./);
  t.regex(await outcome('fail', '*', '--code', 'none'), /^2 svcapi: code: /);
  t.regex(await outcome('fail', '*'), /^2 svcapi: give one of code, status, answer, .*, or delay alone/);
  t.regex(await outcome('fail', '*', '--probability', '2'), /^2 svcapi: --probability is “2”/);
  t.regex(await outcome('fail', '*', '--end-all'), /^2 svcapi: --end and --end-all take no route/);
  t.is(await outcome('fail', '--end', '99'), '6 svcapi: there is no fault 99\n');
  t.regex(await outcome('clock', '--run', '--stop'), /^2 svcapi: option '--run' cannot be used with option '--stop'/);
  t.is(await outcome('load', '-'), '2 svcapi: standard input has no records\n');
  t.regex(await outcome('clock', '--set', 'soon'), /^2 svcapi: set: must be Unix seconds/);
  t.regex(
    await outcome('reset', 'snapshot-9'),
    /^6 svcapi: snapshot: there is no snapshot “snapshot-9”; take one first\n/,
  );
  t.regex(await outcome('token', '1:9999'), /^2 svcapi: character: there is no character “1:9999”/);
});

test('a service that is no sandbox has none of its paths', async (t) => {
  const { origin, run: svcapi } = await withService(t);
  for (const path of ['/sandbox', '/sandbox/clock', '/sandbox/requests', '/sandbox/openapi.json']) {
    const [answer, unknown] = [await fetch(origin + path), await fetch(`${origin}/nowhere`)];
    t.is(answer.status, 404, path);
    t.is((await answer.text()).replace(path, ''), (await unknown.text()).replace('/nowhere', ''));
  }
  const { code, stderr } = await svcapi(['sandbox', 'clock']);
  t.is(code, 1);
  t.is(stderr, `svcapi: ${origin} is no sandbox; start one with svcapi serve --sandbox\n`);
});

const config = `${temporaryFolder()}/config.toml`;
writeFileSync(config, 'host = "192.0.2.1"\n');

for (const [how, argv, env, message] of [
  ['a flag', ['--host', '0.0.0.0'], {}, /loopback alone, and --host is 0\.0\.0\.0: leave it out, or serve without/],
  ['a variable', [], { SVCAPI_HOST: '::' }, /loopback alone, and --host is ::/],
  ['the config file', ['--config', config], {}, /loopback alone, and --host is 192\.0\.2\.1/],
  ['a proxy', ['--trusted-proxies', '127.0.0.1'], {}, /behind no proxy: leave out --trusted-proxies/],
  ['a provider', ['--oidc-issuer', 'https://login.example'], {}, /no provider to sign in by: leave out --oidc-issuer/],
  ['a public address', ['--public-url', 'https://galaxy.example'], {}, /has no public address: leave out --public-url/],
  ['a database', [], { SVCAPI_DATABASE: '/tmp/galaxy.db' }, /never opens a database: give --database :memory:/],
  ['Redis', ['--redis', 'redis://127.0.0.1'], {}, /leave out --redis/],
] as const) {
  test(`a sandbox does not start where others could reach it, or a galaxy is at stake: ${how}`, async (t) => {
    const { code, stderr, stdout } = await run(['serve', '--sandbox', '--port', '0', ...argv], { env });
    t.is(code, 2);
    t.regex(stderr, message);
    t.is(stdout, '');
  });
}

test('no variable and no line of the config file makes a service a sandbox', async (t) => {
  const file = `${temporaryFolder()}/config.toml`;
  await writeFile(file, 'sandbox = true\n');
  const { code, stderr } = await run(['serve', '--port', '0', '--config', file, '--database', ':memory:']);
  t.is(code, 2, stderr);
  const { url } = await serve(t, ['--database', ':memory:'], { env: { SVCAPI_SANDBOX: 'true' } });
  t.is((await fetch(`${url}/sandbox/clock`)).status, 404);
});

/** The fields of proxies, balancers and content delivery networks. */
const proxyFields = [
  ...['Forwarded', 'Via', 'X-Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'Forwarded-For'],
  ...['X-Real-IP', 'X-Client-IP', 'Client-IP', 'X-Cluster-Client-IP', 'True-Client-IP', 'X-Remote-Addr', 'X-Host'],
  ...['CF-Connecting-IP', 'CF-Ray', 'CDN-Loop', 'Fastly-Client-IP', 'Fly-Client-IP', 'DO-Connecting-IP'],
  ...['X-Azure-ClientIP', 'X-Appengine-User-IP', 'X-Amzn-Trace-Id', 'X-Envoy-External-Address', 'X-Original-URL'],
  ...['WL-Proxy-Client-IP', 'Proxy-Connection'],
];

test('a sandbox answers programs on this machine alone', async (t) => {
  const { url, post } = await startSandbox(t);
  const { host: address } = new URL(url);
  const send = async (fields: Record<string, string>, version = '1.1', origin = '') => {
    const client = await RawClient.connect(url);
    const head = Object.entries({ Host: address, Connection: 'close', ...fields }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    client.send(`GET ${origin}/sandbox/requests HTTP/${version}\r\n${head.join('\r\n')}\r\n\r\n`);
    await client.closed;
    return client.received.toString();
  };
  t.regex(await send({}), /^HTTP\/1\.1 200 /);
  t.regex(await send({ Host: 'localhost:8080' }), /^HTTP\/1\.1 200 /);
  t.regex(await send({ Host: 'galaxy.example' }), /^HTTP\/1\.1 403 [\s\S]*calls this machine “galaxy\.example”/);
  t.regex(await send({ Origin: 'https://page.example' }), /^HTTP\/1\.1 403 [\s\S]*a page in a browser/);
  t.regex(await send({ 'Sec-Fetch-Site': 'cross-site' }), /^HTTP\/1\.1 403 /);
  t.notRegex(await send({ Origin: 'https://page.example' }), /access-control/i);
  for (const origin of [url, 'http://localhost:8080', 'HTTP://LOCALHOST', 'http://[::1]']) {
    t.regex(await send({}, '1.1', origin), /^HTTP\/1\.1 200 /, origin);
    t.regex(await send({ Host: 'galaxy.example' }, '1.1', origin), /^HTTP\/1\.1 403 /, origin);
  }
  for (const origin of [
    'http://galaxy.example',
    'https://galaxy.example:8080',
    'http://localhost@galaxy.example',
    'http://127.0.0.1.example',
  ]) {
    t.regex(await send({}, '1.1', origin), /^HTTP\/1\.1 403 [\s\S]*calls this machine “/, origin);
  }
  t.regex(await send({ 'X-A': `b\r\nHost: galaxy.example` }), /^HTTP\/1\.1 403 /, 'a second Host');
  for (const field of proxyFields) {
    t.regex(await send({ [field]: '127.0.0.1' }), /^HTTP\/1\.1 403 [\s\S]*through a proxy/, field);
  }
  t.regex(await send({}, '1.0'), /^HTTP\/1\.1 403 /);

  t.is((await post('/reset', {}, { 'Content-Type': 'text/plain' })).status, 415);
  t.is((await post('/reset', '{')).status, 400);
  t.is((await post('/nothing', {})).status, 404);
  const wrong = await fetch(`${url}/sandbox/reset`);
  t.is(wrong.status, 405);
  t.is(wrong.headers.get('allow'), 'POST');
  const unknown = await post('/clock', { advnce: '2h' });
  t.is(unknown.status, 400);
  t.like(await unknown.json(), { error: 'invalid_input' });
});

test('the description names every path of the sandbox', async (t) => {
  const { url } = await startSandbox(t);
  const document = (await (await fetch(`${url}/sandbox/openapi.json`)).json()) as {
    servers: object[];
    paths: Record<string, Record<string, unknown>>;
  };
  t.deepEqual(document.servers, [{ url }]);
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replace('/sandbox', '')}`),
  );
  t.deepEqual(operations.sort(), [
    'DELETE /faults',
    'DELETE /faults/{id}',
    'DELETE /requests',
    'DELETE /snapshots/{name}',
    'GET /clock',
    'GET /faults',
    'GET /requests',
    'POST /clock',
    'POST /faults',
    'POST /records',
    'POST /requests/verify',
    'POST /requests/wait',
    'POST /reset',
    'POST /sign-ins',
    'POST /snapshots',
    'POST /tokens',
  ]);
});
