import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { Client } from '../../src/client/index.js';
import type * as testing from '../../src/testing/index.js';
import { PROGRAM } from '../helpers/cli/program.js';
import { temporaryFolder } from '../helpers/folder.js';
import { until } from '../helpers/until.js';

/** `svcapi/testing` as other packages load it: the bundle. */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const TESTING = join(root, 'dist/testing.cjs');
const { startServer, AssertionError, TestingError } = createRequire(import.meta.url)(TESTING) as typeof testing;
const SMALL = { size: 0.1 };

const get = (server: testing.Server, path: string, token = server.token) =>
  fetch(`${server.url}/ws/v2.0${path}`, { headers: { Authorization: `Bearer ${token}` } });

test('a server has the demo, a clock that stands still, and the same token every time', async (t) => {
  const [one, two] = await Promise.all([startServer(SMALL), startServer({ ...SMALL, seed: 2, now: new Date(1.7e12) })]);
  t.not(one.url, two.url);
  t.is(one.token, two.token);
  t.is((await one.clock.state()).cgt, 'Year 27 Day 1, 00:00:00');
  t.is(two.clock.now(), 1_700_000_000_000);
  const [first, second] = await Promise.all([get(one, '/character/1:2'), get(two, '/character/1:2')]);
  t.not(await first.text(), await second.text());
  await Promise.all([one.close(), two.close()]);
  await t.throwsAsync(get(one, '/character'));
  const message = /^the server does not answer: it was closed/;
  await t.throwsAsync(one.snapshot(), { instanceOf: TestingError, message });
});

test('a test drives every part of it', async (t) => {
  const lines: string[] = [];
  const server = await startServer({ ...SMALL, settings: { rateLimit: 2 }, log: (line) => lines.push(line) });
  t.teardown(() => server.close());
  const route = 'GET /character[/{uid}]';
  const before = await server.snapshot();
  const fault = await server.inject(route, { code: 'unavailable', delay: 1, times: 1 });
  t.like(await server.faults(), [{ route, left: 1, hits: 0 }]);
  const coming = server.requests.waitFor({ route, times: 2 });
  t.is((await get(server, '/character')).status, 503);
  t.is(await fault.hits(), 1);
  t.deepEqual(await server.faults(), []);
  t.is((await get(server, '/character')).status, 200);
  t.is((await coming).status, 200);
  t.is((await get(server, '/character')).status, 400, 'the limit is the one of the settings');
  t.is((await server.clock.advance('1h')).cgt, 'Year 27 Day 1, 01:00:00');
  const ended = await server.inject(route, { code: 'token_invalid' });
  await ended.remove();
  const other = await server.inject('*', { empty: true });
  await other[Symbol.asyncDispose]();
  t.is((await get(server, '/character')).status, 200);
  const errors = (await server.requests({ route })).map(({ error }) => error);
  t.deepEqual(errors, ['unavailable', undefined, 'rate_limit_exceeded', undefined]);
  await server.verify({ route, times: 4 });
  const message = /^0 requests came in, not one or more; the latest were GET /;
  const expected = { instanceOf: AssertionError, code: 'ERR_ASSERTION', message };
  await t.throwsAsync(server.verify({ route: 'GET /api/time' }), expected);
  await server.requests.clear();
  t.deepEqual(await server.requests(), []);
  await t.throwsAsync(server.requests.waitFor({ timeout: 1 }), { instanceOf: AssertionError, message: /within 1 ms/ });
  t.is(await server.load([{ kind: 'faction', uid: '20:77', name: 'Harbour' }]), 1);
  const file = join(temporaryFolder(), 'galaxy.ndjson');
  writeFileSync(file, '{"kind":"faction","uid":"20:78","name":"Wharf"}\n');
  t.is(await server.load(file), 1);
  t.is((await get(server, '/entity/20:78')).status, 200);
  await server.reset(before);
  t.is((await get(server, '/entity/20:78')).status, 404);
  await before.drop();
  await t.throwsAsync(server.reset(before), { message: /there is no snapshot/ });
  await server.inject('*', { empty: true });
  await server.removeFaults();
  t.is((await server.clock.run()).running, true);
  await server.reset();
  t.is((await server.clock.state()).running, false);
  await Promise.all(Array.from({ length: 40 }, () => get(server, '/character')));
  const paths = () => lines.map((line) => JSON.parse(line).path).filter((path) => path === '/ws/v2.0/character');
  await until(() => paths().length === 44, { what: 'each answer has its line in the log' });
  // It answers a program that the test waits for, while nothing else runs.
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', SVCAPI_URL: server.url, SVCAPI_TOKEN: server.token };
  t.regex(execFileSync(process.execPath, [PROGRAM, 'entity', '20:1'], { env, encoding: 'utf8' }), /20:1/);
});

const CHOSEN = `svcapi_${'chosen-by_A-test'.repeat(3).slice(0, 43)}`;

