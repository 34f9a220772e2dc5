import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { unregistered } from '../../src/model/access.js';
import type { Flag } from '../../src/model/columns.js';
import type { Batch, Rows, RowType } from '../../src/model/index.js';
import type { MembershipRow } from '../../src/model/membership.js';
import { isPostgres } from '../../src/store/address.js';
import { DatabaseSync } from '../../src/store/sqlite/engine.js';
import type { Store } from '../../src/store/store.js';
import { emptyStore, lastingDatabase, openTestStore, query } from '../helpers/database.js';

const NOW = 1_771_675_934;

const write = <Type extends RowType>(store: Store, type: Type, rows: Rows[Type][]) =>
  store.transaction((within) => within.load.write(type, rows));

const entity = (uid: string, name: string, owner_uid: string | null = null) => ({ uid, name, owner_uid });

const character: Rows['character'] = {
  uid: '1:12',
  name: 'Ines Marsh',
  image: '',
  race_uid: '22:1',
  gender: 'female',
  last_login: NOW,
  short_description: '',
  biography: '',
  is_private: 0,
  health: 1,
  health_max: 2,
  xp: 3,
  xp_level: 4,
  credits: 5,
};

const membership = (faction_uid: string, is_primary: Flag): MembershipRow => ({
  character_uid: '1:12',
  faction_uid,
  is_primary,
  can_view_datacards: 1,
  can_manage_datacards: 0,
});

const datacard = (total_uses: number, ...uses: number[]): Rows['datacard'] => ({
  uid: '14:1',
  owner_uid: '20:1',
  entity_uid: '2:1',
  total_uses,
  assignments: uses.map((each, index) => ({ location_uid: `4:${index + 1}`, uses: each })),
});

const account: Rows['account'] = {
  id: 'a',
  name: 'Ines',
  password_hash: null,
  provider_issuer: null,
  provider_subject: null,
  created_at: NOW,
  disabled_at: null,
  last_sign_in_at: null,
};

const grant: Rows['grant'] = {
  id: 'g',
  client_id: 'app',
  character_uid: '1:12',
  permissions: ['character_read', 'character_events'],
  created_at: NOW,
  expires_at: NOW + 60,
  revoked_at: null,
  account_id: 'a',
  last_used_at: null,
  last_used_from: null,
  name: null,
};

const token: Rows['token'] = {
  id: 't',
  hash: '0a'.repeat(32),
  grant_id: 'g',
  created_at: NOW,
  expires_at: NOW + 60,
  revoked_at: null,
  kind: 'refresh',
  scope: 'character_read',
  payload: '{}',
  consumed_at: null,
};

const change: Rows['datacard_change'] = {
  id: 7,
  time: NOW,
  action: 'assign',
  client_id: 'app',
  character_uid: '1:12',
  datacard_uid: '14:1',
  location_uid: '4:1',
  uses_before: 0,
  uses_after: 3,
  request_id: 'r',
};

/** Each type after those that it refers to, and a change of it. */
const types: { batch: Batch; changed: object }[] = [
  {
    batch: {
      type: 'entity',
      rows: [
        entity('20:1', 'One'),
        entity('20:2', 'Two'),
        entity('22:1', 'Lowlander'),
        entity('2:1', 'Heron'),
        entity('4:1', 'Yard', '20:1'),
        entity('4:2', 'Mill', '20:1'),
      ],
    },
    changed: { name: 'Changed' },
  },
  { batch: { type: 'character', rows: [character] }, changed: { is_private: 1 } },
  { batch: { type: 'membership', rows: [membership('20:1', 1)] }, changed: { can_manage_datacards: 1 } },
  { batch: { type: 'datacard', rows: [datacard(10, 3, 4)] }, changed: { total_uses: 11 } },
  {
    batch: {
      type: 'transaction',
      rows: [{ id: 1, time: NOW, amount: 5, sender_uid: '20:1', receiver_uid: '1:12', communication: '' }],
    },
    changed: { communication: 'changed' },
  },
  {
    batch: { type: 'event', rows: [{ uid: '39:1', receiver_uid: '1:12', time: NOW, type: null, text: '' }] },
    changed: { time: NOW + 1 },
  },
  { batch: { type: 'account', rows: [account] }, changed: { name: 'Changed' } },
  {
    batch: { type: 'client', rows: [{ id: 'app', name: 'App', ...unregistered, created_at: NOW, revoked_at: null }] },
    changed: { name: 'Changed' },
  },
  { batch: { type: 'grant', rows: [grant] }, changed: { permissions: ['character_read'] } },
  { batch: { type: 'token', rows: [token] }, changed: { revoked_at: NOW + 1 } },
  {
    batch: {
      type: 'blacklist',
      rows: [{ address: '192.0.2.7', created_at: NOW, expires_at: NOW + 60, reason: 'flood' }],
    },
    changed: { reason: 'changed' },
  },
  { batch: { type: 'fact', rows: [{ name: 'demo', value: '{}' }] }, changed: { value: 'changed' } },
];

