import test from 'ava';
import { EPOCH } from '../../src/domain/galactic-time.js';
import type { LoadBatch } from '../../src/store/load/rows.js';
import { recordKinds, toRecords } from '../../src/transfer/records.js';
import { galaxy, NOW } from './galaxy.js';
import {
  blacklist,
  change,
  character,
  client,
  datacard,
  entity,
  event,
  fact,
  faction,
  grant,
  key,
  membership,
  read,
  token,
  transaction,
} from './samples.js';

const smallest: Record<string, [record: object, key: string, row: object]> = {
  faction: [faction, '20:7', { uid: '20:7', name: 'Harbour & Sons', ownerUid: null }],
  entity: [entity, '4:31', { uid: '4:31', name: 'Marsh Yard', ownerUid: null }],
  character: [
    character,
    '1:12',
    {
      uid: '1:12',
      name: 'Ines Marsh',
      image: '',
      raceUid: null,
      gender: '',
      lastLogin: EPOCH,
      shortDescription: '',
      biography: '',
      isPrivate: false,
      health: 100,
      healthMax: 100,
      xp: 0,
      xpLevel: 0,
      credits: 0,
    },
  ],
  membership: [
    membership,
    '1:12 in 20:7',
    {
      characterUid: '1:12',
      factionUid: '20:7',
      primary: false,
      canViewDatacards: false,
      canManageDatacards: false,
    },
  ],
  datacard: [datacard, '14:3', { uid: '14:3', ownerUid: '20:7', entityUid: '2:4', totalUses: 100, assignments: [] }],
  transaction: [
    transaction,
    '1',
    { id: 1, time: NOW, amount: 5, senderUid: '20:7', receiverUid: '1:12', communication: '' },
  ],
  event: [event, '39:1', { uid: '39:1', receiverUid: '1:12', time: NOW, text: '' }],
  client: [client, 'app', { id: 'app', name: 'App', createdAt: NOW, revokedAt: null }],
  grant: [
    grant,
    'g1',
    {
      id: 'g1',
      clientId: 'app',
      characterUid: '1:12',
      permissions: [],
      createdAt: NOW,
      expiresAt: NOW,
      revokedAt: null,
    },
  ],
  token: [
    token,
    't1',
    { id: 't1', hash: '0a'.repeat(32), grantId: 'g1', createdAt: NOW, expiresAt: NOW, revokedAt: null },
  ],
  datacard_change: [
    change,
    '1',
    {
      ...{ id: 1, time: NOW, action: 'assign', clientId: 'app', characterUid: '1:12' },
      ...{ datacardUid: '14:3', locationUid: '4:31', usesBefore: 0, usesAfter: 40, requestId: 'r1' },
    },
  ],
  idempotency_key: [
    key,
    '["app","1:12","k1"]',
    {
      ...{ clientId: 'app', characterUid: '1:12', key: 'k1' },
      ...{ requestHash: '0b'.repeat(32), answer: '{}', createdAt: NOW },
    },
  ],
  blacklist: [blacklist, '192.0.2.7', { address: '192.0.2.7', createdAt: NOW, expiresAt: NOW, reason: '' }],
  fact: [fact, 'demo', { name: 'demo', value: '{}' }],
};

test('the table of smallest records has every kind', (t) => {
  t.deepEqual(Object.keys(smallest).sort(), [...recordKinds].sort());
});

for (const [kind, [record, key, row]] of Object.entries(smallest)) {
  test(`${kind}: what is left out takes its default`, (t) => {
    t.like(read(record), { kind, key });
    t.deepEqual((read(record) as { row: object }).row, row);
  });

  for (const field of Object.keys(record).filter((name) => name !== 'kind')) {
    test(`${kind}: ${field} has to be there`, (t) => {
      t.deepEqual(read({ ...record, [field]: undefined }), { kind: kind as never, reason: `${field} is missing` });
    });
  }
}

const full = [
  { kind: 'faction', uid: '20:7', name: 'Harbour & Sons' },
  { kind: 'entity', uid: '5:2', name: 'Reed Station', owner: '1:13' },
  {
    kind: 'character',
    uid: '1:12',
    name: 'Ines Marsh',
    image: 'https://portraits.example/12.png',
    race: '22:1',
    gender: 'female',
    last_login: NOW,
    short_description: 'Pilot',
    biography: 'Born at sea.\nNever been back.',
    is_private: true,
    health: 90,
    health_max: 120,
    xp: 3200,
    xp_level: 6,
    credits: -5,
  },
  {
    kind: 'membership',
    character: '1:12',
    faction: '20:7',
    primary: true,
    can_view_datacards: true,
    can_manage_datacards: true,
  },
  {
    kind: 'datacard',
    uid: '14:3',
    owner: '20:7',
    entity: '2:4',
    total_uses: -1,
    assignments: [
      { location: '4:31', uses: -1 },
      { location: '5:2', uses: Number.MAX_SAFE_INTEGER },
    ],
  },
  { ...transaction, communication: 'Salary' },
  { ...event, text: 'Landed.' },
  { ...client, created_at: EPOCH, revoked_at: NOW },
  { ...grant, permissions: ['character_auth', 'character_events'], created_at: EPOCH, revoked_at: NOW },
  { ...token, revoked_at: NOW },
  change,
  key,
  { ...blacklist, reason: 'flood' },
  fact,
];

for (const record of full) {
  test(`${record.kind}: a full record becomes a row and the same record again`, (t) => {
    const result = read(record);
    if ('reason' in result) return t.fail(result.reason);
    t.deepEqual(toRecords({ kind: result.into, rows: [result.row] } as LoadBatch), [record]);
  });
}

const times: [time: unknown, second: number][] = [
  [EPOCH, EPOCH],
  [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ['1998-12-03T07:00:00Z', EPOCH],
  ['2010-12-02T07:00Z', 1_291_273_200],
  ['2010-12-02 08:00:00.999+01:00', 1_291_273_200],
  ['2010-12-02t07:00:00z', 1_291_273_200],
  ['2024-02-29T00:00:00Z', 1_709_164_800],
  ['Year 12 Day 3', 1_291_273_200],
  [' y12d3 ', 1_291_273_200],
  ['Year 25 Day 204, 05:00', 1_718_625_600],
  ['Y27D88, 05:12:14', NOW],
];

for (const [time, second] of times) {
  test(`the time ${JSON.stringify(time)} is ${second}`, (t) => {
    t.like(read({ ...event, time }), { row: { time: second } });
  });
}

test('the kinds of the sample galaxy are all kinds', (t) => {
  t.deepEqual([...new Set<string>(galaxy.map(({ kind }) => kind))].sort(), [...recordKinds].sort());
});
