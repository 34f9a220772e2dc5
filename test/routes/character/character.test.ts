import test from 'ava';
import { ask, expectAnswers } from '../../helpers/ask.js';
import { addCharacters } from '../../helpers/galaxy.js';
import { envelope, moment, ref } from '../../helpers/payload.js';
import { sharedServer } from '../../helpers/shared-server.js';

/** The character, its credits, and the check of its name. */

const server = sharedServer({ rateLimit: 10_000 }, ({ store }) =>
  addCharacters(store, [
    { uid: '1:10', name: 'creditlog' },
    { uid: '1:11', name: 'handlecheck' },
    { uid: '1:12', name: 'Zoë / Søren' },
  ]),
);

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

test('a character sees its own credits only', async (t) => {
  const missing = [404, 'not_found'] as const;
  await expectAnswers(t, server, [
    ['GET /character/1:1/credits', 200, { credits: 123_456 }],
    ['GET /character/hana%20veil/credits', 200, { credits: 123_456 }],
    ['GET /character/1:4/credits', 200, { credits: 123_456 }, ['1:4', 'character_credits']],
    ['GET /character/1:2/credits', ...missing],
    ['GET /character/1:99/credits', ...missing],
  ]);
  t.regex((await server.call('/character/1:1/credits.xml')).text, /<svcapi [^>]*><credits>123456<\/credits><\/svcapi>/);
});

test('anyone can ask whose name it is: a name that nobody has is a 404, and a blank one a 400', async (t) => {
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
    ...['Hana', 'nobody', 'The%20Lantern%20Guild', '1:1', '1%3A1', '20:1'].map(
      (name) => [`GET /character/handlecheck/${name}`, 404, 'not_found', ''] as [string, number, string, string],
    ),
    ['GET /character/handlecheck/%20', 400, { parameter: 'handle' }, ''],
  ]);
});

test('a name that is also the end of another path counts against the names only', async (t) => {
  const { headers } = await server.call('/character/handlecheck/creditlog');
  t.regex(headers.get('ratelimit') ?? '', /^"character_handlecheck";/);
});
