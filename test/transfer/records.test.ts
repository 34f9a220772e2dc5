import test from 'ava';
import { EPOCH } from '../../src/domain/galactic-time.js';
import { type Batch, recordModels, recordTypes } from '../../src/model/index.js';
import { type ReadRecord, toRecords } from '../../src/transfer/records.js';
import { galaxy, NOW } from './galaxy.js';
import {
  account,
  accountCharacter,
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

const smallest: Record<string, [record: object, key: unknown[], row: object]> = {
  faction: [faction, ['20:7'], { uid: '20:7', name: 'Harbour & Sons', owner_uid: null }],
  entity: [entity, ['4:31'], { uid: '4:31', name: 'Marsh Yard', owner_uid: null }],
  character: [
    character,
    ['1:12'],
    {
      uid: '1:12',
      name: 'Ines Marsh',
      image: '',
      race_uid: null,
      gender: '',
      last_login: EPOCH,
      short_description: '',
      biography: '',
      is_private: 0,
      health: 100,
      health_max: 100,
      xp: 0,
      xp_level: 0,
      credits: 0,
    },
  ],
  membership: [
    membership,
    ['1:12', '20:7'],
    {
      character_uid: '1:12',
      faction_uid: '20:7',
      is_primary: 0,
      can_view_datacards: 0,
      can_manage_datacards: 0,
    },
  ],
  datacard: [
    datacard,
    ['14:3'],
    { uid: '14:3', owner_uid: '20:7', entity_uid: '2:4', total_uses: 100, assignments: [] },
  ],
  transaction: [
    transaction,
    [1],
    { id: 1, time: NOW, amount: 5, sender_uid: '20:7', receiver_uid: '1:12', communication: '' },
  ],
  event: [event, ['39:1'], { uid: '39:1', receiver_uid: '1:12', time: NOW, type: null, text: '' }],
  account: [
    account,
    ['a1'],
    {
      ...{ id: 'a1', name: 'Ines', password_hash: null, provider_issuer: null, provider_subject: null },
      ...{ created_at: NOW, disabled_at: null, last_sign_in_at: null },
    },
  ],
  account_character: [accountCharacter, ['a1', '1:12'], { account_id: 'a1', character_uid: '1:12' }],
  client: [
    client,
    ['app'],
    {
      ...{ id: 'app', name: 'App', created_at: NOW, revoked_at: null },
      ...{
        owner_id: null,
        secret_hash: null,
        is_public: 0,
        redirect_uris: '[]',
        application_type: 'web',
        requires_pkce: 0,
        is_resource_server: 0,
      },
    },
  ],
  grant: [
    grant,
    ['g1'],
    {
      id: 'g1',
      client_id: 'app',
      character_uid: '1:12',
      permissions: [],
      created_at: NOW,
      expires_at: NOW,
      revoked_at: null,
      account_id: null,
      last_used_at: null,
      last_used_from: null,
      name: null,
    },
  ],
  token: [
    token,
    ['t1'],
    {
      ...{ id: 't1', hash: '0a'.repeat(32), grant_id: 'g1', created_at: NOW, expires_at: NOW, revoked_at: null },
      ...{ kind: 'access', scope: null, consumed_at: null },
    },
  ],
  datacard_change: [
    change,
    [1],
    {
      ...{ id: 1, time: NOW, action: 'revoke', client_id: null, character_uid: null },
      ...{ datacard_uid: '14:3', location_uid: '4:31', uses_before: 40, uses_after: 0, request_id: null },
    },
  ],
  use: [
    { kind: 'use', id: 'ship-778', datacard: '14:3', location: '4:31', uses: 3 },
    ['ship-778'],
    { id: 'ship-778', time: NOW, datacard_uid: '14:3', location_uid: '4:31', uses: 3 },
  ],
  idempotency_key: [
    key,
    ['app', '1:12', 'k1'],
    {
      ...{ client_id: 'app', character_uid: '1:12', key: 'k1' },
      ...{ request_hash: '0b'.repeat(32), answer: '{}', created_at: NOW },
    },
  ],
  blacklist: [blacklist, ['192.0.2.7'], { address: '192.0.2.7', created_at: NOW, expires_at: NOW, reason: '' }],
  fact: [fact, ['demo'], { name: 'demo', value: '{}' }],
};

test('the table of smallest records has every kind', (t) => {
  t.deepEqual(Object.keys(smallest).sort(), [...recordTypes].sort());
});

for (const [kind, [record, key, row]] of Object.entries(smallest)) {
  test(`${kind}: what is left out takes its default`, (t) => {
    const result = read(record) as ReadRecord;
    t.is(result.type, kind as never);
    t.deepEqual(
      recordModels[result.type].key.map((name) => result.row[name as never]),
      key,
    );
    t.deepEqual(result.row as object, row);
  });
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
  { ...event, type: 'Travel', text: 'Landed.' },
  { ...account, password_hash: 'h', created_at: EPOCH, disabled_at: NOW },
  {
    ...{ ...account, password_hash: 'h', provider_issuer: 'https://login.example/', provider_subject: '7' },
    ...{ created_at: EPOCH, disabled_at: NOW },
  },
  accountCharacter,
  { ...client, created_at: EPOCH, revoked_at: NOW },
  {
    ...{ ...client, created_at: EPOCH, revoked_at: NOW, owner: 'a1', secret_hash: '0c'.repeat(32), public: true },
    ...{ redirect_uris: ['https://app.example/back'], application_type: 'native' },
  },
  { ...grant, permissions: ['character_auth', 'character_events'], created_at: EPOCH, revoked_at: NOW },
  { ...grant, created_at: EPOCH, revoked_at: NOW, account: 'a1' },
  { ...token, revoked_at: NOW },
  { ...token, revoked_at: NOW, type: 'refresh', scope: 'character_read', consumed_at: NOW },
  { ...change, action: 'assign', client: 'app', character: '1:12', request_id: 'r1' },
  key,
  { ...blacklist, reason: 'flood' },
  fact,
];

for (const record of full) {
  test(`${record.kind}: a full record with ${Object.keys(record).length} fields becomes a row and the same record again`, (t) => {
    const result = read(record);
    if (!('row' in result)) return t.fail(JSON.stringify(result));
    t.deepEqual(toRecords({ type: result.type === 'faction' ? 'entity' : result.type, rows: [result.row] } as Batch), [
      record,
    ]);
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
    t.like(read({ ...character, last_login: time }), { row: { last_login: second } });
  });
}

test('the kinds of the sample galaxy are all kinds but uses, which change it', (t) => {
  t.deepEqual([...new Set<string>(galaxy.map(({ kind }) => kind)), 'use'].sort(), [...recordTypes].sort());
});
