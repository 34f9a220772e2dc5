import test from 'ava';
import { golden } from '../../../helpers/cli/golden.js';
import { withService } from '../../../helpers/cli/service.js';
import { tokenFor } from '../../../helpers/galaxy.js';

golden({
  argv: ['character'],
  table: `\
┌──────────────────┬─────────────────────────────────────────────────┐
│ uid              │ 1:1                                             │
│ name             │ Hana Veil                                       │
│ image            │ https://images.example/portrait.png             │
│ isprivate        │ no                                              │
│ isbasic          │ no                                              │
│ race_uid         │ 22:1                                            │
│ race             │ Ashari                                          │
│ faction_uid      │ 20:1                                            │
│ faction          │ The Lantern Guild                               │
│ factions         │ The Lantern Guild, Quiet Harbour                │
│ gender           │ female                                          │
│ lastlogin        │ Year 25 Day 204, 04:00:00  2024-06-17T11:00:00Z │
│ shortdescription │ Trader                                          │
│ biography        │ Born between two stars.                         │
│ health           │ 90                                              │
│ healthMax        │ 100                                             │
│ XP               │ 4,200                                           │
│ XPLevel          │ 7                                               │
│ credits          │ 123,456                                         │
└──────────────────┴─────────────────────────────────────────────────┘
`,
  tsv:
    '1:1\tHana Veil\thttps://images.example/portrait.png\tfalse\tfalse\t22:1\tAshari\t20:1\tThe Lantern Guild\t' +
    'The Lantern Guild,Quiet Harbour\tfemale\t1718622000\tTrader\tBorn between two stars.\t90\t100\t4200\t7\t123456\n',
  json: {
    uid: '1:1',
    name: 'Hana Veil',
    image: 'https://images.example/portrait.png',
    isprivate: false,
    isbasic: false,
    race_uid: '22:1',
    race: 'Ashari',
    faction_uid: '20:1',
    faction: 'The Lantern Guild',
    factions: ['The Lantern Guild', 'Quiet Harbour'],
    gender: 'female',
    lastlogin: 1718622000,
    lastlogin_cgt: 'Year 25 Day 204, 04:00:00',
    lastlogin_date: '2024-06-17T11:00:00Z',
    shortdescription: 'Trader',
    biography: 'Born between two stars.',
    health: 90,
    healthMax: 100,
    XP: 4200,
    XPLevel: 7,
    credits: 123456,
  },
  xml: { path: '/character' },
});

test('fields that the token may not read are empty cells', async (t) => {
  const { run, server } = await withService(t);
  const fields = ['--json', 'name,isbasic,race,factions,health,credits'];
  const nothing = { race: null, factions: [], health: null, credits: null };
  const bram = { name: 'Bram Oster', isbasic: true, ...nothing };
  t.deepEqual(JSON.parse((await run(['character', '1:2', ...fields])).stdout), bram);
  const dorn = { ...nothing, name: 'Dorn', isbasic: false, race: 'Ashari' };
  t.deepEqual(JSON.parse((await run(['character', 'dorn', ...fields])).stdout), dorn);
  const SVCAPI_TOKEN = await tokenFor(server.store, '1:3', ['character_read']);
  const { stdout } = await run(['character', ...fields], { env: { SVCAPI_TOKEN } });
  t.like(JSON.parse(stdout), { name: 'Cleo Ray', race: null, health: null, credits: null });
});

test('a name is trimmed, and matched in any case', async (t) => {
  const { run } = await withService(t);
  t.is((await run(['character', ' hana VEIL ', '--json', 'uid'])).stdout, '{"uid":"1:1"}\n');
});