const refused: [options: object, message: RegExp][] = [
  [{ now: 1_764_140_400_000 }, /^now: must be Unix seconds .*, not milliseconds$/],
  [{ now: new Date(Number.NaN) }, /^now: must be Unix seconds/],
  [{ size: 0 }, /^size: Too small: expected number to be >0$/],
  [{ token: 'chosen:(by)~a/test' }, /^token: must be svcapi_ and 43 letters/],
  [{ seed: 1.5 }, /^seed: Invalid input: expected int, received number$/],
  [{ logLevel: 'loud' }, /^logLevel: Invalid option: expected one of "trace"/],
  [{ clock: 1 }, /^there is no option “clock”; the options are now, seed, /],
  [{ settings: { rateLimit: 'many' } }, /^settings\.rateLimit is “many”; give a whole number from 1/],
  [{ settings: { rateLimits: 1 } }, /^settings\.rateLimits is not a setting; give one of/],
  [{ settings: { port: 8080 } }, /^settings\.port: the server chooses it itself/],
];

test('a token that a test has chosen works, and a wrong option is refused by its name', async (t) => {
  for (const [options, message] of refused)
    await t.throwsAsync(startServer({ ...SMALL, ...options }), { instanceOf: TestingError, message });
  const server = await startServer({ ...SMALL, token: CHOSEN });
  t.teardown(() => server.close());
  t.is((await get(server, '/character', CHOSEN)).status, 200);
  // Programs without types give anything.
  const untyped = server as unknown as Record<string, (...input: unknown[]) => unknown>;
  const wrong: [call: () => unknown, message: RegExp][] = [
    [() => untyped.inject?.('*', { empty: true, time: 1 }), /^there is no option “time”; the options are route, /],
    [() => untyped.load?.(5), /^records: Invalid input: expected array, received number/],
    [() => server.clock.advance('soon'), /^advance: must be milliseconds, or a number with ms/],
    [() => server.createSignIn({ character: '1:3', client: 'demo' }), /^client: nobody can sign in/],
    [() => server.createSignIn({ character: 'Nobody' }), /^character: there is no character/],
  ];
  for (const [call, message] of wrong) await t.throwsAsync(async () => call(), { instanceOf: TestingError, message });
});

test('whoever sleeps by the clock of a server wakes when it has come that far', async (t) => {
  const server = await startServer(SMALL);
  const { clock } = server;
  const began = clock.now();
  const woken: string[] = [];
  const sleep = (name: string, milliseconds: number, signal?: AbortSignal) =>
    clock.sleep(milliseconds, signal).then(
      () => woken.push(name),
      (error: Error) => woken.push(`${name}: ${error.message}`),
    );
  const aborting = new AbortController();
  const [first, second] = [sleep('short', 90_000), sleep('long', 7_200_000)];
  const third = sleep('aborted', 1, aborting.signal);
  aborting.abort(new Error('enough'));
  await third;
  await clock.advance('89s');
  await clock.advance(1000);
  await first;
  await clock.set(Math.floor(began / 1000) + 7200);
  await second;
  await clock.run();
  await clock.sleep(1);
  await server.close();
  t.deepEqual(woken, ['aborted: enough', 'short', 'long']);
});

test('a sign-in is renewed by the client when it expires by the clock', async (t) => {
  const server = await startServer(SMALL);
  t.teardown(() => server.close());
  const signIn = await server.createSignIn({ character: '1:3', client: 'bot', scopes: ['character_read'] });
  const renewed: object[] = [];
  const onRenew = (tokens: object) => void renewed.push(tokens);
  const client = new Client({ baseUrl: server.url, clock: server.clock, oauth: { ...signIn, onRenew } });
  const { character } = (await client.call('GET /character[/{uid}]')).data;
  t.is(character.uid, '1:3');
  const credits = client.call('GET /character/{uid}/credits', { params: { uid: '1:3' } });
  await t.throwsAsync(credits, { message: /character_credits/ });
  t.is((await server.clock.state()).now + 3600, signIn.tokens.expiresAt);
  await server.clock.advance('61m');
  await client.call('GET /character[/{uid}]');
  t.is(renewed.length, 1);
  await server.reset();
  const again = await server.createSignIn({ character: '1:3', client: 'bot', scopes: ['character_read'] });
  t.deepEqual(again, signIn, 'the same after a reset');
});

test('the loaders, variables and clock of a test are not those of the service', async (t) => {
  const script = `
    process.env.NODE_OPTIONS = '--require=/nonexistent.cjs';
    const never = () => ({ ref() {}, unref() {}, refresh() {} });
    Date.now = () => 0; globalThis.setTimeout = globalThis.setInterval = globalThis.setImmediate = never;
    const { startServer } = require(${JSON.stringify(TESTING)});
    startServer({ size: 0.1, settings: { keepAliveTimeout: '1s' } }).then(async (server) => {
      const answer = await fetch(server.url + '/ws/v2.0/api/time');
      console.log((await answer.json()).timestamp);
    });`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { env: { SVCAPI_PORT: '1' } });
  t.is(stdout, '1764140400\n', 'it ends, although nobody has closed the server');
});
