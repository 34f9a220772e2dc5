import type http from 'node:http';
import test, { type ExecutionContext } from 'ava';
import {
  Client,
  ClientError,
  type ClientOptions,
  OAuthError,
  type OAuthTokens,
  ServiceError,
} from '../../src/client/index.js';
import { exchanged, type Player, signIn, withPlayer } from '../helpers/cli/sign-in.js';
import { enveloped, strangeServer } from '../helpers/cli/strange-server.js';
import { NOW } from '../helpers/galaxy.js';
import { quickClock } from '../helpers/quick-clock.js';

const LATER = NOW + 3700;

/** A client with the sign-in of a player, and the tokens that it has stored. */
async function signedIn(player: Player, now = LATER) {
  const { token: accessToken, refreshToken = '', expiresAt } = await signIn(player);
  const stored: OAuthTokens[] = [];
  const tokens = { accessToken, refreshToken, expiresAt };
  const oauth = { clientId: 'svcapi-cli', tokens, onRenew: (renewed: OAuthTokens) => void stored.push(renewed) };
  const clock = { now: () => now * 1000, sleep: () => Promise.resolve() };
  return { client: new Client({ baseUrl: player.origin, oauth, clock }), stored, tokens };
}

const own = async (client: Client) => (await client.call('GET /character[/{uid}]')).data.character.uid;

test('an expired token is renewed and stored before the call', async (t) => {
  const player = await withPlayer(t);
  const { client, stored, tokens } = await signedIn(player);
  player.server.time.now = LATER * 1000;
  t.is(await own(client), '1:1');
  t.is(stored.length, 1);
  t.is(stored[0]?.expiresAt, LATER + 3600);
  t.not(stored[0]?.accessToken, tokens.accessToken);
  t.not(stored[0]?.refreshToken, tokens.refreshToken);
  t.is(await own(client), '1:1');
  t.is(exchanged(player), 1, 'the next call finds it renewed');
});

test('a token that the service refuses is renewed, whatever the clock of the device says', async (t) => {
  const player = await withPlayer(t);
  const { client, stored } = await signedIn(player, NOW - 86_400);
  player.server.time.now = LATER * 1000;
  t.is(await own(client), '1:1');
  t.deepEqual([stored.length, exchanged(player)], [1, 1]);
});

for (const now of [LATER, NOW - 86_400]) {
  test(`parallel calls wait for one renewal: the clock of the device is at ${now - NOW} s`, async (t) => {
    const player = await withPlayer(t);
    const { client, stored } = await signedIn(player, now);
    player.server.time.now = LATER * 1000;
    const uids = await Promise.all(Array.from({ length: 20 }, () => own(client)));
    t.deepEqual(new Set(uids), new Set(['1:1']));
    t.deepEqual([stored.length, exchanged(player)], [1, 1]);
  });
}

test('a change with a refused token is made once', async (t) => {
  const player = await withPlayer(t);
  const { client } = await signedIn(player, NOW - 86_400);
  player.server.time.now = LATER * 1000;
  const { data } = await client.call('POST /datacard/{uid}', {
    params: { uid: '14:1' },
    body: { production_entity_uid: '4:1', uses: 3 },
  });
  t.is(data.assignments.assignment[0]?.newquantity, 3);
  t.is(exchanged(player), 1);
});

test('a missing permission renews nothing', async (t) => {
  const player = await withPlayer(t);
  const { token: accessToken, refreshToken = '' } = await signIn(player, '--scope', 'character_read');
  const oauth = { clientId: 'svcapi-cli', tokens: { accessToken, refreshToken } };
  const client = new Client({ baseUrl: player.origin, oauth });
  const error = await t.throwsAsync(client.call('GET /character/{uid}/credits', { params: { uid: '1:1' } }), {
    instanceOf: ServiceError,
  });
  t.is(error.code, 'permission_missing');
  t.is(exchanged(player), 0);
});

test('a sign-in that has ended is an error with its code', async (t) => {
  const player = await withPlayer(t);
  const { client } = await signedIn(player);
  const [grant] = await player.server.store.grants.ofAccount(player.account, NOW);
  await player.server.store.grants.end(grant?.id ?? '', NOW);
  player.server.time.now = LATER * 1000;
  const error = await t.throwsAsync<OAuthError>(own(client), { name: 'OAuthError' });
  t.is(error.code, 'invalid_grant');
  t.is(error.status, 400);
  t.regex(error.requestId ?? '', /^\S+$/);
});

