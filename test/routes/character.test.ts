import assert from 'node:assert/strict';
import test from 'ava';
import { newToken, tokenHash } from '../../src/store/token.js';
import { ask, type Case, expectAnswers } from '../helpers/ask.js';
import { addCharacters, NOW, tokenFor } from '../helpers/galaxy.js';
import { loadRows } from '../helpers/load-rows.js';
import { envelope, moment, ref } from '../helpers/payload.js';
import { type Server, withServer } from '../helpers/server.js';
import { sharedServer } from '../helpers/shared-server.js';

/** A character, its credits, its credit log, its events, its grants, and the check of its name. */

/** The ids of Hana's transactions: those of the small galaxy, and what is added for her. */
const ids = Array.from({ length: 2500 }, (_, index) => index + 1).concat([2510, 2600, 2601, 2602, 9000]);

/** Those that are added, with gaps between their ids: some to oneself, which are sender and receiver at once, and some of others. */
const added: [id: number, sender_uid: string, receiver_uid: string][] = [
  [2510, '1:1', '1:4'],
  ...[2600, 2601, 2602].map((id): [number, string, string] => [id, '1:1', '1:1']),
  ...[2505, 2603, 8999].map((id): [number, string, string] => [id, '1:4', '20:2']),
  [9000, '20:2', '1:1'],
];

const event = { receiver_uid: '1:4', type: null, text: '' };

const server = sharedServer({ rateLimit: 100_000 }, async ({ store }) => {
  await addCharacters(store, [
    { uid: '1:10', name: 'creditlog' },
    { uid: '1:11', name: 'handlecheck' },
    { uid: '1:12', name: 'Zoë / Søren' },
  ]);
  await loadRows(
    store,
    'transaction',
    added.map(([id, sender_uid, receiver_uid]) => ({
      ...{ id, time: NOW - 10_000 + id, amount: id, sender_uid, receiver_uid, communication: '' },
    })),
  );
  await loadRows(store, 'event', [
    { ...event, uid: '39:9', time: NOW - 10, type: 'XP' },
    { ...event, uid: '39:10', time: NOW - 10, type: 'xp' },
    { ...event, uid: '39:11', time: NOW - 20, type: 'Déjà vu' },
    { ...event, uid: '39:12', time: NOW - 30 },
    { ...event, uid: '39:13', time: NOW, type: 'XP' },
  ]);
});

const basic = (uid: string, name: string, isprivate: string, isbasic: string) => ({
  ...{ uid, name, image: 'https://images.example/portrait.png', attributes: { isprivate, isbasic } },
});

/** The fields of a public profile that everybody sees. */
function profile(uid: string, name: string, isprivate = 'false') {
  const guild = ref(server.url, 'faction', '20:1', 'The Lantern Guild');
  return {
    ...basic(uid, name, isprivate, 'false'),
    race: ref(server.url, 'race', '22:1', 'Ashari'),
    faction: guild,
    factions: [{ ...guild, primary: true }],
    gender: 'female',
    lastlogin: moment(25, 204, 4, 0, 0, '1718622000'),
    shortdescription: 'Trader',
    biography: 'Born between two stars.',
  };
}

/** The public profile of Hana. */
function hana() {
  const known = profile('1:1', 'Hana Veil');
  const harbour = ref(server.url, 'faction', '20:2', 'Quiet Harbour');
  return { ...known, factions: [...known.factions, { ...harbour, primary: false }] };
}

/** The fields that only the character itself sees, by the permission that each needs. */
const own = () => ({
  character_read: {},
  character_stats: { health: 90, healthMax: 100, XP: 4200, XPLevel: 7 },
  character_credits: {
    credits: { attributes: { href: `${server.url}/character/1:1/credits` }, value: 123_456 },
    creditlog: { attributes: { href: `${server.url}/character/1:1/creditlog` } },
  },
  character_events: { events: { attributes: { href: `${server.url}/events/personal` } } },
});

const ALL = ['character_read', 'character_stats', 'character_credits', 'character_events'] as const;

test('a character sees what the permissions of the token allow to follow, and no more', async (t) => {
  const [read, stats, credits, events] = ALL;
  for (const permissions of [[read], [stats], [read, stats], [read, credits], [read, events], ALL]) {
    const shown = permissions.map((permission) => own()[permission]);
    for (const path of ['/character', '/character/1:1', '/character/hana%20veil']) {
      const { json } = await ask(server, `GET ${path}`, ['1:1', ...permissions]);
      t.deepEqual(json, envelope('character', `/ws/v2.0${path}`, { character: Object.assign(hana(), ...shown) }));
    }
    const { text } = await ask(server, 'GET /character', ['1:1', ...permissions]);
    for (const [, href = ''] of text.matchAll(/"href":"([^"]+)"/g)) {
      const path = href.slice(server.url.length);
      t.is((await ask(server, `GET ${path}`, ['1:1', ...permissions])).status, 200, path);
    }
  }
});

