import test from 'ava';
import { models } from '../../../src/model/index.js';
import { isPostgres } from '../../../src/store/address.js';
import { DatabaseSync } from '../../../src/store/sqlite/driver.js';
import { lastingDatabase, query } from '../../helpers/database.js';
import { startServer } from '../../helpers/server.js';
import { authorizeAddress, CHALLENGE, LOOPBACK, people, post, signInApp, WEB } from './flow.js';

/** Every row of every table, as text. */
async function contentsOf(address: string): Promise<string> {
  const tables = [...new Set(models.map(({ table }) => table))].filter((table) => table !== 'rate_windows');
  if (isPostgres(address)) {
    return JSON.stringify(await Promise.all(tables.map((table) => query(address, `select * from ${table}`))));
  }
  const database = new DatabaseSync(address, { readOnly: true });
  const rows = tables.map((table) => database.prepare(`select * from ${table}`).all());
  database.close();
  return JSON.stringify(rows);
}

test('neither the tables nor the log hold a secret', async (t) => {
  const address = await lastingDatabase(t);
  const server = await startServer({ database: address });
  const { visitor, secret } = await people(server);
  const { code, answer } = await signInApp(server, visitor);
  const refresh = { grant_type: 'refresh_token', client_id: 'app', refresh_token: answer.json.refresh_token };
  const renewed = await post(server, '/token', refresh);
  const device = (await post(server, '/device', { client_id: 'app', scope: 'character_read' })).json;
  const app = { client_id: 'app', redirect_uri: LOOPBACK, code_challenge: CHALLENGE, code_challenge_method: 'S256' };
  await visitor.open((await visitor.open(authorizeAddress(server, app))).location ?? '');
  await visitor.open(authorizeAddress(server, { client_id: 'tool', redirect_uri: WEB }));
  await post(server, '/token', {
    grant_type: 'refresh_token',
    client_id: 'tool',
    client_secret: secret,
    refresh_token: 'x',
  });
  const secrets = {
    secret,
    code,
    access: answer.json.access_token,
    refresh: answer.json.refresh_token,
    renewedAccess: renewed.json.access_token,
    renewedRefresh: renewed.json.refresh_token,
    deviceCode: device.device_code,
    userCode: device.user_code,
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
