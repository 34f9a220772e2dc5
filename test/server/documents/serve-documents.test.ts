import http from 'node:http';
import { gunzipSync } from 'node:zlib';
import test from 'ava';
import { plainCall } from '../../helpers/plain.js';
import { call, type Server, serverWith, startServer, withServer } from '../../helpers/server.js';

let server: Server;
let script: string;

test.before(async () => {
  server = await startServer({ trustedProxies: ['127.0.0.1'] });
  const page = await call(`${server.url}/documentation`);
  script = `/documentation/${/documentation\/(main-\w+\.js)/.exec(page.text)?.[1]}`;
});
test.after.always(() => server.close());

const DOCUMENTS = [
  ['/documentation', 'text/html; charset=utf-8'],
  ['/openapi.json', 'application/json; charset=utf-8'],
] as const;

for (const [path, type] of DOCUMENTS) {
  test(`${path} is served, and revalidated before it is used again`, async (t) => {
    const { status, headers } = await call(server.url + path);
    t.is(status, 200);
    t.is(headers.get('content-type'), type);
    t.is(headers.get('cache-control'), 'no-cache');
    t.deepEqual(headers.get('vary')?.split(', ').sort(), ['Accept', 'Accept-Encoding', 'Origin']);
    t.regex(headers.get('etag') ?? '', /^"[\w-]+"$/);
    t.is(headers.get('x-content-type-options'), 'nosniff');
    t.is(headers.get('referrer-policy'), 'no-referrer');
    t.is(headers.get('x-ratelimit-limit'), null);
  });
}

for (const [path] of [...DOCUMENTS, ['a file of the page']] as const) {
  test(`${path} has the same strong ETag with a token, and is not stored then`, async (t) => {
    const address = path === 'a file of the page' ? script : path;
    const [open, own] = [await call(server.url + address), await server.call(address)];
    t.is(own.status, 200);
    t.regex(own.headers.get('etag') ?? '', /^"[\w-]+"$/);
    t.is(own.headers.get('etag'), open.headers.get('etag'));
    t.is(own.headers.get('cache-control'), 'no-store');
  });
}

for (const [path, status] of [
  ['/ws/v2.0/documentation/', 303],
  ['/', 303],
  ['/readyz', 200],
  ['/ws/v2.0/account/sign-in', 200],
  ['/ws/v2.0/account/nothing', 404],
  ['/ws/oauth2/tokeninfo', 401],
  ['/.well-known/oauth-authorization-server', 200],
] as const) {
  test(`the answer of ${path}, which is no answer of a route, varies by Accept and Origin`, async (t) => {
    const answer = await fetch(new URL(path, server.url), { redirect: 'manual' });
    t.is(answer.status, status);
    t.deepEqual(answer.headers.get('vary')?.split(', ').sort(), ['Accept', 'Origin']);
  });
}

test('the page may load its own files, and no inline scripts', async (t) => {
  const { headers, text } = await call(`${server.url}/documentation`);
  t.is(
    headers.get('content-security-policy'),
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  );
  t.notRegex(text, /<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:/i);
});

test('only the page has the wider Content-Security-Policy', async (t) => {
  for (const path of ['/api/time', '/openapi.json', '/documentation/nothing.js', script]) {
    const { headers } = await call(server.url + path);
    t.is(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'", path);
  }
});

test('the files of the page have a digest in their names, and never expire', async (t) => {
  const { status, headers } = await call(server.url + script);
  t.is(status, 200);
  t.is(headers.get('content-type'), 'text/javascript; charset=utf-8');
  t.is(headers.get('cache-control'), 'public, max-age=31536000, immutable');
});

const codings: [accepted: string | undefined, coding: string | undefined, undo: (body: Buffer) => Buffer][] = [
  [undefined, undefined, (body) => body],
  ['gzip', 'gzip', gunzipSync],
  ['gzip, deflate, br, zstd', 'gzip', gunzipSync],
  ['gzip;q=1, br;q=0', 'gzip', gunzipSync],
  ['identity', undefined, (body) => body],
  ['zstd', undefined, (body) => body],
];

for (const [accepted, coding, undo] of codings) {
  test(`for Accept-Encoding: ${accepted}, a document is sent in ${coding ?? 'no coding'}`, async (t) => {
    const { text: whole } = await call(`${server.url}/documentation`);
    const { headers, body } = await bytes(
      '/documentation',
      accepted === undefined ? {} : { 'Accept-Encoding': accepted },
    );
    t.is(headers['content-encoding'], coding);
    t.is(headers['content-length'], String(body.length));
    t.is(undo(body).toString(), whole);
    t.true(coding === undefined || body.length < whole.length / 4);
  });
}

/** Asks for a document with nothing of the client's own making, and undoes nothing of the answer. */
function bytes(path: string, headers: Record<string, string>) {
  return new Promise<{ headers: http.IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const request = http.get(server.url + path, { headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ headers: response.headers, body: Buffer.concat(chunks) });
    });
    request.on('error', reject);
  });
}

