import test from 'ava';
import { NOW, tokenFor } from '../../helpers/galaxy.js';
import { loadRows } from '../../helpers/load-rows.js';
import { envelope, moment } from '../../helpers/payload.js';
import { sharedServer } from '../../helpers/shared-server.js';
import { readXml } from '../../helpers/xml.js';

const event = { receiver_uid: '1:4', type: null, text: '' };
const server = sharedServer({ rateLimit: 10_000 }, ({ store }) =>
  loadRows(store, 'event', [
    { ...event, uid: '39:9', time: NOW - 10, type: 'XP' },
    { ...event, uid: '39:10', time: NOW - 10, type: 'xp' },
    { ...event, uid: '39:11', time: NOW - 20, type: 'Déjà vu' },
    { ...event, uid: '39:12', time: NOW - 30 },
    { ...event, uid: '39:13', time: NOW, type: 'XP' },
  ]),
);

/** Returns the answer to Dorn, who has five events. */
async function dorn(path: string) {
  const token = await tokenFor(server.store, '1:4', ['character_events']);
  return server.call(path, { headers: { Authorization: `Bearer ${token}` } });
}

async function uidsOf(path: string): Promise<string[]> {
  const { json } = await dorn(path);
  return json.svcapi.events.event.map(({ attributes }: { attributes: { uid: string } }) => attributes.uid);
}

test('a character lists its own events', async (t) => {
  const { status, json } = await server.call('/events/personal');
  t.is(status, 200);
  const attributes = {
    start: 0,
    uid: '1:1',
    starttimeswc: 'Year 0 Day 1, 00:00:00',
    starttimeunix: 912_668_400,
    count: 1,
    total: 1,
  };
  t.deepEqual(
    json,
    envelope('events', '/ws/v2.0/events/personal', {
      events: {
        attributes,
        event: [
          {
            attributes: { uid: '39:1', type: 'XP', href: `${server.url}/event/39:1` },
            time: moment(25, 204, 4, 59, 0, '1718625540'),
            text: 'You have gained 12 experience.',
          },
        ],
      },
    }),
  );
});

const ALL = ['39:13', '39:10', '39:9', '39:11', '39:12'];

const pages: [path: string, uids: string[]][] = [
  ['/events/personal', ALL],
  ['/events/Personal/', ALL],
  ['/events/personal?start_index=0&item_count=2', ['39:13', '39:10']],
  ['/events/personal?start_index=2&item_count=2', ['39:9', '39:11']],
  ['/events/personal?start_index=4', ['39:12']],
  ['/events/personal?start_index=5', []],
  [`/events/personal?start_time=${NOW - 10}`, ['39:13', '39:10', '39:9']],
  [`/events/personal?start_time=${NOW + 1}`, []],
  ['/events/personal?start_time=0', ALL],
  ['/events/personal/XP', ['39:13', '39:10', '39:9']],
  ['/events/personal/xp?start_index=1', ['39:10', '39:9']],
  [`/events/personal/Xp?start_time=${NOW}`, ['39:13']],
  ['/events/personal/D%C3%A9j%C3%A0+VU', ['39:11']],
  ['/events/personal/Travel', []],
];

for (const [path, uids] of pages) {
  test(`${path} is ${uids.join(', ') || 'an empty list'}`, async (t) => {
    t.deepEqual(await uidsOf(path), uids);
  });
}

const totals: [path: string, attributes: object][] = [
  ['/events/personal?item_count=2', { start: 0, count: 2, total: 5, starttimeunix: 912_668_400 }],
  ['/events/personal?start_index=9', { start: 9, count: 0, total: 5 }],
  ['/events/personal/xp?start_index=9', { start: 9, count: 0, total: 3 }],
  [
    `/events/personal?start_time=${NOW - 10}`,
    { count: 3, total: 3, starttimeunix: NOW - 10, starttimeswc: 'Year 25 Day 204, 04:59:50' },
  ],
];

test('the attributes of a list say what was selected', async (t) => {
  for (const [path, attributes] of totals)
    t.like((await dorn(path)).json.svcapi.events.attributes, { uid: '1:4', ...attributes }, path);
});

test('an event without a type has no attribute for it, in either format', async (t) => {
  const { json } = await dorn('/events/personal?start_index=4');
  t.deepEqual(Object.keys(json.svcapi.events.event[0].attributes), ['uid', 'href']);
  const { text } = await dorn('/events/personal.xml?start_index=3');
  const [events] = readXml(text).children;
  t.deepEqual(
    events?.children.map(({ attributes }) => Object.keys(attributes)),
    [
      ['uid', 'type', 'href'],
      ['uid', 'href'],
    ],
  );
});

const invalid: [path: string, parameter: string][] = [
  ['/events/faction', 'mode'],
  ['/events/1:1', 'mode'],
  ['/events/personal/%20', 'type'],
  ['/events/personal?start_index=-1', 'start_index'],
  ['/events/personal?item_count=0', 'item_count'],
  ['/events/personal?item_count=1001', 'item_count'],
  ['/events/personal?start_time=Y12D3', 'start_time'],
  [`/events/personal?start_time=${NOW}000`, 'start_time'],
];

test('a wrong parameter is a 400 that names it', async (t) => {
  for (const [path, parameter] of invalid)
    t.like(await server.call(path), { status: 400, json: { svcapi: { parameter } } }, path);
});
