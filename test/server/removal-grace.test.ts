import test from 'ava';
import type { Store } from '../../src/store/store.js';
import { lastingDatabase, openTestStore } from '../helpers/database.js';
import { loadGalaxy, NOW, tokenFor } from '../helpers/galaxy.js';
import { startServer } from '../helpers/server.js';
import { until } from '../helpers/until.js';
import { file, importAll, lines } from '../transfer/galaxy.js';
import { post, signInApp, withPeople } from './oauth/flow.js';

const hana = { kind: 'character', uid: '1:1', name: 'Hana Veil' };
const others = ['Bram Oster', 'Cleo Ray', 'Dorn'].map((name, at) => ({ kind: 'character', uid: `1:${at + 2}`, name }));
const guild = { kind: 'faction', uid: '20:1', name: 'The Lantern Guild' };
const harbour = { kind: 'faction', uid: '20:2', name: 'Quiet Harbour' };
const member = (character: string, more = {}) => ({ kind: 'membership', character, faction: '20:1', ...more });
const ofOthers = [member('1:2', { primary: true }), member('1:3', { primary: true })];

const DAY = 86_400;

/** Syncs with the records of a night. */
async function sync(store: Store, records: object[], now = NOW) {
  const { refused, result } = await importAll(store, file(lines(...records)), { sync: true, now });
  return { refused, result };
}

/** Removes Hana by a night that is silent about her and what belongs to her. */
const silence = (store: Store, now = NOW) => sync(store, [...others, guild, harbour, ...ofOthers], now);

/** Returns the factions of a character. */
const factionsOf = async (store: Store, uid: string) =>
  (await store.characters.profile(uid))?.factions.map((each) => each.uid + (each.is_primary ? ' primary' : ''));

test('whom a sync removes is refused, and has everything again on return', withPeople, async (t, server) => {
  const { account } = server;
  const { refresh } = await signInApp(server, server.visitor);
  t.is((await server.call('/character/1:1')).status, 200);

  const { refused, result } = await silence(server.store);
  t.deepEqual(refused, []);
  t.like(result, { types: { character: { removed: 1 }, membership: { removed: 0 } } });
  // The time for which an answer about a token is kept.
  server.time.now += 1000;
  t.is((await server.call('/character/1:1')).status, 401);
  t.is((await post(server, '/token', refresh)).json.error, 'invalid_grant');
  t.deepEqual((await server.store.accounts.find(account))?.characters, []);
  t.is((await server.store.grants.ofAccount(account, NOW)).length, 0);

  // A second night that is silent changes nothing; the name goes to another meanwhile.
  t.like((await silence(server.store)).result, { types: { character: { removed: 0 }, membership: { removed: 0 } } });
  const renamed = [others[0], { kind: 'character', uid: '1:3', name: 'Hana Veil' }, others[2]];
  await sync(server.store, [...renamed, guild, harbour, ...ofOthers] as object[]);
  const taken = await sync(server.store, [...renamed, hana, guild, harbour, ...ofOthers] as object[]);
  t.regex(taken.refused[0]?.reason ?? '', /^1:1 “Hana Veil” has the name of 1:3 “Hana Veil” .*; change one of them$/);

  const back = [{ ...hana, credits: 7 }, member('1:1', { primary: true }), ...others, ...ofOthers];
  t.deepEqual((await sync(server.store, back as object[])).refused, []);
  server.time.now += 1000;
  const { status, text } = await server.call('/character/1:1');
  t.is(status, 200);
  t.true(text.includes('Hana Veil'));
  t.is((await post(server, '/token', refresh)).status, 200);
  t.like(await server.store.accounts.find(account), { characters: [{ uid: '1:1', name: 'Hana Veil' }] });
  const ended = 'a membership that the file leaves out while it names the character has ended';
  t.deepEqual(await factionsOf(server.store, '1:1'), ['20:1 primary'], ended);
});

test('who returns under another name has nothing back, and is counted', withPeople, async (t, server) => {
  const { account } = server;
  const { refresh } = await signInApp(server, server.visitor);
  await silence(server.store);
  const back = [{ ...hana, name: 'Somebody Else', credits: 7 }, ...others, guild, harbour, ...ofOthers];
  const { refused, result } = await sync(server.store, back as object[]);
  t.deepEqual(refused, []);
  t.like(result, { types: { character: { added: 1, renamed: 1 } } });
  server.time.now += 1000;
  t.is((await server.call('/character/1:1')).status, 401);
  t.is((await post(server, '/token', refresh)).json.error, 'invalid_grant');
  t.deepEqual((await server.store.accounts.find(account))?.characters, []);
  t.deepEqual(await factionsOf(server.store, '1:1'), []);
  t.like((await sync(server.store, back as object[])).result, { types: { character: { added: 0, renamed: 0 } } });
});

test('the daily work ends what has slept for the grace, and nothing earlier', async (t) => {
  const address = await lastingDatabase(t, true);
  const store = await openTestStore(address);
  if (await store.metadata.isEmpty()) await loadGalaxy(store);
  const tokens = { hana: await tokenFor(store, '1:1'), bram: await tokenFor(store, '1:2') };
  const all = [guild, harbour, ...ofOthers];
  await sync(store, [...others, ...all], NOW - 30 * DAY - 1);
  await sync(store, [...others.slice(1), guild, harbour, member('1:3', { primary: true })], NOW - 30 * DAY);

  const server = await startServer({ database: address });
  await until(() => server.log.some((line) => line.includes('"rows":1,"msg":"expired rows removed"')), {
    what: 'what sleeps has ended',
  });
  t.deepEqual((await importAll(store, file(lines(hana, others[0] as object)))).refused, []);
  server.time.now += 1000;
  const status = async (token: string) =>
    (await server.call('/character/1:3', { headers: { Authorization: `Bearer ${token}` } })).status;
  t.is(await status(tokens.hana), 401);
  t.is(await status(tokens.bram), 200);
  t.deepEqual(await factionsOf(store, '1:1'), []);
  t.like(await store.characters.profile('1:2'), { factions: [{ uid: '20:1' }] });
  await server.close();
  await store.close();
});
