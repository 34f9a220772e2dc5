import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import test from 'ava';
import { PreparingDatabase } from '../../src/store/sqlite/dialect.js';
import { lastingDatabase } from '../helpers/database.js';
import { form, startServer } from '../helpers/server.js';

/** Every table that grows. */
const tables = ['entities', 'characters', 'memberships', 'datacards', 'assignments', 'transactions', 'events'];
const others = [
  'clients',
  'grants',
  'grant_permissions',
  'tokens',
  'blacklist',
  'idempotency_keys',
  'datacard_changes',
];

/** Runs work, and returns the texts of all queries and changes that were prepared meanwhile. */
async function preparedBy(work: () => Promise<void>): Promise<Set<string>> {
  const { prepare } = PreparingDatabase.prototype;
  const texts = new Set<string>();
  PreparingDatabase.prototype.prepare = function (sql) {
    texts.add(sql);
    return prepare.call(this, sql);
  };
  try {
    await work();
  } finally {
    PreparingDatabase.prototype.prepare = prepare;
  }
  return texts;
}

/** Returns the steps of a plan that read a whole table or sort. */
function costlySteps(database: DatabaseSyncInstance, sql: string): string[] {
  const rows = database.prepare(`explain query plan ${sql}`).all() as { detail: string }[];
  const isCostly = (detail: string) =>
    detail.includes('TEMP B-TREE') ||
    [...tables, ...others].some((table) => detail === `SCAN ${table}` || detail.startsWith(`SCAN ${table} `));
  return rows.map(({ detail }) => detail).filter(isCostly);
}

(process.env.SVCAPI_TEST_DATABASE ? test.skip : test)(
  'no call reads a whole table or sorts in the database',
  async (t) => {
    const path = await lastingDatabase(t);
    const server = await startServer({ database: path, rateLimit: 2, blacklistAfter: 2 });
    const key = { 'Idempotency-Key': 'one' };
    const assign = { ...form({ production_entity_uid: '4:1', uses: 1 }), headers: key };
    const texts = await preparedBy(async () => {
      for (const query of ['', '?start_id=1', '?start_id=1&start_index=2&item_count=2']) {
        await server.call(`/character/1:1/creditlog${query}`);
      }
      for (const route of ['/character', '/character/Hana Veil', '/character/1:1/permissions', '/event/39:1']) {
        await server.call(route);
      }
      for (const route of ['/datacard/14:1', '/datacards/20:1', '/api/helloauth', '/api/ratelimits'])
        await server.call(route);
      for (let call = 0; call < 2; call++) await server.call('/datacard/14:1', assign);
      for (let call = 0; call < 3; call++) await server.call('/event/39:1');
    });
    await server.close();
    t.true(texts.size > 20, [...texts].join('\n'));
    const database = new DatabaseSync(path, { readOnly: true });
    for (const sql of texts) {
      if (!/^\s*(select|insert|update|delete)\b/i.test(sql)) continue;
      t.deepEqual(costlySteps(database, sql), [], sql);
    }
    database.close();
  },
);