test('tokens that cannot be stored fail the call, and are used by the next one', async (t) => {
  const player = await withPlayer(t);
  const { tokens } = await signedIn(player);
  player.server.time.now = LATER * 1000;
  const onRenew = () => Promise.reject(new Error('the disk is full'));
  const clock = { now: () => LATER * 1000, sleep: () => Promise.resolve() };
  const client = new Client({ baseUrl: player.origin, oauth: { clientId: 'svcapi-cli', tokens, onRenew }, clock });
  await t.throwsAsync(own(client), { message: 'the disk is full' });
  t.is(await own(client), '1:1');
  t.is(exchanged(player), 1);
});

test('an aborted call does not abort the renewal that others wait for', async (t) => {
  const player = await withPlayer(t);
  const { client, stored } = await signedIn(player);
  player.server.time.now = LATER * 1000;
  const controller = new AbortController();
  const aborted = client.call('GET /character[/{uid}]', { signal: controller.signal });
  const other = own(client);
  controller.abort(new Error('enough'));
  await t.throwsAsync(aborted, { message: 'enough' });
  t.is(await other, '1:1');
  t.is(stored.length, 1);
});

/** An answer of a token endpoint: its body, or what it does. */
type TokenAnswer = string | ((response: http.ServerResponse) => unknown);

/** A server whose token endpoint gives answers, the last one from then on, and whose routes refuse the old token. */
async function tokenServer(t: ExecutionContext, ...answers: TokenAnswer[]) {
  return strangeServer(t, (response, request) => {
    if (request.url === '/ws/oauth2/token') {
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? '';
      return typeof answer === 'string' ? response.end(answer) : answer(response);
    }
    if (request.headers.authorization === 'Bearer new') return response.end(enveloped({ character: { uid: '1:1' } }));
    return response.writeHead(401).end('{"svcapi": {"error": "token_invalid", "error_message": "No."}}');
  });
}

test('a program with a secret sends it, and keeps its refresh token', async (t) => {
  const { url, requests } = await tokenServer(t, '{"token_type":"Bearer","access_token":"new"}');
  const stored: OAuthTokens[] = [];
  const oauth = {
    ...{ clientId: 'my-program', clientSecret: 's&cret', tokens: { accessToken: 'old', refreshToken: 'kept' } },
    onRenew: (tokens: OAuthTokens) => void stored.push(tokens),
  };
  t.is(await own(new Client({ baseUrl: url, oauth })), '1:1');
  t.deepEqual(stored, [{ accessToken: 'new', refreshToken: 'kept' }]);
  const [, renewal] = requests;
  t.is(renewal?.headers.authorization, undefined);
  t.deepEqual(Object.fromEntries(new URLSearchParams(renewal?.body)), {
    ...{ grant_type: 'refresh_token', client_id: 'my-program', client_secret: 's&cret', refresh_token: 'kept' },
  });
});

const RENEWED = '{"token_type":"Bearer","access_token":"new","refresh_token":"next"}';

/** A refusal as the service has it, and one of a proxy. */
const flat = (error: string) => JSON.stringify({ error, error_description: 'Later.' });

const passing: [name: string, answer: TokenAnswer, waits: number[]][] = [
  [
    'a rate limit',
    (response) => response.writeHead(429, { 'Retry-After': '7' }).end(flat('temporarily_unavailable')),
    [7250, 7500],
  ],
  ['a fault of the service', (response) => response.writeHead(500).end(flat('server_error')), [250, 500]],
  ['a proxy without a service', (response) => response.writeHead(502).end('<html>'), [250, 500]],
  ['an overload', (response) => response.writeHead(503).end(flat('temporarily_unavailable')), [250, 500]],
  ['a proxy that waited', (response) => response.writeHead(504).end(), [250, 500]],
  ['a closed connection', (response) => response.destroy(), [250, 500]],
  [
    'half an answer',
    (response) => response.writeHead(200, { 'Content-Length': 99 }).write('{', () => response.destroy()),
    [250, 500],
  ],
];

/** A client of a token server. */
function renewing(url: string, options: Partial<ClientOptions> = {}) {
  const stored: OAuthTokens[] = [];
  const clock = quickClock();
  const oauth = {
    clientId: 'my-program',
    tokens: { accessToken: 'old', refreshToken: 'first' },
    onRenew: (tokens: OAuthTokens) => void stored.push(tokens),
  };
  return { client: new Client({ baseUrl: url, oauth, clock, random: () => 0.5, ...options }), stored, clock };
}

