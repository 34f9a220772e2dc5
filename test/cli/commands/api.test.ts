import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { refuses } from '../../helpers/cli/run.js';
import { sharedService } from '../../helpers/cli/service.js';
import { strangeServer } from '../../helpers/cli/strange-server.js';

const service = sharedService();

test('the unchanged answer, in either format, for a path in each form', async (t) => {
  const { run, server, xml } = service;
  const { text: json } = await server.call('/character');
  t.deepEqual(await run(['api', 'GET', '/character']), { code: 0, stdout: `${json}\n`, stderr: '' });
  for (const argv of [['get', 'character'], ['/character'], ['GET', '/ws/v2.0/character']]) {
    t.is((await run(['api', ...argv], { terminal: 80 })).stdout, `${json}\n`, argv.join(' '));
  }
  const inXml = `${await xml('/character')}\n`;
  for (const argv of [['--xml'], ['-H', 'accept: application/xml'], ['--query', 'format=xml']]) {
    t.is((await run(['api', 'GET', '/character', ...argv])).stdout, inXml, argv.join(' '));
  }
  t.is((await run(['api', 'GET', '/character?format=xml'])).stdout, inXml);
});

test('a body from fields, from a file and from standard input', async (t) => {
  const { run, home } = service;
  await writeFile(join(home, 'body.json'), '{"time": 1291273200}');
  const form = ['--input', '-', '-H', 'Content-Type: application/x-www-form-urlencoded'];
  for (const argv of [['-f', 'cgt=Y0D1', '-f', 'cgt=Year 12 Day 3'], ['--input', 'body.json'], form]) {
    const { stdout } = await run(['api', 'POST', '/api/time', ...argv], { cwd: home, stdin: 'cgt=Y12D3' });
    t.is(JSON.parse(stdout).svcapi.timestamp, 1291273200, argv.join(' '));
  }
});

test('the request has the given method, path, query, header fields and body', async (t) => {
  const { url, requests } = await strangeServer(t, (response) => response.writeHead(204).end());
  const { run } = service;
  const argv = ['api', 'put', '/ä b#c?d=%20', '--query', 'e=f&g', '-f', 'a==b', '-H', 'X-One:two: three'];
  t.deepEqual(await run([...argv, '--url', url]), { code: 0, stdout: '', stderr: '' });
  for (const method of ['GET', 'HEAD', 'DELETE']) {
    await run(['api', method, '/x', '-f', 'a=b c', '--query', 'd=e', '--url', url]);
  }
  t.deepEqual(
    requests.map(({ method, url: target, body }) => [method, target, body]),
    [
      ['PUT', '/ws/v2.0/%C3%A4%20b%23c?d=%20&e=f%26g', '{"a":"=b"}'],
      ['GET', '/ws/v2.0/x?d=e&a=b+c', ''],
      ['HEAD', '/ws/v2.0/x?d=e&a=b+c', ''],
      ['DELETE', '/ws/v2.0/x?d=e', '{"a":"b c"}'],
    ],
  );
  t.like(requests[0]?.headers, {
    ...{ 'x-one': 'two: three', 'content-type': 'application/json', accept: 'application/json' },
  });
});

test('--include prints the status line and the header fields before the body, also of an error', async (t) => {
  const { run } = service;
  t.regex(
    (await run(['api', '-i', '/character'])).stdout,
    /^HTTP\/1\.1 200 OK\n(?:[\w-]+: .*\n)*X-RateLimit-Limit: \d+\n(?:[\w-]+: .*\n)*\n\{"version"/,
  );
  const failed = await run(['api', '--include', '/nope']);
  t.is(failed.code, 6);
  t.regex(failed.stdout, /^HTTP\/1\.1 404 Not Found\n(?:[\w-]+: .*\n)*\n\{.*"route_not_found"/);
  t.regex((await run(['api', '-i', 'HEAD', '/character'])).stdout, /^HTTP\/1\.1 200 OK\n(?:[\w-]+: .*\n)*\n$/);
});

test('an error is printed unchanged, and reported', async (t) => {
  for (const [argv, code, error, message] of [
    [['GET', '/nope'], 6, 'route_not_found', 'There is no such route. GET /ws/v2.0/ lists all routes.'],
    [['GET', '/event/39:99'], 6, 'not_found', 'There is no such entity, or it is not visible to this token.'],
    [['DELETE', '/character'], 2, 'method_not_allowed', 'This path does not have that method. The Allow header'],
    [['GET', '/event/x'], 2, 'invalid_parameter', 'uid: It must be the uid of an event, such as 39:12.'],
  ] as const) {
    const ran = await service.run(['api', ...argv]);
    t.deepEqual([ran.code, JSON.parse(ran.stdout).svcapi.error], [code, error]);
    t.true(ran.stderr.startsWith(`svcapi: ${message}`), ran.stderr);
    const xml = (await service.run(['api', ...argv, '--xml'])).stdout;
    t.regex(xml, new RegExp(`^<\\?xml.*<error>${error}</error>`, 's'));
  }
});

const TOKEN = 'a token must not be on the command line; use svcapi login, SVCAPI_TOKEN or --token-file';
const HEADER = 'a header is not of the form Name: value, in ASCII';

const misused: [argv: string[], message: string][] = [
  [['CONNECT', '/'], '“CONNECT” is not a method; give one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
  [['GET', 'https://example.org/'], 'give a path such as /character, and the address with --url'],
  [['GET', 'C:/Program Files/Git/api/time'], 'the shell has made a file of the path; leave the slash out: api/time'],
  [['get'], 'give a path after get, such as /character'],
  [['POST', '/', '-f', 'x'], '“x” is not of the form key=value'],
  [['GET', '/', '--query', '=x'], '“=x” is not of the form key=value'],
  [['GET', '/', '-H', 'x'], HEADER],
  [['GET', '/', '-H', 'X: a\r\nY: b'], HEADER],
  [['GET', '/character', '-H', 'authorization: Bearer svcapi_secret'], TOKEN],
  [['GET', '/character', '-H', 'Proxy-Authorization: svcapi_secret'], TOKEN],
  [['GET', '/character', '--query', 'access_token=svcapi_secret'], TOKEN],
  [['GET', '/character', '-f', 'access_token=svcapi_secret'], TOKEN],
];

test('a misused command sends nothing, and takes no token from the arguments', async (t) => {
  for (const [argv, message] of misused) {
    await refuses(t, service.run(['api', ...argv, '--url', 'http://127.0.0.1:1']), 2, message, argv.join(' '));
  }
});
