import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { ImportRefused } from '../../src/transfer/import.js';
import { changesOf } from '../helpers/changes-of.js';
import { lastingDatabase, openTestStore, postgresDatabase, postgresUrl, query } from '../helpers/database.js';
import { needs } from '../helpers/needs.js';
import { until } from '../helpers/until.js';
import { factions, galaxy, NOW, send } from './galaxy.js';

/** What somebody else stores while an import is about to write. */

const app = { kind: 'client', id: 'app', name: 'App', created_at: NOW };
const ines = { kind: 'account', id: 'a1', name: 'Ines', created_at: NOW };
const taken = (id: string) => ({
  line: 1,
  reason: `the account a1 “Ines” has the name of the account ${id} “INES” (in the database); change one of them`,
});

/** Two stores on one database. */
async function openTwo(t: ExecutionContext) {
  const address = await lastingDatabase(t);
  const [one, other] = [await openTestStore(address), await openTestStore(address)];
  t.teardown(() => Promise.all([one.close(), other.close()]));
  return [one, other] as const;
}

test('a row that somebody adds after the comparison is compared, too', async (t) => {
  const [store, other] = await openTwo(t);
  await send(store, [...factions(3)]);
  const onPlan = () => other.clients.create({ id: 'app', name: 'Another' }, NOW - 5);
  const { refused, result } = await send(store, [app], { onPlan });
  t.deepEqual(refused, []);
  t.like(result, { types: { client: { added: 1 } } });
  t.like(await store.clients.find('app'), { name: 'App', created_at: NOW - 5 });
});

test('a record that contradicts what somebody adds after the comparison is refused, and nothing is kept', async (t) => {
  const [store, other] = await openTwo(t);
  let id = '';
  const onPlan = async () => {
    id = await other.accounts.create('INES', [], NOW);
  };
  const { refused, result } = await send(store, [ines, app, ...factions(3)], { onPlan });
  t.like(refused, [taken(id)]);
  t.is(refused.length, 1);
  t.true(result instanceof ImportRefused);
  t.is(await store.clients.find('app'), undefined);
  t.is(await store.entities.find('20:1'), undefined);
});

test('uses that a player assigns after the comparison are counted beside those that the files take', async (t) => {
  const [store, other] = await openTwo(t);
  await send(store, galaxy);
  const use = { kind: 'use', id: 'ship-1', datacard: '14:3', location: '4:31', uses: 20, time: NOW };
  const onPlan = () => other.datacards.assign('14:3', '4:31', 85);
  const { refused } = await send(store, [{ ...galaxy[6], total_uses: 60 }, use], { onPlan });
  t.is(refused.length, 1);
  t.true(refused[0]?.reason.startsWith('14:3 has 65 uses assigned in the database, more than the 60 in all: '));
  t.like(await store.datacards.find('14:3'), { total_uses: 100 });
});

test('an import waits for another one no longer than its limit, and says what to do', async (t) => {
  const [store, other] = await openTwo(t);
  let holding: Promise<void> | undefined;
  const end = await new Promise<() => void>((hasTurn) => {
    holding = store.import({ place: () => '', now: NOW }, () => new Promise<void>((ended) => hasTurn(ended)));
  });
  const { result } = await send(other, [...factions(3)], { timeout: 400 });
  t.regex(String(result), /another import has used the database for too long; end it, then run this command again$/);
  end();
  await holding;
  t.like((await send(other, [...factions(3)])).result, { types: { faction: { added: 3 } } });
});

/** Runs an import while a transaction of another session has done something; it commits when the import waits for it. */
async function whileUncommitted(t: ExecutionContext, statement: string, records: object[], before: object[] = []) {
  const address = await postgresDatabase(t);
  const store = await openTestStore(address);
  await send(store, before);
  const other = new pg.Client({ connectionString: address });
  await other.connect();
  t.teardown(async () => {
    await other.end();
    await store.close();
  });
  await other.query('begin');
  await other.query(statement);
  const pid = (await other.query('select pg_backend_pid() as pid')).rows[0].pid as number;
  const importing = send(store, [...records]);
  // Within its transaction, the other session would go on seeing the activity of its first look.
  const waits = async () =>
    (await query(address, `select 1 from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`)).length > 0;
  await until(waits, { what: 'the import waits for the transaction' });
  await other.query('commit');
  return { store, ...(await importing) };
}

const onPostgres = needs('SVCAPI_TEST_POSTGRES_URL', postgresUrl !== undefined);

onPostgres('a row whose transaction commits while an import writes is compared again', async (t) => {
  const statement = `insert into clients (id, name, created_at) values ('app', 'Another', ${NOW - 5})`;
  const { store, refused, result } = await whileUncommitted(t, statement, [app, ...factions(3)]);
  t.deepEqual(refused, []);
  t.like(result, { types: { client: { added: 1 }, faction: { added: 3 } } });
  t.like(await store.clients.find('app'), { name: 'App', created_at: NOW - 5 });
});

onPostgres('a name whose transaction commits while an import writes is refused with both sides', async (t) => {
  const statement = `insert into accounts (id, name, name_key, created_at) values ('a2', 'INES', 'ines', ${NOW})`;
  const { store, refused, result } = await whileUncommitted(t, statement, [ines, ...factions(3)]);
  t.like(refused, [taken('a2')]);
  t.true(result instanceof ImportRefused);
  t.is(await store.entities.find('20:1'), undefined);
});

onPostgres('the removal of a faction revokes what a player assigns to its datacard meanwhile', async (t) => {
  const statement = `with locked as (select from datacards where uid = '14:3' for update)
    insert into assignments (datacard_uid, location_uid, uses) select '14:3', '2:4', 5 from locked`;
  const removal = { kind: 'faction', uid: '20:7', removed: true };
  const { store } = await whileUncommitted(t, statement, [removal], [...galaxy]);
  t.is((await changesOf(store, '14:3')).filter(({ action }) => action === 'revoke').length, 2);
});