for (const coding of ['gzip', 'identity']) {
  test(`a matching ETag of the document in ${coding} gets a 304`, async (t) => {
    const first = await plainCall(`${server.url}/documentation`, { headers: { 'Accept-Encoding': coding } });
    const headers = { 'Accept-Encoding': coding, 'If-None-Match': first.headers.etag };
    const again = await plainCall(`${server.url}/documentation`, { headers });
    t.is(again.status, 304);
    t.is(again.text, '');
    for (const name of ['etag', 'cache-control', 'vary'])
      t.is(again.headers[name], first.headers[name], `${name} stays`);
    t.is(again.headers['content-type'], undefined);
  });
}

test('each content coding has an ETag of its own', async (t) => {
  const names = await Promise.all(
    ['gzip', 'identity'].map(async (coding) => {
      const { headers } = await plainCall(`${server.url}/documentation`, { headers: { 'Accept-Encoding': coding } });
      return headers.etag;
    }),
  );
  t.is(new Set(names).size, 2);
});

test('HEAD is GET without its body', async (t) => {
  const got = await plainCall(`${server.url}/documentation`);
  const head = await plainCall(`${server.url}/documentation`, { method: 'HEAD' });
  t.is(head.status, 200);
  t.is(head.text, '');
  for (const name of ['content-length', 'content-type', 'etag']) t.is(head.headers[name], got.headers[name], name);
});

test('OPTIONS lists the methods of a document', async (t) => {
  const { status, headers } = await plainCall(`${server.url}/documentation`, { method: 'OPTIONS' });
  t.is(status, 204);
  t.is(headers.allow, 'GET, HEAD, OPTIONS');
});

for (const method of ['POST', 'PUT', 'DELETE']) {
  for (const path of ['/documentation', '/documentation/', '/openapi.json']) {
    test(`${method} ${path} is a 405`, async (t) => {
      const { status, json, headers } = await call(server.url + path, { method });
      t.is(status, 405);
      t.is(json.svcapi.error, 'method_not_allowed');
      t.is(headers.get('allow'), 'GET, HEAD, OPTIONS');
    });
  }
}

for (const [publicUrl, contact, described, shown] of [
  [
    'https://galaxy.example/space',
    'host@galaxy.example',
    { email: 'host@galaxy.example' },
    'write to <a href="mailto:host@galaxy.example">',
  ],
  [
    'https://galaxy.example',
    'https://galaxy.example/?a&b',
    { url: 'https://galaxy.example/?a&b' },
    'see <a href="https://galaxy.example/?a&amp;b">',
  ],
] as const) {
  test(
    `the description and the page name ${contact} as the contact, and the public URL ${publicUrl}`,
    serverWith({ publicUrl, contact }),
    async (t, { url }) => {
      const { json } = await call(`${url}/openapi.json`);
      t.deepEqual(json.info.contact, { name: 'The host of this service', ...described });
      const { text } = await plainCall(`${url}/documentation`);
      t.true(text.includes(`(${shown}`));
      t.true(text.includes(`${publicUrl}/ws/v2.0/api/time`));
      t.false(text.includes(new URL(url).host));
    },
  );
}

test('without a contact, the page names the host alone', async (t) => {
  t.true((await call(`${server.url}/documentation`)).text.includes('the host of this service gives you one'));
});

test('a blacklisted address gets no document', withServer, async (t, { url, store, time }) => {
  const createdAt = Math.floor(time.now / 1000);
  await store.blacklist.add({
    address: '127.0.0.1',
    created_at: createdAt,
    expires_at: createdAt + 60,
    reason: 'a test',
  });
  await t.throwsAsync(plainCall(`${url}/documentation`), { code: 'ECONNRESET' });
});

test(
  'a document is a 503 while too many requests are in flight',
  serverWith({ maxRequests: 0 }),
  async (t, { url }) => {
    t.is((await call(`${url}/documentation`)).status, 503);
  },
);
