import test from 'ava';
import { models } from '../../../src/model/index.js';
import { adapters } from '../../../src/server/oauth/adapter.js';
import { tokenHash } from '../../../src/store/token.js';
import { withGalaxy } from '../../helpers/cli/run.js';
import { lastingDatabase, query } from '../../helpers/database.js';
import { NOW } from '../../helpers/galaxy.js';
import { startServer } from '../../helpers/server.js';
import { Visitor } from '../../helpers/visitor.js';
import { APP, askDevice, authorizeAddress, type Peopled, people, peopleWith, post, signInApp, TOOL } from './flow.js';

const few = peopleWith({ maxPending: 3 });

/** Begins an authorization in a new browser, and returns the hash of its id. */
async function begin(server: Peopled): Promise<string> {
  const { location = '' } = await new Visitor(server.url).open(authorizeAddress(server, TOOL));
  return tokenHash(location.split('/').at(-1) ?? '');
}

test('of more begun authorizations and codes of devices than are kept, the oldest goes', few, async (t, server) => {
  const { store, time } = server;
  for (const [ask, find] of [
    [() => begin(server), (hash: string) => store.interactions.find(hash, Math.floor(time.now / 1000))],
    [async () => tokenHash((await askDevice(server)).device_code), (hash: string) => store.codes.find(hash)],
  ] as const) {
    const hashes: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      hashes.push(await ask());
      time.now += 1000;
    }
    const found = await Promise.all(hashes.map(find));
    t.deepEqual(
      found.map((each) => each !== undefined),
      [false, true, true, true],
    );
  }
});

test('of two requests that have found a code, the second to consume it is refused and ends the grant', async (t) => {
  await (await withGalaxy(t)).look(async (store) => {
    const account_id = await store.accounts.create('Hana', ['1:1'], NOW);
    const grant = { account_id, client_id: 'console', character_uid: '1:1', permissions: [], expires_at: NOW + 60 };
    const grantId = await store.grants.create(grant, NOW);
    const options = { accessTokenLifetime: 60, refreshTokenLifetime: 60, grantLifetime: 60 };
    const refuseCode = () => new Error('used already');
    const parts = { store, now: () => NOW, options, context: () => undefined, refuseCode };
    const adapter = adapters(parts)('AuthorizationCode');
    await adapter.upsert('a-code', { kind: 'AuthorizationCode', grantId }, 60);
    for (const code of await Promise.all([adapter.find('a-code'), adapter.find('a-code')]))
      t.like(code, { consumed: undefined });
    await adapter.consume?.('a-code');
    t.truthy(await store.grants.find(grantId, NOW));
    await t.throwsAsync(async () => adapter.consume?.('a-code'), { message: 'used already' });
    t.is(await store.grants.find(grantId, NOW), undefined);
  });
});

/** Every row of every table, as text. */
async function contentsOf(address: string): Promise<string> {
  const tables = [...new Set(models.map(({ table }) => table))].filter((table) => table !== 'rate_windows');
  return JSON.stringify(await Promise.all(tables.map((table) => query(address, `select * from ${table}`))));
}

test('neither the tables nor the log hold a secret', async (t) => {
  const address = await lastingDatabase(t);
  const started = await startServer({ database: address });
  const server = { ...started, ...(await people(started)) };
  const { visitor, secret } = server;
  const { code, answer, refresh } = await signInApp(server, visitor);
  const renewed = await post(server, '/token', refresh);
  const device = await askDevice(server);
  await visitor.open((await visitor.open(authorizeAddress(server, APP))).location ?? '');
  await visitor.open(authorizeAddress(server, TOOL));
  const wrong = { grant_type: 'refresh_token', refresh_token: 'x' };
  await post(server, '/token', { ...wrong, client_id: 'tool', client_secret: secret });
  const secrets = {
    ...{ secret, code, deviceCode: device.device_code, userCode: device.user_code },
    ...{ access: answer.json.access_token, refresh: answer.json.refresh_token },
    ...{ renewedAccess: renewed.json.access_token, renewedRefresh: renewed.json.refresh_token },
    normalUserCode: device.user_code.replace('-', ''),
    ...Object.fromEntries(visitor.cookies),
  };
  t.true(visitor.cookies.size >= 3);
  const contents = await contentsOf(address);
  await server.close();
  // The address of a question has its id, which opens it in the session that it was asked in alone.
  const log = server.log.join('').replaceAll(/\/(auth|interaction)\/[\w-]+/g, '');
  for (const [name, value] of Object.entries(secrets)) {
    t.true(value.length >= 8, name);
    t.false(contents.includes(value), `the tables hold ${name}`);
    t.false(log.includes(value), `the log holds ${name}`);
  }
});
