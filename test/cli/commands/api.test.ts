import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { PROGRAM } from '../../helpers/cli/program.js';
import { withService } from '../../helpers/cli/service.js';
import { enveloped, strangeServer } from '../../helpers/cli/strange-server.js';

type Transaction = { attributes: { transaction_id: number } };

test('the unchanged answer, in either format', async (t) => {
  const { run, server, xml } = await withService(t);
  const { text } = await server.call('/character');
  t.deepEqual(await run(['api', 'GET', '/character']), { code: 0, stdout: `${text}\n`, stderr: '' });
  t.is((await run(['api', 'get', 'character'])).stdout, `${text}\n`);
  t.is((await run(['api', 'GET', '/ws/v2.0/character'])).stdout, `${text}\n`);
  t.is((await run(['api', 'GET', '/character'], { terminal: 80 })).stdout, `${text}\n`);
  const inXml = `${await xml('/character')}\n`;
  t.is((await run(['api', 'GET', '/character', '--xml'])).stdout, inXml);
  t.is((await run(['api', 'GET', '/character', '-H', 'accept: application/xml'])).stdout, inXml);
  t.is((await run(['api', 'GET', '/character', '--query', 'format=xml'])).stdout, inXml);
  t.is((await run(['api', 'GET', '/character?format=xml'])).stdout, inXml);
});

test('a body from fields, from a file and from standard input', async (t) => {
  const { run, home } = await withService(t);
  const time = (stdout: string) => JSON.parse(stdout).svcapi.timestamp;
  t.is(time((await run(['api', 'POST', '/api/time', '-f', 'cgt=Year 12 Day 3'])).stdout), 1291273200);
  t.is(time((await run(['api', 'POST', '/api/time', '-f', 'cgt=Y0D1', '-f', 'cgt=Y12D3'])).stdout), 1291273200);
  await writeFile(join(home, 'body.json'), '{"time": 1291273200}');
  t.is(time((await run(['api', 'POST', '/api/time', '--input', 'body.json'], { cwd: home })).stdout), 1291273200);
  const form = ['api', 'POST', '/api/time', '--input', '-', '-H', 'Content-Type: application/x-www-form-urlencoded'];
  t.is(time((await run(form, { stdin: 'cgt=Y12D3' })).stdout), 1291273200);
});

test('without a method it is a GET', async (t) => {
  const { run, server } = await withService(t);
  const { text } = await server.call('/character');
  t.deepEqual(await run(['api', '/character']), { code: 0, stdout: `${text}\n`, stderr: '' });
});

test('fields are the query of a GET or HEAD, and the body of other methods', async (t) => {
  const { url, requests } = await strangeServer(t, (response) => response.end('{}'));
  const { run } = await withService(t);
  for (const method of ['GET', 'HEAD', 'DELETE']) {
    await run(['api', method, '/x', '-f', 'a=b c', '--query', 'd=e', '--url', url]);
  }
  t.deepEqual(
    requests.map(({ method, url: target, body }) => [method, target, body]),
    [
      ['GET', '/ws/v2.0/x?d=e&a=b+c', ''],
      ['HEAD', '/ws/v2.0/x?d=e&a=b+c', ''],
      ['DELETE', '/ws/v2.0/x?d=e', '{"a":"b c"}'],
    ],
  );
});

