import test from 'ava';
import { ask, type Case, expectAnswers } from '../../helpers/ask.js';
import { NOW } from '../../helpers/galaxy.js';
import { loadRows } from '../../helpers/load-rows.js';
import { envelope, moment, ref } from '../../helpers/payload.js';
import { sharedServer } from '../../helpers/shared-server.js';

/** One event, and the list of a character’s own. Dorn (1:4) has five. */

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

const time = moment(25, 204, 4, 59, 0, '1718625540');
const text = 'You have gained 12 experience.';

test('a character reads its own event, which nobody else finds', async (t) => {
  const { json } = await server.call('/event/39:1');
  const receiver = ref(server.url, 'character', '1:1', 'Hana Veil');
  t.deepEqual(json, envelope('events_id', '/ws/v2.0/event/39:1', { event: { uid: '39:1', receiver, time, text } }));
  await expectAnswers(t, server, [
    ['GET /event/39:2', 200, { event: { text: 'You have gained 3 experience.' } }, ['1:2', 'character_events']],
    // These have the form that the reference asks for: they are no mistake, there is only nothing there.
    ...['39:2', '39:999', '39:0', '39:01', '39:12345678901234567890123'].map(
      (uid): Case => [`GET /event/${uid}`, 404, 'not_found'],
    ),
    ...['39', '39:', '39:x', '39:-1', '39:1.0', '14:1', 'x', '39:1%20', '39:1:1'].map(
      (uid): Case => [`GET /event/${uid}`, 400, { error: 'invalid_parameter', parameter: 'uid' }],
    ),
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

const ALL = [13, 10, 9, 11, 12];

const lists: [path: string, uids: number[], attributes?: object][] = [
  ['/Personal/', ALL],
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
  ['/personal?start_time=0', ALL],
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

const wrong: [parameter: string, paths: string][] = [
  ['mode', '/faction /1:1'],
  ['type', '/personal/%20'],
  ['start_index', '/personal?start_index=-1'],
  ['item_count', '/personal?item_count=0 /personal?item_count=1001'],
  ['start_time', `/personal?start_time=Y12D3 /personal?start_time=${NOW}000`],
];

test('an event without a type has no attribute for it, and a wrong parameter is a 400 that names it', async (t) => {
  const { json } = await ask(server, 'GET /events/personal?start_index=4', ['1:4']);
  t.deepEqual(Object.keys(json.svcapi.events.event[0].attributes), ['uid', 'href']);
  await expectAnswers(t, server, [
    ['GET /events/personal?start_index=3', 200, { events: { attributes: { count: 2 } } }, ['1:4']],
    ...wrong.flatMap(([parameter, paths]) =>
      paths.split(' ').map((path): Case => [`GET /events${path}`, 400, { parameter }]),
    ),
  ]);
});