test('others see a public profile, and the basic fields of a private one', async (t) => {
  const shown = async (path: string, as: string) =>
    (await ask(server, `GET ${path}`, [as, ...ALL])).json.svcapi.character;
  t.deepEqual(await shown('/character/1:1', '1:4'), hana());
  t.deepEqual(await shown('/character/1:2', '1:1'), basic('1:2', 'Bram Oster', 'true', 'true'));
  t.deepEqual(await shown('/character/1:3', '1:1'), { ...profile('1:3', 'Cleo Ray'), race: {} });
  t.deepEqual(await shown('/character/1:4', '1:1'), { ...profile('1:4', 'Dorn'), faction: {}, factions: [] });
  for (const path of ['/character', '/character/1:2', '/character/bram+oster'])
    t.deepEqual((await ask(server, `GET ${path}`, ['1:2', 'character_read'])).json.svcapi, {
      character: profile('1:2', 'Bram Oster', 'true'),
    });
  await expectAnswers(t, server, [
    ['GET /character/1:2', 200],
    ['GET /character/1:4', 200],
  ]);
});

test('a character sees its own credits', async (t) => {
  await expectAnswers(t, server, [
    ['GET /character/1:1/credits', 200, { credits: 123_456 }],
    ['GET /character/hana%20veil/credits', 200, { credits: 123_456 }],
    ['GET /character/1:4/credits', 200, { credits: 123_456 }, ['1:4', 'character_credits']],
  ]);
  t.regex((await server.call('/character/1:1/credits.xml')).text, /<svcapi [^>]*><credits>123456<\/credits><\/svcapi>/);
});

test('anyone can ask whose name it is', async (t) => {
  const found = (path: string, uid: string, handle: string) =>
    [`GET /character/handlecheck/${path}`, 200, { character: { uid, handle } }, ''] as const;
  await expectAnswers(t, server, [
    [...found('Hana%20Veil', '1:1', 'Hana Veil')],
    [...found('%20hana+VEIL%20', '1:1', 'Hana Veil')],
    [...found('bram%20oster', '1:2', 'Bram Oster')],
    [...found('Zo%C3%AB%20%2F%20S%C3%B8ren', '1:12', 'Zoë / Søren')],
    [...found('creditlog', '1:10', 'creditlog')],
    [...found('handlecheck', '1:11', 'handlecheck')],
    ['GET /character/handlecheck', 200, { character: { uid: '1:11' } }],
  ]);
});

test('a name that is also the end of another path counts against the names only', async (t) => {
  const { headers } = await server.call('/character/handlecheck/creditlog');
  t.regex(headers.get('ratelimit') ?? '', /^"character_handlecheck";/);
});

interface Page {
  start_id?: number;
  start_index?: number;
  item_count?: number;
}

/** Returns the page by wire.md, “Credit log”, on a plain list. */
function modelPage({ start_id = 0, start_index = 1, item_count = 50 }: Page) {
  const run = start_id === 0 ? ids.slice(-1000) : ids.filter((id) => id >= start_id).slice(0, 1000);
  const start = Math.max(start_index, 1);
  const shown = run.toReversed().slice(start - 1, start - 1 + item_count);
  return { attributes: { start, total: run.length, count: shown.length }, ids: shown };
}

/** Reads a page of Hana's credit log. */
async function readPage(page: Page) {
  const query = Object.entries(page).map(([name, value]) => `${name}=${value}`);
  const { status, json } = await server.call(`/character/1:1/creditlog?${query.join('&')}`);
  assert.equal(status, 200);
  const { attributes, transaction } = json.svcapi.transactions;
  const shown = transaction.map((each: { attributes: { transaction_id: number } }) => each.attributes.transaction_id);
  return { attributes, ids: shown };
}

test('a page of transactions in full', async (t) => {
  const path = '/character/hana%20veil/creditlog';
  const { json } = await server.call(`${path}?start_id=2499&item_count=2&start_index=6`);
  const hana = ref(server.url, 'character', '1:1', 'Hana Veil');
  const guild = ref(server.url, 'faction', '20:1', 'The Lantern Guild');
  const attributes = { start: 6, total: 7, count: 2 };
  const lot = (id: number, secs: number, unix: string, amount: number) => ({
    ...{ attributes: { transaction_id: id }, time: moment(25, 203, 1, 54, secs, unix), amount },
    ...(id % 2 === 0 ? { sender: guild, receiver: hana } : { sender: hana, receiver: guild }),
    communication: `Lot ${id}`,
  });
  const transaction = [lot(2500, 59, '1718528099', 79), lot(2499, 58, '1718528098', 78)];
  t.deepEqual(json, envelope('character_creditlog', `/ws/v2.0${path}`, { transactions: { attributes, transaction } }));
});

