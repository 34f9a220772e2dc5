import { writeFileSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { fileOf, STORED } from '../../helpers/cli/login.js';
import { proxy } from '../../helpers/cli/proxy.js';
import { refuses } from '../../helpers/cli/run.js';
import { exchanged, restore, signIn, storedIn, withPlayer } from '../../helpers/cli/sign-in.js';
import { closedPort, strangeServer } from '../../helpers/cli/strange-server.js';
import { NOW } from '../../helpers/galaxy.js';

const LATER = NOW + 3700;
const HANA = { code: 0, stdout: '{"uid":"1:1"}\n', stderr: '' };
const own = ['character', '--json', 'uid'];

test('an expired token is renewed by the command that meets it first, and one that is refused by any', async (t) => {
  const player = await withPlayer(t);
  const before = await signIn(player);
  const file = await readFile(fileOf(player), 'utf8');
  const runAt = (now: number) => player.run(own, { env: STORED, now, onSleep: () => setTimeout(5) });
  player.server.time.now = LATER * 1000;
  t.deepEqual(await runAt(LATER), HANA);
  const after = await storedIn(player);
  t.false(after.token === before.token || after.refreshToken === before.refreshToken);
  t.is(after.expiresAt, LATER + 3600);
  t.is((await stat(fileOf(player))).mode & 0o777, 0o600);
  t.deepEqual(await runAt(LATER + 60), HANA);
  t.is(exchanged(player), 1, 'the next one finds it renewed');
  await writeFile(fileOf(player), file);
  t.deepEqual(await runAt(LATER), HANA, 'a copy within the minute does no harm');
  t.is(exchanged(player), 2);
  player.server.time.now += 3_700_000;
  t.deepEqual(await runAt(NOW - 86_400), HANA, 'whatever the clock of the user says');
  t.is(exchanged(player), 3);
  player.server.time.now += 3_700_000;
  const later = player.server.time.now / 1000;
  t.deepEqual(await Promise.all([1, 2, 3].map(() => runAt(later))), [HANA, HANA, HANA], 'several at once');
  t.deepEqual(await runAt(later), HANA);
});

test('a command that takes longer than its token lives goes on, and repeats a failed renewal with --retry', async (t) => {
  const player = await withPlayer(t);
  await signIn(player);
  const { url } = await proxy(t, player.origin, async ({ count, forward }) => {
    if (count === 2) player.server.time.now = LATER * 1000;
    return count === 3 ? 'reset' : forward();
  });
  await restore(player, {}, url);
  const { code, stdout, stderr } = await player.run(['creditlog', '--after', '2400', '--retry'], { env: STORED });
  t.deepEqual([code, stdout.split('\n').length, exchanged(player), stderr.split('again in').length], [0, 101, 1, 2]);
});

test('a sign-in that has ended says how to sign in again, and ends with 4', async (t) => {
  const player = await withPlayer(t);
  const { store, time } = player.server;
  const ended = `the sign-in at ${player.origin} has ended; use svcapi login --url ${player.origin}`;
  await signIn(player);
  const [grant] = await store.grants.ofAccount(player.account, NOW);
  await store.grants.end(grant?.id ?? '', NOW);
  time.now += 2000;
  for (const now of [NOW, LATER]) await refuses(t, player.run(own, { env: STORED, now }), 4, ended);
  await player.run(['logout'], { env: STORED });
  await signIn(player);
  await store.accounts.disable(player.account, NOW);
  time.now += 2000;
  await refuses(t, player.run(own, { env: STORED, now: LATER }), 4, ended);
});

test('a token that was stored for another address meanwhile is not sent', async (t) => {
  const player = await withPlayer(t);
  await signIn(player);
  const { url, requests } = await strangeServer(t, (response) => {
    const elsewhere = writeFile(fileOf(player), JSON.stringify({ [player.origin]: { token: 'a-token-of-elsewhere' } }));
    void elsewhere.then(() => response.writeHead(401).end('{}'));
  });
  await restore(player, {}, url);
  const ended = `the sign-in at ${url} has ended; use svcapi login --url ${url}`;
  await refuses(t, player.run(own, { env: STORED }), 4, ended);
  t.deepEqual([requests.length, exchanged(player)], [1, 0]);
});

const hostile: [status: number, body: string, code: number, message: RegExp][] = [
  [200, '<html>', 3, /^the answer is not one of OAuth 2; /],
  [200, '{"token_type":"bearer"}', 3, /^the answer does not hold a token; /],
  [200, '{"token_type":"bearer","access_token":"x\\ny"}', 3, /^the answer does not hold a token; /],
  [400, '{"error":"\\u001b[31mno"}', 1, /^the service does not renew the sign-in: \S*no; try again later$/],
  [502, '<html>', 3, /^the server answers with status 502$/],
  [404, '', 1, /has no sign-in: its version is too old/],
];

test('a hostile answer to a renewal leaves the stored tokens as they are', async (t) => {
  const player = await withPlayer(t);
  const stored = await signIn(player);
  for (const [status, body, expected, message] of hostile) {
    const { url } = await strangeServer(t, (response) => response.writeHead(status).end(body));
    const before = JSON.stringify({ [url]: stored });
    await writeFile(fileOf(player), before);
    const { code, stdout, stderr } = await player.run(own, { env: STORED, now: LATER });
    t.deepEqual([code, stdout], [expected, ''], stderr);
    t.regex(stderr.replace(/^svcapi: |\n$/g, ''), message);
    t.false(stderr.includes('svcapi_r_') || stderr.includes('\u001b'), stderr);
    t.is(await readFile(fileOf(player), 'utf8'), before);
  }
});

test('a renewal replaces only its own entry, and keeps a refresh token that the answer leaves out', async (t) => {
  const player = await withPlayer(t);
  const { refreshToken } = await signIn(player);
  for (const token of ['old', 'of a login']) {
    const { url } = await strangeServer(t, (response, { method }) => {
      const meanwhile = JSON.stringify({ 'http://x': { token }, [url]: { token, refreshToken } });
      if (method === 'POST') writeFileSync(fileOf(player), meanwhile);
      response.end('{"token_type":"Bearer","access_token":"new"}');
    });
    await writeFile(fileOf(player), JSON.stringify({ [url]: { token: 'old', refreshToken, expiresAt: NOW } }));
    await player.run(own, { env: STORED });
    const after = { token: token === 'old' ? 'new' : token, refreshToken };
    t.deepEqual(JSON.parse(await readFile(fileOf(player), 'utf8')), { 'http://x': { token }, [url]: after });
  }
});

test('logout ends the sign-in at the service, and deletes the token also when that fails', async (t) => {
  const player = await withPlayer(t);
  const { store } = player.server;
  const { token } = await signIn(player);
  t.deepEqual(await player.run(['logout'], { env: STORED }), {
    ...{ code: 0, stdout: '' },
    stderr: `Deleted the token for ${player.origin}. The sign-in at ${player.origin} has ended.\n`,
  });
  t.is((await store.grants.ofAccount(player.account, NOW)).length, 0);
  t.is(await store.tokens.principal(token, NOW), undefined);
  t.deepEqual(JSON.parse(await readFile(fileOf(player), 'utf8')), {});

  const broken = await strangeServer(t, (response) => response.writeHead(500).end('\u001b[31m'));
  const refusing = await strangeServer(t, (response) => response.writeHead(400).end('{"error":"invalid_request"}'));
  for (const [url, why] of [
    [await closedPort(), 'nothing answers at'],
    [`${broken.url}/ws/v2.0`, 'the server answers with status 500. '],
    [refusing.url, 'the service refuses: invalid_request. '],
  ] as const) {
    await signIn(player);
    await restore(player, {}, url);
    const { code, stderr } = await player.run(['logout'], { env: STORED });
    t.is(code, 0);
    t.true(stderr.startsWith(`Deleted the token for ${url}. The sign-in at ${url} continues, because ${why}`), stderr);
    t.true(stderr.endsWith(`End it on the page ${new URL(url).origin}/ws/v2.0/account\n`), stderr);
    t.deepEqual(JSON.parse(await readFile(fileOf(player), 'utf8')), {});
  }
  t.is(broken.requests.length, 1);
});
