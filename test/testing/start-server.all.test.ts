import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import type * as testing from '../../src/testing/index.js';
import { PROGRAM } from '../helpers/cli/program.js';
import { temporaryFolder } from '../helpers/folder.js';

/** `svcapi/testing` as other packages load it: the bundle, in the thread of a test. */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const TESTING = join(root, 'dist/testing.cjs');
const { startServer } = createRequire(import.meta.url)(TESTING) as typeof testing;
const SMALL = { size: 0.1 };

const get = (server: testing.Server, path: string, token = server.token) =>
  fetch(`${server.url}/ws/v2.0${path}`, { headers: { Authorization: `Bearer ${token}` } });

test('the package exports it to import and to require', async (t) => {
  const imported = (await import('svcapi/testing' as string)) as typeof testing;
  t.is(typeof imported.startServer, 'function');
  t.is(createRequire(import.meta.url)('svcapi/testing').startServer, startServer);
});

test('a server has the demo, a clock that stands still, and the same token every time', async (t) => {
  const [one, two] = await Promise.all([startServer(SMALL), startServer({ ...SMALL, seed: 2, now: new Date(1.7e12) })]);
  t.not(one.url, two.url);
  t.is(one.token, two.token);
  t.is(one.clock.state().cgt, 'Year 27 Day 1, 00:00:00');
  t.is(two.clock.now, 1_700_000_000);
  const [first, second] = await Promise.all([get(one, '/character/1:2'), get(two, '/character/1:2')]);
  t.not(await first.text(), await second.text());
  await Promise.all([one.close(), two.close()]);
  await t.throwsAsync(get(one, '/character'));
  t.throws(() => one.clock.now, { message: 'the server was closed' });
});

test('a test drives every part of it', async (t) => {
  const lines: string[] = [];
  const server = await startServer({ ...SMALL, settings: { rateLimit: 2 }, log: (line) => lines.push(line) });
  t.teardown(() => server.close());
  const before = await server.snapshot();
  const fault = server.fail('GET /character', { code: 'token_invalid' });
  t.is((await get(server, '/character')).status, 401);
  fault.stop();
  t.is((await get(server, '/character')).status, 200);
  t.is((await get(server, '/character')).status, 400, 'the limit is the one of the settings');
  t.is(server.clock.advance('1h').cgt, 'Year 27 Day 1, 01:00:00');
  t.is((await get(server, '/character')).status, 200);
  t.deepEqual(
    server.requests({ route: 'GET /character' }).map(({ error }) => error),
    ['token_invalid', undefined, 'rate_limit_exceeded', undefined],
  );
  t.is(await server.load([{ kind: 'faction', uid: '20:77', name: 'Harbour' }]), 1);
  const file = join(temporaryFolder(), 'galaxy.ndjson');
  writeFileSync(file, '{"kind":"faction","uid":"20:78","name":"Wharf"}\n');
  t.is(await server.load(file), 1);
  t.is((await get(server, '/entity/20:78')).status, 200);
  await server.reset(before);
  t.is((await get(server, '/entity/20:78')).status, 404);
  await before.drop();
  await t.throwsAsync(server.reset(before), { message: /there is no snapshot/ });
  server.fail('*', { silence: true });
  server.heal();
  t.is(server.clock.run().running, true);
  await server.reset();
  t.is(server.clock.state().running, false);
  t.true(lines.some((line) => line.includes('"error":"rate_limit_exceeded"')));
});

for (const [options, message] of [
  [{ now: 'tomorrow' }, /The server does not start: must be Unix seconds/],
  [{ size: 0 }, /The size must be above 0/],
  [{ settings: { rateLimit: 'many' } }, /settings\.rateLimit is “many”; give a whole number from 1/],
  [{ settings: { rateLimits: 1 } as object }, /settings\.rateLimits is no setting; give one of/],
] as const) {
  test(`an option that cannot be is refused: ${JSON.stringify(options)}`, async (t) => {
    await t.throwsAsync(startServer({ ...SMALL, ...options }), { message });
  });
}

test('a test can wait for a program that calls it, while nothing else runs', async (t) => {
  const server = await startServer(SMALL);
  t.teardown(() => server.close());
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', SVCAPI_URL: server.url, SVCAPI_TOKEN: server.token };
  t.regex(execFileSync(process.execPath, [PROGRAM, 'character'], { env, encoding: 'utf8' }), /Hana Veil/);
});

test('the loaders, variables and clock of a test are not those of the service', async (t) => {
  const script = `
    const never = () => ({ ref() {}, unref() {}, refresh() {} });
    Date.now = () => 0; globalThis.setTimeout = globalThis.setInterval = globalThis.setImmediate = never;
    const { startServer } = require(${JSON.stringify(TESTING)});
    startServer({ size: 0.1, settings: {} }).then(async (server) => {
      const answer = await fetch(server.url + '/ws/v2.0/api/time');
      console.log((await answer.json()).timestamp);
    });`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { env: { SVCAPI_PORT: '1' } });
  t.is(stdout, '1764140400\n', 'it ends, although nobody has closed the server');
});

test('it works under node:test', (t) => {
  const file = join(temporaryFolder(), 'suite.test.mjs');
  writeFileSync(
    file,
    `import assert from 'node:assert/strict';
import { after, before, beforeEach, mock, test } from 'node:test';
import { startServer } from ${JSON.stringify(TESTING)};
let server;
before(async () => { server = await startServer({ size: 0.1 }); });
after(() => server.close());
beforeEach(() => server.reset());
test('with fake timers', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate', 'Date'] });
  const answer = await fetch(server.url + '/ws/v2.0/character', { headers: { Authorization: 'Bearer ' + server.token } });
  assert.equal(answer.status, 200);
  mock.timers.reset();
});
`,
  );
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, ['--test', file], { env, encoding: 'utf8', timeout: 60_000 });
  t.is(status, 0, stdout);
});