async function fill(store: Store): Promise<void> {
  for (const { batch } of types) await write(store, batch.type, batch.rows as never);
}

async function dumped(store: Store, type: RowType): Promise<object[]> {
  const rows: object[] = [];
  for await (const batch of store.dump()) if (batch.type === type && 'rows' in batch) rows.push(...batch.rows);
  return rows;
}

for (const { batch, changed } of types) {
  const { type } = batch;
  const rows = batch.rows as Rows[typeof type][];

  test(`${type}: inserts what is new, leaves what is the same, updates what differs`, async (t) => {
    const store = await emptyStore(t);
    for (const { batch: earlier } of types) {
      if (earlier.type === type) break;
      await write(store, earlier.type, earlier.rows as never);
    }
    t.deepEqual(await write(store, type, rows as never), { written: rows.length, refused: [] });
    t.deepEqual(await write(store, type, rows as never), { written: 0, refused: [] });
    const different = [{ ...rows[0], ...changed }, ...rows.slice(1)];
    t.deepEqual(await write(store, type, different as never), { written: 1, refused: [] });
    const matching = (await dumped(store, type)).filter((row) => isDeepStrictEqual({ ...row }, { ...row, ...changed }));
    t.is(matching.length, 1);
  });
}

test('writing no rows does nothing', async (t) => {
  const store = await emptyStore(t);
  for (const { batch } of types) t.deepEqual(await write(store, batch.type, []), { written: 0, refused: [] });
});

test('each column of a character is updated', async (t) => {
  const store = await emptyStore(t);
  await fill(store);
  const changes: Partial<Rows['character']> = {
    name: 'Ines Reed',
    image: 'i',
    race_uid: null,
    gender: '',
    last_login: NOW + 1,
    short_description: 's',
    biography: 'b',
    is_private: 1,
    health: 11,
    health_max: 12,
    xp: 13,
    xp_level: 14,
    credits: 15,
  };
  let row = character;
  for (const [name, value] of Object.entries(changes)) {
    row = { ...row, [name]: value };
    t.is((await write(store, 'character', [row])).written, 1, name);
    t.deepEqual(await dumped(store, 'character'), [row], name);
  }
});

test('refused rows are reported by their position, and the others are written', async (t) => {
  const store = await emptyStore(t);
  const bad = new Set([0, 1, 249, 250, 251, 333, 498, 499]);
  const rows = Array.from({ length: 500 }, (_, index) =>
    entity(`4:${index + 1}`, `Yard ${index}`, bad.has(index) ? '20:404' : null),
  );
  const { written, refused } = await write(store, 'entity', rows);
  t.deepEqual(
    refused.map(({ position }) => position),
    [...bad],
  );
  t.true(refused.every(({ reason }) => reason.startsWith('it refers to 20:404, which is not known')));
  t.is(written, 492);
  t.is((await dumped(store, 'entity')).length, 492);
});

