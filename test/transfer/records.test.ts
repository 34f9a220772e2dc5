import test from 'ava';
import { EPOCH } from '../../src/domain/galactic-time.js';
import { type Batch, recordTypes } from '../../src/model/index.js';
import { type ReadRecord, toRecords } from '../../src/transfer/records.js';
import { galaxy, NOW } from './galaxy.js';
import * as samples from './samples.js';

const { account, change, character, client, datacard, entity, event, fact, faction } = samples;
const { grant, key, membership, read, token, transaction } = samples;
const use = { kind: 'use', id: 'ship-778', datacard: '14:3', location: '4:31', uses: 3 };

/** Columns without a value. */
const nulls = (...names: string[]) => Object.fromEntries(names.map((name) => [name, null]));

/** The smallest record of each kind, and its row. */
const smallest: [record: { kind: string }, row: object][] = [
  [faction, { uid: '20:7', name: 'Harbour & Sons', owner_uid: null }],
  [entity, { uid: '4:31', name: 'Marsh Yard', owner_uid: null }],
  [
    character,
    {
      ...{ uid: '1:12', name: 'Ines Marsh', image: '', race_uid: null, gender: '', last_login: EPOCH },
      ...{ short_description: '', biography: '', is_private: 0, health: 100, health_max: 100 },
      ...{ xp: 0, xp_level: 0, credits: 0 },
    },
  ],
  [
    membership,
    {
      ...{ character_uid: '1:12', faction_uid: '20:7', is_primary: 0 },
      ...{ can_view_datacards: 0, can_manage_datacards: 0 },
    },
  ],
  [datacard, { uid: '14:3', owner_uid: '20:7', entity_uid: '2:4', total_uses: 100, assignments: [] }],
  [transaction, { id: 1, time: NOW, amount: 5, sender_uid: '20:7', receiver_uid: '1:12', communication: '' }],
  [event, { uid: '39:1', receiver_uid: '1:12', time: NOW, type: null, text: '' }],
  [
    account,
    {
      ...{ id: 'a1', name: 'Ines', created_at: NOW },
      ...nulls('password_hash', 'provider_issuer', 'provider_subject', 'disabled_at', 'last_sign_in_at'),
    },
  ],
  [samples.accountCharacter, { account_id: 'a1', character_uid: '1:12' }],
  [
    client,
    {
      ...{ id: 'app', name: 'App', created_at: NOW, ...nulls('revoked_at', 'owner_id', 'secret_hash') },
      ...{ is_public: 0, redirect_uris: '[]', application_type: 'web', requires_pkce: 0, is_resource_server: 0 },
    },
  ],
  [
    grant,
    {
      ...{ id: 'g1', client_id: 'app', character_uid: '1:12', permissions: [], created_at: NOW, expires_at: NOW },
      ...nulls('revoked_at', 'account_id', 'last_used_at', 'last_used_from', 'name'),
    },
  ],
  [
    token,
    {
      ...{ id: 't1', hash: '0a'.repeat(32), grant_id: 'g1', created_at: NOW, expires_at: NOW, kind: 'access' },
      ...nulls('revoked_at', 'scope', 'consumed_at'),
    },
  ],
  [
    change,
    {
      ...{ id: 1, time: NOW, action: 'revoke', ...nulls('client_id', 'character_uid', 'request_id') },
      ...{ datacard_uid: '14:3', location_uid: '4:31', uses_before: 40, uses_after: 0 },
    },
  ],
  [use, { id: 'ship-778', time: NOW, datacard_uid: '14:3', location_uid: '4:31', uses: 3 }],
  [
    key,
    {
      ...{ client_id: 'app', character_uid: '1:12', key: 'k1' },
      ...{ request_hash: '0b'.repeat(32), answer: '{}', created_at: NOW },
    },
  ],
  [samples.blacklist, { address: '192.0.2.7', created_at: NOW, expires_at: NOW, reason: '' }],
  [fact, { name: 'demo', value: '{}' }],
];

test('the smallest records are of every kind, and those of the sample galaxy of all but uses, which change it', (t) => {
  t.deepEqual(smallest.map(([{ kind }]) => kind).sort(), [...recordTypes].sort());
  t.deepEqual([...new Set<string>(galaxy.map(({ kind }) => kind)), 'use'].sort(), [...recordTypes].sort());
});

for (const [record, row] of smallest) {
  test(`${record.kind}: what is left out takes its default`, (t) => {
    const result = read(record) as ReadRecord;
    t.is(result.type, record.kind as never);
    t.deepEqual(result.row as object, row);
  });
}

const full = [
  faction,
  { kind: 'entity', uid: '5:2', name: 'Reed Station', owner: '1:13' },
  {
    ...{ ...character, image: 'https://portraits.example/12.png', race: '22:1', gender: 'female', last_login: NOW },
    ...{ short_description: 'Pilot', biography: 'Born at sea.\nNever been back.', is_private: true },
    ...{ health: 90, health_max: 120, xp: 3200, xp_level: 6, credits: -5 },
  },
  { ...membership, primary: true, can_view_datacards: true, can_manage_datacards: true },
  {
    ...{ ...datacard, total_uses: -1 },
    assignments: [
      { location: '4:31', uses: -1 },
      { location: '5:2', uses: Number.MAX_SAFE_INTEGER },
    ],
  },
  { ...transaction, communication: 'Salary' },
  { ...event, type: 'Travel', text: 'Landed.' },
  {
    ...{ ...account, password_hash: 'h', provider_issuer: 'https://login.example/', provider_subject: '7' },
    ...{ created_at: EPOCH, disabled_at: NOW },
  },
  samples.accountCharacter,
  {
    ...{ ...client, created_at: EPOCH, revoked_at: NOW, owner: 'a1', secret_hash: '0c'.repeat(32), public: true },
    ...{ redirect_uris: ['https://app.example/back'], application_type: 'native' },
  },
  {
    ...{ ...grant, permissions: ['character_auth', 'character_events'] },
    ...{ created_at: EPOCH, revoked_at: NOW, account: 'a1' },
  },
  { ...token, revoked_at: NOW, type: 'refresh', scope: 'character_read', consumed_at: NOW },
  { ...change, action: 'assign', client: 'app', character: '1:12', request_id: 'r1' },
  key,
  { ...samples.blacklist, reason: 'flood' },
  fact,
];

for (const record of full) {
  test(`${record.kind}: a full record becomes a row and the same record again`, (t) => {
    const { type, row } = read(record) as ReadRecord;
    t.deepEqual(toRecords({ type: type === 'faction' ? 'entity' : type, rows: [row] } as Batch), [record]);
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