for (const [name, answer, waits] of passing) {
  test(`a renewal is repeated after ${name}`, async (t) => {
    const { url, requests } = await tokenServer(t, answer, answer, RENEWED);
    const { client, stored, clock } = renewing(url);
    const uids = await Promise.all([own(client), own(client), own(client)]);
    t.deepEqual(uids, ['1:1', '1:1', '1:1']);
    t.deepEqual(clock.waits, waits);
    t.deepEqual(stored, [{ accessToken: 'new', refreshToken: 'next' }]);
    t.is(requests.filter(({ url }) => url === '/ws/oauth2/token').length, 3, 'once for all calls');
  });

  test(`a renewal that goes on failing is the error of the call: ${name}`, async (t) => {
    const { url, requests } = await tokenServer(t, answer);
    const { client, stored, clock } = renewing(url);
    const error = await t.throwsAsync<ClientError>(own(client), { instanceOf: ClientError });
    t.false(error instanceof OAuthError);
    t.deepEqual(clock.waits, waits, 'the call does not repeat what the renewal has repeated');
    t.deepEqual([requests.length, stored], [4, []]);
  });
}

test('a renewal waits for no longer than maxRetryAfter, and the error says when it can succeed', async (t) => {
  const { url, requests } = await tokenServer(t, (response) =>
    response.writeHead(429, { 'Retry-After': '61' }).end(flat('temporarily_unavailable')),
  );
  const error = await t.throwsAsync(own(renewing(url).client), { instanceOf: ServiceError });
  t.deepEqual([error.code, error.message, error.status], ['temporarily_unavailable', 'Later.', 429]);
  t.deepEqual(error.retryAt, new Date(61_000));
  t.is(requests.length, 2);
});

for (const status of [400, 401]) {
  test(`a refusal with status ${status} is not repeated`, async (t) => {
    const { url, requests } = await tokenServer(t, (response) => response.writeHead(status).end(flat('invalid_grant')));
    const error = await t.throwsAsync(own(renewing(url).client), { instanceOf: OAuthError });
    t.is(error.code, 'invalid_grant');
    t.is(requests.length, 2);
  });
}

test('a renewal whose answer got lost is made up for by the service', async (t) => {
  const player = await withPlayer(t);
  const { token: accessToken, refreshToken = '', expiresAt } = await signIn(player);
  player.server.time.now = LATER * 1000;
  let lost = 0;
  const fetch: typeof globalThis.fetch = async (...request) => {
    const answer = await globalThis.fetch(...request);
    if (!String(request[0]).endsWith('/token') || lost === 2) return answer;
    lost += 1;
    throw new TypeError('the connection was lost');
  };
  const oauth = { clientId: 'svcapi-cli', tokens: { accessToken, refreshToken, expiresAt } };
  const clock = { now: () => LATER * 1000, sleep: () => Promise.resolve() };
  const client = new Client({ baseUrl: player.origin, oauth, clock, fetch });
  t.is(await own(client), '1:1');
  t.is(exchanged(player), 3);
  t.is(await own(client), '1:1', 'the grant goes on');
});

test('a call waits for a renewal until it is aborted', async (t) => {
  const { url, requests } = await tokenServer(t, () => {});
  const tokens = { accessToken: 'old', refreshToken: 'first', expiresAt: 0 };
  const { client } = renewing(url, { timeout: 1e9, oauth: { clientId: 'my-program', tokens } });
  const controller = new AbortController();
  const waiting = client.call('GET /character[/{uid}]', { signal: controller.signal });
  setImmediate(() => controller.abort(new Error('enough')));
  await t.throwsAsync(waiting, { message: 'enough' });
  t.true(
    requests.every(({ url }) => url === '/ws/oauth2/token'),
    'nothing else was sent',
  );
});

const hostile = ['<html>', '{"token_type":"bearer"}', '{"token_type":"bearer","access_token":"x\\ny"}', '[]'];

for (const body of hostile) {
  test(`a hostile answer to a renewal is an error: ${body}`, async (t) => {
    const { url } = await tokenServer(t, body);
    const oauth = { clientId: 'my-program', tokens: { accessToken: 'old', refreshToken: 'a-secret' } };
    const error = await t.throwsAsync(own(new Client({ baseUrl: url, oauth })), { name: 'WrongAnswer' });
    t.notRegex(String(error?.stack), /a-secret/);
  });
}
