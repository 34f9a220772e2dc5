import { readFile, stat, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { fileOf, login, STORED } from '../../helpers/cli/login.js';
import { proxy } from '../../helpers/cli/proxy.js';
import { withService } from '../../helpers/cli/service.js';
import { exchanged, restore, signIn, storedIn, withPlayer } from '../../helpers/cli/sign-in.js';
import { strangeServer } from '../../helpers/cli/strange-server.js';
import { NOW } from '../../helpers/galaxy.js';

const LATER = NOW + 3700;

const HANA = { code: 0, stdout: '{"uid":"1:1"}\n', stderr: '' };

const own = ['character', '--json', 'uid'];

test('an expired token is renewed by the command that meets it first', async (t) => {
  const player = await withPlayer(t);
  const before = await signIn(player);
  player.server.time.now = LATER * 1000;
  t.deepEqual(await player.run(own, { env: STORED, now: LATER }), HANA);
  const after = await storedIn(player);
  t.not(after.token, before.token);
  t.not(after.refreshToken, before.refreshToken);
  t.is(after.expiresAt, LATER + 3600);
  t.is((await stat(fileOf(player))).mode & 0o777, 0o600);
  t.deepEqual(await player.run(own, { env: STORED, now: LATER + 60 }), HANA);
  t.is(exchanged(player), 1, 'the next one finds it renewed');
});

test('a token that the service refuses is renewed, whatever the clock of the user says', async (t) => {
  const player = await withPlayer(t);
  await signIn(player);
  player.server.time.now = LATER * 1000;
  t.deepEqual(await player.run(own, { env: STORED, now: NOW - 86_400 }), HANA);
  t.is(exchanged(player), 1);
});

test('a command that takes longer than its token lives goes on', async (t) => {
  const player = await withPlayer(t);
  await signIn(player);
  const { url } = await proxy(t, player.origin, async ({ count, forward }) => {
    if (count === 2) player.server.time.now = LATER * 1000;
    return forward();
  });
  await restore(player, {}, url);
  const { code, stdout } = await player.run(['creditlog', '--after', '2400'], {
    env: { SVCAPI_TOKEN: '', SVCAPI_URL: '' },
  });
  t.is(code, 0);
  t.is(stdout.split('\n').length, 101);
  t.is(exchanged(player), 1);
});

test('several commands at once renew a sign-in, and all go on', async (t) => {
  const player = await withPlayer(t);
  await signIn(player);
  player.server.time.now = LATER * 1000;
  const around = { env: STORED, now: LATER, onSleep: () => setTimeout(5) };
  const ran = await Promise.all(Array.from({ length: 3 }, () => player.run(own, around)));
  t.deepEqual(ran, [HANA, HANA, HANA]);
  t.deepEqual(await player.run(own, around), HANA);
});

test('a sign-in that has ended says how to sign in again, and ends with 4', async (t) => {
  const player = await withPlayer(t);
  const { store, time } = player.server;
  await signIn(player);
  const [grant] = await store.grants.ofAccount(player.account, NOW);
  await store.grants.end(grant?.id ?? '', NOW);
  time.now += 2000;
  const ended = `svcapi: the sign-in at ${player.origin} has ended; use svcapi login --url ${player.origin}\n`;
  t.deepEqual(await player.run(own, { env: STORED }), { code: 4, stdout: '', stderr: ended });
  t.deepEqual(await player.run(own, { env: STORED, now: LATER }), { code: 4, stdout: '', stderr: ended });

  await player.run(['logout'], { env: STORED });
  await signIn(player);
  await store.accounts.disable(player.account, NOW);
  time.now += 2000;
  t.deepEqual(await player.run(own, { env: STORED, now: LATER }), { code: 4, stdout: '', stderr: ended });
});

test('a copy of a script that has renewed its token within the minute does no harm', async (t) => {
  const player = await withPlayer(t);
  const before = await readFile(await signIn(player).then(() => fileOf(player)), 'utf8');
  player.server.time.now = LATER * 1000;
  t.deepEqual(await player.run(own, { env: STORED, now: LATER }), HANA);
  await writeFile(fileOf(player), before);
  t.deepEqual(await player.run(own, { env: STORED, now: LATER }), HANA);
  t.is(exchanged(player), 2);
});

test('a refresh token goes to its own address alone', async (t) => {
  const player = await withPlayer(t);
  await signIn(player);
  const { url, requests } = await strangeServer(t, (response) => {
    response.writeHead(401).end('{"svcapi": {"error": "token_invalid", "error_message": "No."}}');
  });
  const { code } = await player.run([...own, '--url', url], { env: STORED, now: LATER });
  t.is(code, 4);
  t.true(requests.length > 0);
  t.false(JSON.stringify(requests).includes('svcapi_'));
  t.is(exchanged(player), 0);
});

test('a token that was stored for another address in the meantime is not sent', async (t) => {
  const player = await withPlayer(t);
  await signIn(player);
  const { url, requests } = await strangeServer(t, (response) => {
    const elsewhere = writeFile(fileOf(player), JSON.stringify({ [player.origin]: { token: 'a-token-of-elsewhere' } }));
    void elsewhere.then(() => response.writeHead(401).end('{}'));
  });
  await restore(player, {}, url);
  const { code, stderr } = await player.run(own, { env: STORED });
  t.deepEqual([code, stderr], [4, `svcapi: the sign-in at ${url} has ended; use svcapi login --url ${url}\n`]);
  t.is(requests.length, 1);
  t.is(exchanged(player), 0);
});

const hostile: [name: string, status: number, body: string, code: number, message: RegExp][] = [
  ['no JSON', 200, '<html>', 3, /^the answer is not one of OAuth 2; /],
  ['no token', 200, '{"token_type":"bearer"}', 3, /^the answer does not hold a token; /],
  [
    'a token of two lines',
    200,
    '{"token_type":"bearer","access_token":"x\\ny"}',
    3,
    /^the answer does not hold a token; /,
  ],
  [
    'an error of its own',
    400,
    '{"error":"\\u001b[31mno"}',
    1,
    /^the service does not renew the sign-in: \S*no; try again later$/,
  ],
  ['an error of a proxy', 502, '<html>', 3, /^the server answers with status 502$/],
  ['no OAuth any more', 404, '', 1, /has no sign-in: its version is too old/],
];

for (const [name, status, body, expected, message] of hostile) {
  test(`a hostile answer to a renewal leaves the stored tokens as they are: ${name}`, async (t) => {
    const player = await withPlayer(t);
    await signIn(player);
    const { url } = await strangeServer(t, (response) => response.writeHead(status).end(body));
    await restore(player, {}, url);
    const before = await readFile(fileOf(player), 'utf8');
    const { code, stdout, stderr } = await player.run(own, { env: STORED, now: LATER });
    t.deepEqual([code, stdout], [expected, '']);
    t.regex(stderr.replace(/^svcapi: |\n$/g, ''), message);
    t.notRegex(stderr, /svcapi_r_/);
    t.is(await readFile(fileOf(player), 'utf8'), before);
    await t.throwsAsync(stat(`${fileOf(player)}.lock`), { code: 'ENOENT' });
  });
}

test('an answer without a refresh token keeps the one there is', async (t) => {
  const player = await withPlayer(t);
  const { refreshToken } = await signIn(player);
  const { url } = await strangeServer(t, (response, request) =>
    response.end(request.url?.includes('token') ? '{"token_type":"Bearer","access_token":"new"}' : '{}'),
  );
  await restore(player, {}, url);
  await player.run(own, { env: STORED, now: LATER });
  t.deepEqual(JSON.parse(await readFile(fileOf(player), 'utf8')), { [url]: { refreshToken, token: 'new' } });
});

test('a token that was given to login is never renewed', async (t) => {
  const service = await withService(t);
  await login(service);
  service.server.time.now += 400 * 86_400_000;
  const { code, stderr } = await service.run(own, { env: STORED, now: NOW + 400 * 86_400 });
  t.is(code, 4);
  t.regex(stderr, /^svcapi: the token is unknown, expired or revoked/);
  t.is(exchanged(service), 0);
});