const refusals: [title: string, type: RowType, row: object, reason: RegExp][] = [
  ['a faction with the name of another', 'entity', entity('20:3', ' oNE'), /^20:1 already has this name$/],
  ['a second primary faction', 'membership', membership('20:2', 1), /^20:1 is already the primary faction of 1:12$/],
  [
    'more assigned than there is',
    'datacard',
    { ...datacard(6, 3, 4), uid: '14:2' },
    /^14:2 has more uses assigned than its total of 6/,
  ],
  [
    'unlimited uses of a limited datacard',
    'datacard',
    { ...datacard(6, -1), uid: '14:2' },
    /^14:2 has more uses assigned/,
  ],
  [
    'a total below what is assigned',
    'datacard',
    datacard(6),
    /^14:1 has more uses assigned than its total of 6 allows$/,
  ],
  [
    'a place that is not known',
    'datacard',
    { ...datacard(6, 1, 1, 1), uid: '14:2' },
    /^it refers to 4:3, which is not known/,
  ],
  ['an unknown owner', 'entity', entity('4:3', 'x', '1:1'), /^it refers to 1:1, which is not known/],
  [
    'a member that is an entity only',
    'membership',
    { ...membership('20:2', 0), character_uid: '22:1' },
    /refers to 22:1/,
  ],
  ['an unknown race', 'character', { ...character, race_uid: '22:9' }, /^it refers to 22:9, which is not known/],
  ['an unknown client', 'grant', { ...grant, id: 'h', client_id: 'x' }, /^it refers to x, which is not known/],
  ['an unknown grant', 'token', { ...token, id: 'u', grant_id: 'x' }, /^it refers to x, which is not known/],
  ['a token with the hash of another', 'token', { ...token, id: 'u' }, /^the token t already has this hash$/],
  ['a change of an unknown datacard', 'datacard_change', { ...change, datacard_uid: '14:9' }, /^it refers to 14:9/],
  [
    'an account with the name of another',
    'account',
    { ...account, id: 'b', name: ' iNES' },
    /^the account a already has this name$/,
  ],
  ['what a constraint forbids', 'datacard', datacard(-2), /^the database refuses it: .*check constraint/i],
];

for (const [title, type, row, reason] of refusals) {
  test(`refuses ${title}, and stores nothing of it`, async (t) => {
    const store = await emptyStore(t);
    await fill(store);
    const before = await dumped(store, type);
    const { written, refused } = await write(store, type, [row] as never);
    t.is(written, 0);
    t.is(refused[0]?.position, 0);
    t.regex(refused[0]?.reason ?? '', reason);
    t.deepEqual(await dumped(store, type), before);
  });
}

test('a stored datacard keeps its assignments', async (t) => {
  const store = await emptyStore(t);
  await fill(store);
  await store.datacards.assign('14:1', '4:1', 6);
  t.deepEqual(await write(store, 'datacard', [datacard(10, 1, 1)]), { written: 0, refused: [] });
  t.like(await dumped(store, 'datacard'), [datacard(10, 6, 4)]);
});

test('a datacard that comes twice in a batch takes the assignments of its first row', async (t) => {
  const store = await emptyStore(t);
  await fill(store);
  const twice = [datacard(10, 1), datacard(10, 2, 2)].map((row) => ({ ...row, uid: '14:2' }));
  await write(store, 'datacard', twice);
  t.like((await dumped(store, 'datacard'))[1], { uid: '14:2', assignments: [{ location_uid: '4:1', uses: 1 }] });
});

test('a datacard can be assigned to thousands of places', async (t) => {
  const store = await emptyStore(t);
  await fill(store);
  const places = Array.from({ length: 12_000 }, (_, index) => entity(`5:${index + 1}`, `Station ${index}`));
  for (let start = 0; start < places.length; start += 1000)
    await write(store, 'entity', places.slice(start, start + 1000));
  const assignments = places.map(({ uid }) => ({ location_uid: uid, uses: 1 }));
  const wide = { ...datacard(12_000), uid: '14:2', assignments };
  t.deepEqual(await write(store, 'datacard', [wide]), { written: 1, refused: [] });
  t.is((await store.datacards.assignments('14:2')).length, 12_000);
});

test('a stored client or grant keeps its creation time', async (t) => {
  const store = await emptyStore(t);
  await fill(store);
  t.is(
    (await write(store, 'client', [{ id: 'app', name: 'App', ...unregistered, created_at: 1, revoked_at: null }]))
      .written,
    0,
  );
  t.is((await write(store, 'grant', [{ ...grant, created_at: 1 }])).written, 0);
  t.like(await dumped(store, 'grant'), [{ created_at: NOW }]);
});

test('a load never undoes a revocation', async (t) => {
  const store = await emptyStore(t);
  await fill(store);
  const revoked: [RowType, object][] = [
    ['client', { id: 'app', name: 'App', ...unregistered, created_at: NOW }],
    ['grant', grant],
    ['token', token],
  ];
  for (const [type, row] of revoked) {
    t.is((await write(store, type, [{ ...row, revoked_at: NOW + 1 }] as never)).written, 1, type);
    t.is((await write(store, type, [{ ...row, revoked_at: null }] as never)).written, 0, type);
    t.is((await write(store, type, [{ ...row, revoked_at: NOW + 2 }] as never)).written, 0, type);
    t.like(await dumped(store, type), [{ revoked_at: NOW + 1 }]);
  }
});