test('--include prints the status line and the header fields before the body, also of an error', async (t) => {
  const { run } = await withService(t);
  const { code, stdout } = await run(['api', '-i', '/character']);
  t.is(code, 0);
  t.regex(stdout, /^HTTP\/1\.1 200 OK\n(?:[\w-]+: .*\n)*X-RateLimit-Limit: 600\n(?:[\w-]+: .*\n)*\n\{"version"/);
  const failed = await run(['api', '--include', '/nope']);
  t.is(failed.code, 6);
  t.regex(failed.stdout, /^HTTP\/1\.1 404 Not Found\n(?:[\w-]+: .*\n)*\n\{.*"route_not_found"/);
  t.regex((await run(['api', '-i', 'HEAD', '/character'])).stdout, /^HTTP\/1\.1 200 OK\n(?:[\w-]+: .*\n)*\n$/);
});

test('--paginate gathers a whole credit log in one document, newest first', async (t) => {
  const { run } = await withService(t);
  const idsOf = (stdout: string): number[] =>
    JSON.parse(stdout).svcapi.transactions.transaction.map((row: Transaction) => row.attributes.transaction_id);
  const { code, stdout, stderr } = await run(['api', '/character/1:1/creditlog', '--paginate']);
  t.is(code, 0, stderr);
  const { resource, svcapi } = JSON.parse(stdout);
  t.is(resource, 'character_creditlog');
  t.deepEqual(svcapi.transactions.attributes, { start: 1, total: 2500, count: 2500 });
  t.deepEqual(
    idsOf(stdout),
    Array.from({ length: 2500 }, (_, index) => 2500 - index),
  );
  const newest = await run(['api', '/character/1:1/creditlog?item_count=1']);
  t.deepEqual(svcapi.transactions.transaction[0], JSON.parse(newest.stdout).svcapi.transactions.transaction[0]);
  const rest = await run(['api', '/character/1:1/creditlog?start_id=1400', '--paginate']);
  t.deepEqual(idsOf(rest.stdout), idsOf(stdout).slice(0, 1101));
});

test('--paginate refuses an answer that is not a page', async (t) => {
  const { url } = await strangeServer(t, (response) => response.end(enveloped({ transactions: { transaction: 1 } })));
  const { run } = await withService(t);
  const { code, stdout, stderr } = await run(['api', '/character/1:1/creditlog', '--paginate', '--url', url]);
  t.is(code, 3);
  t.is(stdout, '');
  t.regex(stderr, /is not a page of a credit log/);
});

test('--paginate says on Ctrl-C how to go on, also when it has printed', async (t) => {
  const { origin, server } = await withService(t);
  const env = { HOME: '/nonexistent', SVCAPI_URL: origin, SVCAPI_TOKEN: server.token };
  const argv = [PROGRAM, 'api', '--paginate', '/character/1:1/creditlog'];
  const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  const message = text(child.stderr);
  // Its first bytes have come, and nobody reads the others.
  await once(child.stdout, 'readable');
  child.kill('SIGINT');
  const [, signal] = await ended;
  const stderr = await message;
  t.is(signal, 'SIGINT');
  t.is(
    stderr,
    'svcapi: interrupted by SIGINT: the document is not complete; run the same command again, or read in parts with svcapi creditlog --all\n',
  );
});

test('--paginate prints an answer without pages as it is', async (t) => {
  const { run } = await withService(t);
  t.deepEqual(await run(['api', '--paginate', '/character']), await run(['api', '/character']));
});

test('the request has the given method, path, query and header fields', async (t) => {
  const { url, requests } = await strangeServer(t, (response) => response.writeHead(204).end());
  const { run } = await withService(t);
  const argv = ['api', 'put', '/ä b#c?d=%20', '--query', 'e=f&g', '-f', 'a==b', '-H', 'X-One:two: three'];
  t.deepEqual(await run([...argv, '--url', url]), { code: 0, stdout: '', stderr: '' });
  const [sent] = requests;
  t.is(`${sent?.method} ${sent?.url}`, 'PUT /ws/v2.0/%C3%A4%20b%23c?d=%20&e=f%26g');
  t.is(sent?.body, '{"a":"=b"}');
  t.like(sent?.headers, { 'x-one': 'two: three', 'content-type': 'application/json', accept: 'application/json' });
});

const failed: [argv: string[], code: number, word: string, message: string][] = [
  [['GET', '/nope'], 6, 'route_not_found', 'There is no such route. GET /ws/v2.0/ lists all routes.'],
  [['GET', '/event/39:99'], 6, 'not_found', 'There is no such entity, or it is not visible to this token.'],
  [
    ['DELETE', '/character'],
    2,
    'method_not_allowed',
    'This path does not have that method. The Allow header lists those it has.',
  ],
  [['GET', '/event/x'], 2, 'invalid_parameter', 'uid: It must be the uid of an event, such as 39:12.'],
];

for (const [argv, code, word, message] of failed) {
  test(`an error is printed unchanged, and reported: ${argv.join(' ')}`, async (t) => {
    const { run } = await withService(t);
    const ran = await run(['api', ...argv]);
    t.is(ran.code, code);
    t.is(JSON.parse(ran.stdout).svcapi.error, word);
    t.is(ran.stderr, `svcapi: ${message}\n`);
    t.regex((await run(['api', ...argv, '--xml'])).stdout, new RegExp(`^<\\?xml.*<error>${word}</error>`, 's'));
  });
}

const misused: [argv: string[], message: string][] = [
  [['CONNECT', '/'], '“CONNECT” is not a method; give one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
  [['GET', 'https://example.org/'], 'give a path such as /character, and the address with --url'],
  [['get'], 'give a path after get, such as /character'],
  [['POST', '/character', '--paginate'], '--paginate is for GET; it cannot be combined with POST'],
  [
    ['/character/1:1/creditlog?item_count=5', '--paginate'],
    '--paginate reads all pages; leave out start_index and item_count',
  ],
  [['POST', '/', '-f', 'x'], '“x” is not of the form key=value'],
  [['GET', '/', '--query', '=x'], '“=x” is not of the form key=value'],
  [['GET', '/', '-H', 'x'], 'a header is not of the form Name: value, in ASCII'],
  [['GET', '/', '-H', 'X: a\r\nY: b'], 'a header is not of the form Name: value, in ASCII'],
];

for (const [argv, message] of misused) {
  test(`misused: api ${argv.join(' ').replace(/\r\n/, ' ')}`, async (t) => {
    const { run } = await withService(t);
    t.deepEqual(await run(['api', ...argv]), { code: 2, stdout: '', stderr: `svcapi: ${message}\n` });
  });
}

for (const argv of [
  ['-H', 'authorization: Bearer svcapi_secret'],
  ['-H', 'Proxy-Authorization: svcapi_secret'],
  ['--query', 'access_token=svcapi_secret'],
  ['-f', 'access_token=svcapi_secret'],
]) {
  test(`a token is not taken from the arguments: ${argv.join(' ').split(/[:=]/)[0]}`, async (t) => {
    const { run, server } = await withService(t);
    t.deepEqual(await run(['api', 'GET', '/character', ...argv]), {
      code: 2,
      stdout: '',
      stderr: 'svcapi: a token must not be on the command line; use svcapi login, SVCAPI_TOKEN or --token-file\n',
    });
    t.false(server.log.some((line) => line.includes('/character')));
  });
}

test('a missing file is an error', async (t) => {
  const { run } = await withService(t);
  const { code, stderr } = await run(['api', 'POST', '/api/time', '--input', '/nonexistent/body']);
  t.is(code, 2);
  t.is(stderr, 'svcapi: there is no file /nonexistent/body; check its name\n');
});