const far = Number.MAX_SAFE_INTEGER;

/** The newest 50 of the newest 1000, the newest and the oldest 1000, runs that begin in a gap and past the end, and all bounds. */
const pages: Page[] = [
  ...[{}, { start_id: 0, item_count: 1000 }, { start_id: 1, item_count: 1000 }, { start_id: 1200, item_count: 1000 }],
  ...[2400, 2501, 2600, 9000, 9001, far].map((start_id) => ({ start_id, item_count: 1000 })),
  ...[0, 1, 51, 1000, 1001, far].map((start_index) => ({ start_index, item_count: 3 })),
  ...[{ item_count: 1 }, { start_id: 700, start_index: 990, item_count: 20 }],
];

test('a page is one of the run that begins at start_id, and a transfer to oneself is in the log once', async (t) => {
  for (const page of pages) t.deepEqual(await readPage(page), modelPage(page), JSON.stringify(page));
  t.deepEqual(modelPage({ start_id: 2600 }).ids, [9000, 2602, 2601, 2600]);
});

const accepted = ['item_count=1000', 'item_count=1', 'start_index=0', 'start_id=0', 'item_count=007', 'other=x'];

test('a credit log is for its own character only', async (t) => {
  await expectAnswers(t, server, [
    ['GET /character/HANA%20VEIL/creditlog', 200, undefined, ['1:1', 'character_credits']],
    ['GET /character/1:3/creditlog', 200, { transactions: { attributes: { start: 1, total: 0, count: 0 } } }, ['1:3']],
    // A partner in trade, a member of the same faction, and of one that is not there.
    ['GET /character/1:1/creditlog', 404, 'not_found', ['1:4']],
    ['GET /character/1:1/creditlog', 404, 'not_found', ['1:2']],
    ...accepted.map((query): Case => [`GET /character/1:1/creditlog?${query}`, 200]),
  ]);
});

const time = moment(25, 204, 4, 59, 0, '1718625540');
const text = 'You have gained 12 experience.';

test('a character reads its own event, which nobody else finds', async (t) => {
  const { json } = await server.call('/event/39:1');
  const receiver = ref(server.url, 'character', '1:1', 'Hana Veil');
  t.deepEqual(json, envelope('events_id', '/ws/v2.0/event/39:1', { event: { uid: '39:1', receiver, time, text } }));
  await expectAnswers(t, server, [
    ['GET /event/39:2', 200, { event: { text: 'You have gained 3 experience.' } }, ['1:2', 'character_events']],
  ]);
});

test('a character lists its own events', async (t) => {
  const { json } = await server.call('/events/personal');
  const attributes = {
    ...{ start: 0, uid: '1:1', starttimeswc: 'Year 0 Day 1, 00:00:00', starttimeunix: 912_668_400, count: 1, total: 1 },
  };
  const listed = { attributes: { uid: '39:1', type: 'XP', href: `${server.url}/event/39:1` }, time, text };
  t.deepEqual(json, envelope('events', '/ws/v2.0/events/personal', { events: { attributes, event: [listed] } }));
});

/** Dorn (1:4) has these, newest first. */
const EVENTS = [13, 10, 9, 11, 12];

const lists: [path: string, uids: number[], attributes?: object][] = [
  ['/Personal/', EVENTS],
  ['/personal?start_index=0&item_count=2', [13, 10], { start: 0, count: 2, total: 5, starttimeunix: 912_668_400 }],
  ['/personal?start_index=2&item_count=2', [9, 11]],
  ['/personal?start_index=4', [12]],
  ['/personal?start_index=9', [], { start: 9, count: 0, total: 5 }],
  [
    `/personal?start_time=${NOW - 10}`,
    [13, 10, 9],
    { count: 3, total: 3, starttimeunix: NOW - 10, starttimeswc: 'Year 25 Day 204, 04:59:50' },
  ],
  [`/personal?start_time=${NOW + 1}`, []],
  ['/personal?start_time=0', EVENTS],
  ['/personal/XP', [13, 10, 9]],
  ['/personal/xp?start_index=1', [10, 9], { start: 1, count: 2, total: 3 }],
  [`/personal/Xp?start_time=${NOW}`, [13]],
  ['/personal/D%C3%A9j%C3%A0+VU', [11]],
  ['/personal/Travel', []],
];

test('a list has the events that are asked for, newest first, and its attributes say what was selected', async (t) => {
  for (const [path, numbers, attributes = {}] of lists) {
    const { events } = (await ask(server, `GET /events${path}`, ['1:4', 'character_events'])).json.svcapi;
    const found = events.event.map((each: { attributes: { uid: string } }) => Number(each.attributes.uid.slice(3)));
    t.deepEqual(found, numbers, path);
    t.like(events.attributes, { uid: '1:4', ...attributes }, path);
  }
});

