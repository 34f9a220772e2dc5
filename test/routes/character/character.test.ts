import test from 'ava';
import type { Permission } from '../../../src/domain/permission.js';
import { tokenFor } from '../../helpers/galaxy.js';
import { envelope, moment, ref } from '../../helpers/payload.js';
import { call } from '../../helpers/server.js';
import { sharedServer } from '../../helpers/shared-server.js';
import { type Element, readXml } from '../../helpers/xml.js';

const server = sharedServer({ rateLimit: 10_000 });

/** The answer to somebody with a token of their own. */
async function read(path: string, characterUid: string, permissions: Permission[]) {
  const token = await tokenFor(server.store, characterUid, permissions);
  return server.call(path, { headers: { Authorization: `Bearer ${token}` } });
}

const image = 'https://images.example/portrait.png';

function basic(uid: string, name: string, isprivate: 'true' | 'false', isbasic: 'true' | 'false') {
  return { uid, name, image, attributes: { isprivate, isbasic } };
}

/** The fields of a public profile that everybody sees. */
function profile(uid: string, name: string, isprivate: 'true' | 'false' = 'false') {
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

const stats = { health: 90, healthMax: 100, XP: 4200, XPLevel: 7 };

/** The fields that only the character itself sees, by the permission that each needs. */
function own(uid: string) {
  return {
    character_stats: stats,
    character_credits: {
      credits: { attributes: { href: `${server.url}/character/${uid}/credits` }, value: 123_456 },
      creditlog: { attributes: { href: `${server.url}/character/${uid}/creditlog` } },
    },
    character_events: { events: { attributes: { href: `${server.url}/events/personal` } } },
  };
}

/** The public profile of Hana. */
function hana() {
  const known = profile('1:1', 'Hana Veil');
  const harbour = ref(server.url, 'faction', '20:2', 'Quiet Harbour');
  return { ...known, factions: [...known.factions, { ...harbour, primary: false }] };
}

for (const path of ['/character', '/character/1:1', '/character/hana%20veil']) {
  test(`${path} shows a character everything about itself, with every permission`, async (t) => {
    const { status, json } = await server.call(path);
    t.is(status, 200);
    const { character_stats: health, character_credits: credits, character_events: events } = own('1:1');
    const character = { ...hana(), ...health, ...credits, ...events };
    t.deepEqual(json, envelope('character', `/ws/v2.0${path}`, { character }));
  });
}

for (const permissions of [
  ['character_read'],
  ['character_stats'],
  ['character_read', 'character_stats'],
  ['character_read', 'character_credits'],
  ['character_read', 'character_events'],
  ['character_stats', 'character_credits', 'character_events'],
] as const) {
  test(`with ${permissions.join(' and ')}, a character is offered what the token may follow, and no more`, async (t) => {
    const { json } = await read('/character', '1:1', [...permissions]);
    const shown = permissions.map((permission) => (permission === 'character_read' ? {} : own('1:1')[permission]));
    t.deepEqual(json.svcapi, { character: Object.assign(hana(), ...shown) });
    const token = await tokenFor(server.store, '1:1', [...permissions]);
    for (const { attributes } of Object.values<{ attributes?: { href?: string } }>(json.svcapi.character)) {
      if (attributes?.href === undefined) continue;
      t.is((await call(attributes.href, { headers: { Authorization: `Bearer ${token}` } })).status, 200);
    }
  });
}

const everything: Permission[] = ['character_read', 'character_stats', 'character_credits', 'character_events'];

test('stats and credits of another character are never shown, nor addresses that would not answer', async (t) => {
  const { status, json } = await read('/character/1:1', '1:4', everything);
  t.is(status, 200);
  t.deepEqual(json.svcapi, { character: hana() });
});

test('others see the basic fields of a private profile', async (t) => {
  const { status, json } = await read('/character/1:2', '1:1', everything);
  t.is(status, 200);
  t.deepEqual(json.svcapi, { character: basic('1:2', 'Bram Oster', 'true', 'true') });
});

test('a character sees all of its own private profile', async (t) => {
  for (const path of ['/character', '/character/1:2', '/character/bram+oster']) {
    const { json } = await read(path, '1:2', ['character_read']);
    t.deepEqual(json.svcapi, { character: profile('1:2', 'Bram Oster', 'true') });
  }
});

test('a missing race or faction is an empty element', async (t) => {
  const cleo = (await server.call('/character/1:3')).json.svcapi.character;
  t.deepEqual(cleo, { ...profile('1:3', 'Cleo Ray'), race: {} });
  const dorn = (await server.call('/character/1:4')).json.svcapi.character;
  t.deepEqual(dorn, { ...profile('1:4', 'Dorn'), faction: {}, factions: [] });
});

/** The factions of a character in XML, whole. */
async function factionsInXml(uid: string): Promise<Element[]> {
  const { text } = await server.call(`/character/${uid}`, { headers: { Accept: 'application/xml' } });
  const [character] = readXml(text).children;
  return character?.children.filter(({ name }) => name === 'factions') ?? [];
}

function faction(uid: string, text: string, primary: string): Element {
  const { attributes } = ref(server.url, 'faction', uid, text);
  return { name: 'faction', attributes: { ...attributes, primary }, children: [], text };
}

test('in XML, factions are a collection with a count, and primary is an attribute', async (t) => {
  const children = [faction('20:1', 'The Lantern Guild', 'true'), faction('20:2', 'Quiet Harbour', 'false')];
  t.deepEqual(await factionsInXml('1:1'), [{ name: 'factions', attributes: { count: '2' }, children, text: '' }]);
});

test('in XML, a character without factions has a count of 0', async (t) => {
  t.deepEqual(await factionsInXml('1:4'), [{ name: 'factions', attributes: { count: '0' }, children: [], text: '' }]);
});