test('a stored token keeps its hash, its grant and its times', async (t) => {
  const store = await emptyStore(t);
  await fill(store);
  const other = { ...token, hash: '0b'.repeat(32), expires_at: NOW + 90 };
  t.is((await write(store, 'token', [other])).written, 0);
  t.deepEqual(await dumped(store, 'token'), [token]);
});

test('the audit trail takes changes with their numbers, and continues after them', async (t) => {
  const store = await emptyStore(t);
  await fill(store);
  t.is((await write(store, 'datacard_change', [change])).written, 1);
  t.is((await write(store, 'datacard_change', [change])).written, 0);
  const { id: _, ...line } = change;
  await store.datacards.recordChange({ ...line, request_id: 'next' });
  t.deepEqual(await dumped(store, 'datacard_change'), [change, { ...change, id: 8, request_id: 'next' }]);
});

test('a stored idempotency key keeps its answer', async (t) => {
  const store = await emptyStore(t);
  await fill(store);
  const key = { client_id: 'app', character_uid: '1:12', key: 'k' };
  const row = { ...key, request_hash: '0c'.repeat(32), answer: '{}', created_at: NOW };
  t.is((await write(store, 'idempotency_key', [row])).written, 1);
  t.is((await write(store, 'idempotency_key', [{ ...row, answer: '[]' }])).written, 0);
  t.is((await store.transaction((within) => within.idempotency.find(key, NOW)))?.answer, '{}');
});

test('the permissions of a grant become those of the record', async (t) => {
  const store = await emptyStore(t);
  await fill(store);
  for (const permissions of [['character_credits'], [], ['character_auth', 'character_read']] as const) {
    t.is((await write(store, 'grant', [{ ...grant, permissions: [...permissions] }])).written, 1);
    t.like(await dumped(store, 'grant'), [{ permissions: [...permissions] }]);
  }
  const again = { ...grant, permissions: ['character_read', 'character_auth', 'character_read'] as const };
  t.is((await write(store, 'grant', [{ ...again, permissions: [...again.permissions] }])).written, 0);
});

/** The indices of a database and what they are on, by the database's own word. */
async function indicesOf(database: string): Promise<unknown[]> {
  if (isPostgres(database)) {
    return query(database, 'select indexname, indexdef from pg_indexes where schemaname = current_schema() order by 1');
  }
  const beside = new DatabaseSync(database, { readOnly: true });
  const names = beside.prepare("select name, tbl_name from sqlite_master where type = 'index' order by name").all();
  const described = names.map((row) => ({
    ...(row as { name: string; tbl_name: string }),
    columns: beside.prepare('select name from pragma_index_info(?)').all((row as { name: string }).name),
  }));
  beside.close();
  return described;
}

test('a stored change of the audit trail cannot be rewritten', async (t) => {
  const store = await emptyStore(t);
  await fill(store);
  await write(store, 'datacard_change', [change]);
  const { refused } = await write(store, 'datacard_change', [{ ...change, uses_after: 4 }]);
  t.is(refused[0]?.reason, 'the audit trail has another change with the number 7');
  t.deepEqual(await dumped(store, 'datacard_change'), [change]);
});

const loads: [title: string, before: boolean][] = [
  ['into an empty log', false],
  ['beside what is there', true],
];

for (const [title, before] of loads) {
  test(`a bulk load ${title} leaves the indices as they were`, async (t) => {
    const database = await lastingDatabase(t);
    const store = await openTestStore(database);
    t.teardown(() => store.close());
    if (before) await fill(store);
    const indices = await indicesOf(database);
    const result = await store.transaction((within) =>
      within.load.bulk(async () => {
        await fill(within);
        return 'done';
      }),
    );
    t.is(result, 'done');
    t.deepEqual(await indicesOf(database), indices);
    t.is((await store.creditLog.page('1:12', { startId: 0, startIndex: 1, itemCount: 50 })).total, 1);
  });

  test(`a bulk load ${title} that fails leaves everything as it was`, async (t) => {
    const database = await lastingDatabase(t);
    const store = await openTestStore(database);
    t.teardown(() => store.close());
    if (before) await fill(store);
    const indices = await indicesOf(database);
    const work = async (within: Store) => {
      await within.load.write('entity', [entity('22:7', 'New')]);
      throw new Error('no more');
    };
    await t.throwsAsync(
      store.transaction((within) => within.load.bulk(() => work(within))),
      { message: 'no more' },
    );
    t.deepEqual(await indicesOf(database), indices);
    t.is(await store.entities.find('22:7'), undefined);
  });
}
