import { readFile } from 'node:fs/promises';
import test from 'ava';
import { fileOf, login, STORED } from '../../helpers/cli/login.js';
import { restore, signIn, withPlayer } from '../../helpers/cli/sign-in.js';
import { closedPort, strangeServer } from '../../helpers/cli/strange-server.js';
import { NOW } from '../../helpers/galaxy.js';

for (const argv of [['logout'], ['logout', '--url', 'ORIGIN']]) {
  test(`svcapi ${argv.join(' ')} ends the sign-in at the service`, async (t) => {
    const player = await withPlayer(t);
    const { store } = player.server;
    const { token } = await signIn(player);
    t.is((await store.grants.ofAccount(player.account, NOW)).length, 1);
    t.deepEqual(
      await player.run(
        argv.map((each) => each.replace('ORIGIN', player.origin)),
        { env: STORED },
      ),
      {
        code: 0,
        stdout: '',
        stderr: `Deleted the token for ${player.origin}. The sign-in at ${player.origin} has ended.\n`,
      },
    );
    t.is((await store.grants.ofAccount(player.account, NOW)).length, 0);
    t.is(await store.tokens.principal(token, NOW), undefined);
    t.deepEqual(JSON.parse(await readFile(fileOf(player), 'utf8')), {});
  });
}

test('logout deletes the token also when the service cannot be reached, and says that the sign-in continues', async (t) => {
  const player = await withPlayer(t);
  await signIn(player);
  const url = await closedPort();
  await restore(player, {}, url);
  const { code, stderr } = await player.run(['logout'], { env: STORED });
  t.is(code, 0);
  t.is(
    stderr,
    `Deleted the token for ${url}. The sign-in at ${url} continues, because nothing answers at ${url}; start a ` +
      `service there with svcapi serve, or name another with --url. End it on the page ${url}/ws/v2.0/account\n`,
  );
  t.deepEqual(JSON.parse(await readFile(fileOf(player), 'utf8')), {});
});

test('logout deletes the token also when the service answers nonsense', async (t) => {
  const player = await withPlayer(t);
  await signIn(player);
  const { url, requests } = await strangeServer(t, (response) => response.writeHead(500).end('\u001b[31m'));
  await restore(player, {}, url);
  const { code, stderr } = await player.run(['logout'], { env: STORED });
  t.is(code, 0);
  t.regex(stderr, /continues, because the server answers with status 500\. End it on the page/);
  t.is(requests.length, 1);
  t.deepEqual(JSON.parse(await readFile(fileOf(player), 'utf8')), {});
});

test('logout does not end a token that was given to login', async (t) => {
  const player = await withPlayer(t);
  await login(player);
  const { stderr } = await player.run(['logout'], { env: STORED });
  t.is(stderr, `Deleted the token for ${player.origin}. It stays valid until it expires or is revoked.\n`);
  t.truthy(await player.server.store.tokens.principal(player.server.token, NOW));
});