test('an event without a type has no attribute for it', async (t) => {
  const { json } = await ask(server, 'GET /events/personal?start_index=4', ['1:4']);
  t.deepEqual(Object.keys(json.svcapi.events.event[0].attributes), ['uid', 'href']);
  await expectAnswers(t, server, [
    ['GET /events/personal?start_index=3', 200, { events: { attributes: { count: 2 } } }, ['1:4']],
  ]);
});

const HOUR = 3600;

/** The grants of a character to the client of a token, as `[expiry in hours, ...scopes]`. */
async function grants(server: Server, uid: string, token: string): Promise<(number | string)[][]> {
  const { permissions } = (await ask(server, `GET /character/${uid}/permissions`, token)).json.svcapi;
  type Grant = { attributes: { expires: number }; scopes: { attributes: { count: number }; scope: string[] } };
  return permissions.permission.map(({ attributes: { expires }, scopes }: Grant) => [
    (expires - NOW) / HOUR,
    ...scopes.scope,
  ]);
}

const scopes = (...scope: string[]) => ({ attributes: { count: scope.length }, scope });

test('grants are listed with their expiry, that of the presented token first', withServer, async (t, server) => {
  const make = (hours: number, ...permissions: Parameters<typeof tokenFor>[2] & {}) =>
    tokenFor(server.store, '1:4', permissions, { expiresAt: NOW + hours * HOUR });
  const first = await make(1, 'character_stats', 'character_auth');
  const second = await make(2, 'character_events');
  const { json } = await ask(server, 'GET /character/1:4/permissions', first);
  const permission = [
    { attributes: { expires: NOW + HOUR }, scopes: scopes('character_auth', 'character_stats') },
    { attributes: { expires: NOW + 2 * HOUR }, scopes: scopes('character_events') },
  ];
  const permissions = { attributes: { count: 2 }, permission };
  t.deepEqual(json, envelope('character_permissions', '/ws/v2.0/character/1:4/permissions', { permissions }));
  const third = await make(3);
  const one = [1, 'character_auth', 'character_stats'];
  const two = [2, 'character_events'];
  t.deepEqual(await grants(server, '1:4', first), [one, two, [3]]);
  t.deepEqual(await grants(server, '1:4', second), [two, one, [3]]);
  t.deepEqual(await grants(server, '1:4', third), [[3], one, two]);
});

test('the grant of the presented token has the permissions that this token holds', withServer, async (t, server) => {
  const { store } = server;
  const account = await store.accounts.create('Dorn', ['1:4'], NOW);
  const times = { created_at: NOW, expires_at: NOW + HOUR };
  const grant = { client_id: 'console', character_uid: '1:4', account_id: account, expires_at: NOW + HOUR };
  const id = await store.grants.create({ ...grant, permissions: ['character_read', 'character_credits'] }, NOW);
  // Of a scope, those count that the grant has; without one, all of them.
  for (const [scope, ...held] of [
    ['character_credits', 'character_credits'],
    ['character_events character_read', 'character_read'],
    [''],
    [null, 'character_read', 'character_credits'],
  ]) {
    const token = newToken();
    await store.tokens.add({ hash: tokenHash(token), kind: 'access', grant_id: id, scope: scope ?? null, ...times });
    t.deepEqual(await grants(server, '1:4', token), [[1, ...held]]);
  }
});

test('a client sees what any character has granted to it, until its last second', withServer, async (t, server) => {
  const { store, token, time } = server;
  const other = await tokenFor(store, '1:3', ['character_read'], { clientId: 'other' });
  t.deepEqual(await grants(server, '1:3', token), [], 'those to other clients are not listed');
  t.is((await grants(server, '1:3', other)).length, 1);
  const revocable = await tokenFor(store, '1:3', ['character_auth'], { expiresAt: NOW + HOUR });
  await tokenFor(store, '1:3', ['character_read'], { expiresAt: NOW + HOUR });
  t.is((await grants(server, '1:3', token)).length, 2);
  await store.grants.end((await store.tokens.principal(revocable, NOW))?.grant_id ?? '', NOW);
  t.deepEqual(await grants(server, '1:3', token), [[1, 'character_read']], 'a revoked one is not listed');
  time.now = (NOW + HOUR - 1) * 1000;
  t.is((await grants(server, '1:3', token)).length, 1);
  time.now = (NOW + HOUR) * 1000;
  t.deepEqual(await grants(server, '1:3', token), []);
  await expectAnswers(t, server, [['GET /character/hana%20veil/permissions', 200]]);
});
