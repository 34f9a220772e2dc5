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

/** A client with the sign-in of a player, the tokens that it has stored, and a clock of the device. */
async function signedIn(player: Player, now = LATER, more: object = {}) {
  const { token: accessToken, refreshToken = '', expiresAt } = await signIn(player);
  const stored: OAuthTokens[] = [];
  const tokens = { accessToken, refreshToken, expiresAt };
  const oauth = { clientId: 'svcapi-cli', tokens, onRenew: (renewed: OAuthTokens) => void stored.push(renewed) };
  const clock = { now: () => now * 1000, sleep: () => Promise.resolve() };
  const client = new Client({ baseUrl: player.origin, clock, oauth: { ...oauth, ...more } });
  player.server.time.now = LATER * 1000;
  return { client, stored, tokens };
}

const own = async (client: Client) => (await client.call('GET /character[/{uid}]')).data.character.uid;

test('a token is renewed once for all calls, and stored, when it has expired by the clock or the service refuses it', async (t) => {
  for (const now of [LATER, NOW - 86_400]) {
    const player = await withPlayer(t);
    const { client, stored, tokens } = await signedIn(player, now);
    const change = { params: { uid: '14:1' }, body: { production_entity_uid: '4:1', uses: 3 } };
    const changed = client.call('POST /datacard/{uid}', change);
    const uids = await Promise.all(Array.from({ length: 20 }, () => own(client)));
    t.deepEqual(new Set(uids), new Set(['1:1']));
    t.is((await changed).data.assignments.assignment[0]?.newquantity, 3, 'a change is made once');
    t.is(await own(client), '1:1');
    t.deepEqual([stored.length, exchanged(player)], [1, 1], 'the next call finds it renewed');
    t.is(stored[0]?.expiresAt, now + 3600);
    t.not(stored[0]?.accessToken, tokens.accessToken);
    t.not(stored[0]?.refreshToken, tokens.refreshToken);
  }
});

test('a missing permission renews nothing, and a sign-in that has ended is an error with its code', async (t) => {
  const player = await withPlayer(t);
  const { token: accessToken, refreshToken = '' } = await signIn(player, '--scope', 'character_read');
  const oauth = { clientId: 'svcapi-cli', tokens: { accessToken, refreshToken } };
  const client = new Client({ baseUrl: player.origin, oauth });
  const missing = client.call('GET /character/{uid}/credits', { params: { uid: '1:1' } });
  t.is((await t.throwsAsync(missing, { instanceOf: ServiceError })).code, 'permission_missing');
  t.is(exchanged(player), 0);
  const [grant] = await player.server.store.grants.ofAccount(player.account, NOW);
  await player.server.store.grants.end(grant?.id ?? '', NOW);
  player.server.time.now = LATER * 1000;
  const error = await t.throwsAsync<OAuthError>(own(client), { name: 'OAuthError' });
  t.deepEqual([error.code, error.status], ['invalid_grant', 400]);
  t.regex(error.requestId ?? '', /^\S+$/);
});

test('an aborted call does not abort the renewal that others wait for, and nor does a failure to store it', async (t) => {
  const player = await withPlayer(t);
  const onRenew = () => Promise.reject(new Error('the disk is full'));
  const { client } = await signedIn(player, LATER, { onRenew });
  const controller = new AbortController();
  const aborted = client.call('GET /character[/{uid}]', { signal: controller.signal });
  const other = own(client);
  controller.abort(new Error('enough'));
  await t.throwsAsync(aborted, { message: 'enough' });
  await t.throwsAsync(other, { message: 'the disk is full' });
  t.is(await own(client), '1:1', 'the next call uses the tokens that were not stored');
  t.is(exchanged(player), 1);
});

/** An answer of a token endpoint: its body, or what it does. */
type TokenAnswer = string | ((response: http.ServerResponse) => unknown);

const RENEWED = '{"token_type":"Bearer","access_token":"new","refresh_token":"next"}';

/**
 * A server whose token endpoint gives answers, the last one from then on, and whose routes refuse the old token, with a client.
 */
