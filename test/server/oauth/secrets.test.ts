import test from 'ava';
import { models } from '../../../src/model/index.js';
import { isPostgres } from '../../../src/store/address.js';
import { DatabaseSync } from '../../../src/store/sqlite/driver.js';
import { lastingDatabase, query } from '../../helpers/database.js';
import { startServer } from '../../helpers/server.js';
import { APP, askDevice, authorizeAddress, people, post, signInApp, TOOL } from './flow.js';

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
