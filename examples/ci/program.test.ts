import { type Server, startServer } from 'svcapi/testing';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { assign, Refused, report } from './program.js';

let server: Server;

beforeAll(async () => {
  server = await startServer({ now: 'Year 27 Day 1', seed: 7, size: 0.1 });
});

afterAll(() => server.close());

beforeEach(() => server.reset());

test('it reports on the character of the token', async () => {
  expect(await report(server)).toEqual({ name: 'Hana Veil', credits: 1487493, at: 1_764_140_400 });
});

test('the time is that of the service', async () => {
  server.clock.set('Year 27 Day 2');
  const { at } = await report(server);
  server.clock.advance('2h');
  expect((await report(server)).at).toBe(at + 7200);
});

test('a token that has expired is refused', async () => {
  const token = await server.createToken({ character: '1:3', lifetime: '1h' });
  await report({ ...server, token });
  server.clock.advance('61m');
  await expect(report({ ...server, token })).rejects.toMatchObject({ code: 'token_invalid' });
});

test('a token may lack a permission', async () => {
  const token = await server.createToken({ character: '1:3', permissions: ['character_read'] });
  await expect(report({ ...server, token })).rejects.toMatchObject({ code: 'permission_missing' });
});

test('over the limit it says how long to wait, and works again after that', async () => {
  server.fail('GET /character', { code: 'rate_limit_exceeded', times: 1 });
  const refusal: Refused = await report(server).then(
    () => expect.fail('it is not refused'),
    (error) => error,
  );
  expect(refusal).toBeInstanceOf(Refused);
  expect(refusal.retryAfter).toBe(3600);
  server.clock.advance(refusal.retryAfter ?? 0);
  await report(server);
});

test('it tries again while the service is unavailable, and gives up after three tries', async () => {
  server.fail('GET /character', { status: 503, times: 2 });
  await report(server);
  expect(server.requests({ route: 'GET /character' }).map(({ status }) => status)).toEqual([503, 503, 200]);
  server.fail('GET /character', { status: 503 });
  await expect(report(server)).rejects.toMatchObject({ code: 'unavailable' });
});

test('most reports succeed where one request in five fails', async () => {
  server.fail('*', { code: 'unavailable', probability: 0.2 });
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => report(server)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(15);
});

test('uses are assigned once, however the connection breaks', async () => {
  const before = await server.snapshot();
  server.fail('POST /datacard/{uid}', { cut: 'after 20 bytes', times: 1 });
  expect(await assign(server, '14:1', '4:1', 3)).toBe(123);
  await server.reset(before);
  server.fail('POST /datacard/{uid}', { silence: true, times: 1 });
  expect(await assign(server, '14:1', '4:1', 3)).toBe(123);
  const [first, second] = server.requests({ route: 'POST /datacard/{uid}' });
  expect(first?.headers['idempotency-key']).toBe(second?.headers['idempotency-key']);
  expect(second).toMatchObject({ body: { uses: '3' }, principal: { character: '1:1' } });
  expect(JSON.stringify([first, second])).not.toContain(server.token);
});

test('a slow service is waited for', async () => {
  const slow = server.fail('*', { delay: '5ms' });
  await report(server);
  slow.stop();
});

test('characters of our own can be loaded', async () => {
  await server.load([{ kind: 'character', uid: '1:900', name: 'Ines Marsh', credits: 12 }]);
  const token = await server.createToken({ character: 'Ines Marsh' });
  expect(await report({ ...server, token })).toMatchObject({ name: 'Ines Marsh', credits: 12 });
});

test('fake timers do not stop the service', async () => {
  vi.useFakeTimers();
  try {
    expect((await report(server)).at).toBe(server.clock.now);
    await server.reset();
  } finally {
    vi.useRealTimers();
  }
});