async function renewing(
  t: ExecutionContext,
  answers: TokenAnswer[],
  options: Partial<ClientOptions> = {},
  credentials: object = {},
) {
  const { url, requests } = await strangeServer(t, (response, request) => {
    if (request.url === '/ws/oauth2/token') {
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? '';
      return typeof answer === 'string' ? response.end(answer) : answer(response);
    }
    if (request.headers.authorization === 'Bearer new') return response.end(enveloped({ character: { uid: '1:1' } }));
    return response.writeHead(401).end('{"svcapi": {"error": "token_invalid", "error_message": "No."}}');
  });
  const stored: OAuthTokens[] = [];
  const clock = quickClock();
  const oauth = {
    ...{ clientId: 'my-program', tokens: { accessToken: 'old', refreshToken: 'first' }, ...credentials },
    onRenew: (tokens: OAuthTokens) => void stored.push(tokens),
  };
  const client = new Client({ baseUrl: url, oauth, clock, random: () => 0.5, ...options });
  return { client, stored, clock, requests };
}

test('a program with a secret sends it, and keeps its refresh token', async (t) => {
  const answer = '{"token_type":"Bearer","access_token":"new"}';
  const { client, stored, requests } = await renewing(t, [answer], {}, { clientSecret: 's&cret' });
  t.is(await own(client), '1:1');
  t.deepEqual(stored, [{ accessToken: 'new', refreshToken: 'first' }]);
  const [, renewal] = requests;
  t.is(renewal?.headers.authorization, undefined);
  t.deepEqual(Object.fromEntries(new URLSearchParams(renewal?.body)), {
    ...{ grant_type: 'refresh_token', client_id: 'my-program', client_secret: 's&cret', refresh_token: 'first' },
  });
});

const refusal =
  (status: number, error: string, headers = {}): TokenAnswer =>
  (response) =>
    response.writeHead(status, headers).end(JSON.stringify({ error, error_description: 'Later.' }));

/** What may pass: a rate limit, faults, overloads, proxies without a service, and lost connections. */
const passing: Record<string, TokenAnswer> = {
  429: refusal(429, 'temporarily_unavailable', { 'Retry-After': '7' }),
  500: refusal(500, 'server_error'),
  502: (response) => response.writeHead(502).end('<html>'),
  503: refusal(503, 'temporarily_unavailable'),
  504: (response) => response.writeHead(504).end(),
  'a closed connection': (response) => response.destroy(),
  'half an answer': (response) =>
    response.writeHead(200, { 'Content-Length': 99 }).write('{', () => response.destroy()),
};

test('a renewal is repeated after what may pass, and is the error of the call if it continues to fail', async (t) => {
  for (const [name, answer] of Object.entries(passing)) {
    const waits = name === '429' ? [7250, 7500] : [250, 500];
    const passes = await renewing(t, [answer, answer, RENEWED]);
    t.deepEqual(await Promise.all([own(passes.client), own(passes.client)]), ['1:1', '1:1']);
    t.deepEqual(passes.clock.waits, waits);
    t.deepEqual(passes.stored, [{ accessToken: 'new', refreshToken: 'next' }]);
    t.is(passes.requests.filter(({ url }) => url === '/ws/oauth2/token').length, 3, 'once for all calls');
    const { client, stored, clock, requests } = await renewing(t, [answer]);
    const error = await t.throwsAsync<ClientError>(own(client), { instanceOf: ClientError });
    t.false(error instanceof OAuthError);
    t.deepEqual(clock.waits, waits, 'the call does not repeat what the renewal has repeated');
    t.deepEqual([requests.length, stored], [4, []], name);
  }
});

test('a renewal waits for no longer than maxRetryAfter, and a refusal is not repeated', async (t) => {
  const later = await renewing(t, [refusal(429, 'temporarily_unavailable', { 'Retry-After': '61' })]);
  const error = await t.throwsAsync(own(later.client), { instanceOf: ServiceError });
  t.deepEqual([error.code, error.message, error.status], ['temporarily_unavailable', 'Later.', 429]);
  t.deepEqual(error.retryAt, new Date(61_000));
  t.is(later.requests.length, 2);
  for (const status of [400, 401]) {
    const { client, requests } = await renewing(t, [refusal(status, 'invalid_grant')]);
    t.is((await t.throwsAsync(own(client), { instanceOf: OAuthError })).code, 'invalid_grant');
    t.is(requests.length, 2);
  }
});

test('a call waits for a renewal until it is aborted', async (t) => {
  const tokens = { accessToken: 'old', refreshToken: 'first', expiresAt: 0 };
  const { client, requests } = await renewing(t, [() => {}], { timeout: 1e9 }, { tokens });
  const controller = new AbortController();
  const waiting = client.call('GET /character[/{uid}]', { signal: controller.signal });
  setImmediate(() => controller.abort(new Error('enough')));
  await t.throwsAsync(waiting, { message: 'enough' });
  const others = requests.filter(({ url }) => url !== '/ws/oauth2/token');
  t.deepEqual(others, []);
});
