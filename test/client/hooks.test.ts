import test from 'ava';
import { Client, type SeenRequest, type SeenResponse, type SeenRetry, ServiceError } from '../../src/client/index.js';
import { enveloped, strangeServer } from '../helpers/cli/strange-server.js';
import { withServer } from '../helpers/server.js';

/** The functions of a program that see the requests of its client. */

/** Hooks that keep what they see. */
function watching() {
  const requests: SeenRequest[] = [];
  const responses: SeenResponse[] = [];
  const retries: SeenRetry[] = [];
  const hooks = {
    onRequest: (request: SeenRequest) => void requests.push(request),
    onResponse: (response: SeenResponse) => void responses.push(response),
    onRetry: (retry: SeenRetry) => void retries.push(retry),
  };
  return { hooks, requests, responses, retries };
}

test('hooks see each request, its answer and each wait', withServer, async (t, server) => {
  const { hooks, requests, responses, retries } = watching();
  let now = 0;
  const clock = {
    now: () => now,
    sleep: async (wait: number) => {
      now += wait;
    },
  };
  let failed = 0;
  const fetch: typeof globalThis.fetch = async (...request) => {
    now += 20;
    failed += 1;
    return failed === 1
      ? new Response('', { status: 503, headers: { 'X-Request-Id': 'a' } })
      : globalThis.fetch(...request);
  };
  const { origin } = new URL(server.url);
  const client = new Client({ baseUrl: origin, token: server.token, clock, fetch, random: () => 0.5, ...hooks });
  const { requestId, rateLimit } = await client.call('GET /character/{uid}/creditlog', {
    params: { uid: '1:1' },
    query: { item_count: 2 },
  });
  const url = `${origin}/ws/v2.0/character/1:1/creditlog?item_count=2`;
  t.deepEqual(
    requests.map((each) => [each.method, each.url, each.attempt, each.headers.Accept]),
    [
      ['GET', url, 1, 'application/json'],
      ['GET', url, 2, 'application/json'],
    ],
  );
  t.deepEqual(
    responses.map((each) => [each.status, each.requestId, each.duration]),
    [
      [503, 'a', 20],
      [200, requestId, 20],
    ],
  );
  t.deepEqual(responses[1]?.rateLimit, rateLimit);
  t.is(responses[1]?.request, requests[1], 'one object stands for one request');
  const [retry] = retries;
  t.is(retries.length, 1);
  t.is(retry?.request, requests[0]);
  t.is(retry?.wait, 250);
  t.true(retry?.error instanceof ServiceError && retry.error.status === 503);
});

test('hooks see no token', async (t) => {
  const { url } = await strangeServer(t, (response, request) => {
    if (request.url === '/ws/oauth2/token')
      return response.end('{"token_type":"Bearer","access_token":"secret-2","refresh_token":"secret-3"}');
    if (request.headers.authorization === 'Bearer secret-2') return response.end(enveloped({}));
    return response.writeHead(401).end('{"svcapi": {"error": "token_invalid", "error_message": "No."}}');
  });
  const { hooks, requests, responses, retries } = watching();
  const tokens = { accessToken: 'secret-0', refreshToken: 'secret-1' };
  const oauth = { clientId: 'my-program', clientSecret: 'secret-4', tokens };
  const client = new Client({ baseUrl: url, oauth, ...hooks });
  await client.call('GET /api/helloauth');
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  await client
    .send({
      ...{ method: 'POST', path: '/x?access_token=secret-5&a=1', query: { Access_Token: 'secret-6' } },
      ...{ headers: { ...form, Authorization: 'Bearer secret-2', Cookie: 'secret-7' }, body: 'access_token=secret-8' },
    })
    .catch(() => {});
  await client.send({ method: 'GET', path: '/x?b=svcapi_secret9&%61ccess_token=secret-10' });
  t.deepEqual(
    requests.map((each) => each.url.slice(url.length)),
    [
      '/ws/v2.0/api/helloauth',
      '/ws/oauth2/token',
      '/ws/v2.0/api/helloauth',
      '/ws/v2.0/x?access_token=***&a=1&Access_Token=***',
      '/ws/v2.0/x?b=svcapi_***&%61ccess_token=***',
    ],
  );
  t.is(requests[0]?.headers.Authorization, '***');
  t.notRegex(JSON.stringify([requests, responses, retries]), /secret/);
});

for (const when of ['onRequest', 'onResponse', 'onRetry'] as const) {
  for (const isAsync of [false, true]) {
    test(`an error of a hook is that of the call, which is not repeated: ${when}${isAsync ? ', later' : ''}`, async (t) => {
      const { url, requests } = await strangeServer(t, (response) => response.writeHead(503).end());
      const fail = () => {
        throw new Error('a bug');
      };
      const client = new Client({ baseUrl: url, [when]: isAsync ? async () => fail() : fail });
      await t.throwsAsync(client.call('GET /api/time'), { message: 'a bug' });
      t.is(requests.length, when === 'onRequest' ? 0 : 1);
    });
  }
}

test('a hook sees each time that a stream is opened, and why it is opened again', async (t) => {
  const answers = [200, 503, 200];
  const { url } = await strangeServer(t, (response) => {
    response.writeHead(answers.shift() ?? 404, { 'Content-Type': 'text/event-stream' }).end('data: 1\n\n');
  });
  const { hooks, responses, retries } = watching();
  const client = new Client({ baseUrl: url, clock: { now: () => 0, sleep: async () => {} }, ...hooks });
  const items = client.follow<number>({ method: 'GET', path: '/events/personal' });
  await items.next();
  await items.next();
  await items.return(undefined);
  t.deepEqual(
    responses.map(({ status }) => status),
    [200, 503, 200],
  );
  t.deepEqual(
    retries.map(({ error }) => error instanceof ServiceError && error.status),
    [503],
  );
});
