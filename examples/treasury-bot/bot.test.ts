import { type Server, startServer } from 'svcapi/testing';
import { Client, OAuthError, ServiceError } from 'svcapi-client';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { report } from './bot.js';

let server: Server;

beforeAll(async () => {
  server = await startServer({ now: 'Year 27 Day 1', seed: 7, size: 0.1 });
});

afterAll(() => server.close());

beforeEach(() => server.reset());

/** A client that waits by the clock of the test. */
const connect = (token = server.token) =>
  new Client({ baseUrl: server.url, token, clock: server.clock, maxRetryAfter: 3_600_000 });

const pay = (id: number, sender: string, receiver: string, amount: number) =>
  ({ kind: 'transaction', id, time: 'Year 27 Day 1', sender, receiver, amount }) as const;

test('it reports what came and went since the last report', async () => {
  const before = await report(connect());
  expect(before).toMatchObject({ name: 'Hana Veil', credits: 166_600 });
  await server.load([pay(90_001, '1:2', '1:1', 700), pay(90_002, '1:1', '1:3', 50), pay(90_003, '1:2', '1:1', 5)]);
  expect(await report(connect(), before.last)).toMatchObject({ received: 705, paid: 50, last: 90_003 });
});

test('it reports on a character of our own', async () => {
  await server.load([{ kind: 'character', uid: '1:900', name: 'Ines Marsh', credits: 12 }]);
  const token = await server.createToken({ character: 'Ines Marsh' });
  expect(await report(connect(token))).toEqual({ name: 'Ines Marsh', credits: 12, received: 0, paid: 0, last: 0 });
});

test('it waits for the end of a rate limit', async () => {
  const sleep = vi.spyOn(server.clock, 'sleep');
  await server.inject('GET /character/{uid}/credits', { code: 'rate_limit_exceeded', times: 1 });
  const reporting = report(connect());
  await vi.waitFor(() => expect(sleep).toHaveBeenCalled(), 60_000);
  await server.clock.advance('61m');
  await reporting;
});

test('it tries again while the service is unavailable', async () => {
  await server.clock.run();
  await server.inject('GET /character[/{uid}]', { status: 503, times: 1 });
  await report(connect());
  const requests = await server.requests({ route: 'GET /character[/{uid}]' });
  expect(requests.map(({ status }) => status)).toEqual([503, 200]);
});

test('it says which permission its token lacks', async () => {
  const token = await server.createToken({ character: '1:3', permissions: ['character_read'] });
  const error = await report(connect(token)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({ code: 'permission_missing', details: { required_permission: 'character_credits' } });
});

test('its sign-in is renewed when it has expired, until the player ends it', async () => {
  const signIn = await server.createSignIn({ character: '1:1', client: 'treasury-bot' });
  const onRenew = vi.fn();
  const client = new Client({ baseUrl: server.url, clock: server.clock, oauth: { ...signIn, onRenew } });
  await report(client);
  await server.clock.advance('2h');
  await report(client);
  expect(onRenew).toHaveBeenCalledTimes(1);
  await server.clock.advance('800d');
  await expect(report(client)).rejects.toBeInstanceOf(OAuthError);
});
