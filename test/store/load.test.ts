import { isDeepStrictEqual } from 'node:util';
import { DatabaseSync } from '@photostructure/sqlite';
import test from 'ava';
import type { LoadBatch, LoadKind, LoadRow } from '../../src/store/load/rows.js';
import { isPostgres } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import { emptyStore, lastingDatabase, openTestStore, query } from '../helpers/database.js';

const NOW = 1_771_675_934;

const write = <K extends LoadKind>(store: Store, kind: K, rows: LoadRow[K][]) =>
  store.transaction((within) => within.load.write(kind, rows));

const entity = (uid: string, name: string, ownerUid: string | null = null) => ({ uid, name, ownerUid });

const character: LoadRow['character'] = {
  uid: '1:12',
  name: 'Ines Marsh',
  image: '',
  raceUid: '22:1',
  gender: 'female',
  lastLogin: NOW,
  shortDescription: '',
  biography: '',
  isPrivate: false,
  health: 1,
  healthMax: 2,
  xp: 3,
  xpLevel: 4,
  credits: 5,
};

const membership = (factionUid: string, primary: boolean) => ({
  characterUid: '1:12',
  factionUid,
  primary,
  canViewDatacards: true,
  canManageDatacards: false,
});

const datacard = (totalUses: number, ...uses: number[]): LoadRow['datacard'] => ({
  uid: '14:1',
  ownerUid: '20:1',
  entityUid: '2:1',
  totalUses,
  assignments: uses.map((each, index) => ({ locationUid: `4:${index + 1}`, uses: each })),
});

const grant: LoadRow['grant'] = {
  id: 'g',
  clientId: 'app',
  characterUid: '1:12',
  permissions: ['character_read', 'character_events'],
  createdAt: NOW,
  expiresAt: NOW + 60,
  revokedAt: null,
};

const token: LoadRow['token'] = {
  id: 't',
  hash: '0a'.repeat(32),
  grantId: 'g',
  createdAt: NOW,
  expiresAt: NOW + 60,
  revokedAt: null,
};

const change: LoadRow['datacard_change'] = {
  id: 7,
  time: NOW,
  action: 'assign',
  clientId: 'app',
  characterUid: '1:12',
  datacardUid: '14:1',
  locationUid: '4:1',
  usesBefore: 0,
  usesAfter: 3,
  requestId: 'r',
};

/** Each kind after those that it refers to, and a change of it. */
const kinds: { batch: LoadBatch; changed: object }[] = [
  {
    batch: {
      kind: 'entity',
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
  { batch: { kind: 'character', rows: [character] }, changed: { isPrivate: true } },
  { batch: { kind: 'membership', rows: [membership('20:1', true)] }, changed: { canManageDatacards: true } },
  { batch: { kind: 'datacard', rows: [datacard(10, 3, 4)] }, changed: { totalUses: 11 } },
  {
    batch: {
      kind: 'transaction',
      rows: [{ id: 1, time: NOW, amount: 5, senderUid: '20:1', receiverUid: '1:12', communication: '' }],
    },
    changed: { communication: 'changed' },
  },
  {
    batch: { kind: 'event', rows: [{ uid: '39:1', receiverUid: '1:12', time: NOW, text: '' }] },
    changed: { time: NOW + 1 },
  },
  {
    batch: { kind: 'client', rows: [{ id: 'app', name: 'App', createdAt: NOW, revokedAt: null }] },
    changed: { name: 'Changed' },
  },
  { batch: { kind: 'grant', rows: [grant] }, changed: { permissions: ['character_read'] } },
  { batch: { kind: 'token', rows: [token] }, changed: { revokedAt: NOW + 1 } },
  {
    batch: {
      kind: 'blacklist',
      rows: [{ address: '192.0.2.7', createdAt: NOW, expiresAt: NOW + 60, reason: 'flood' }],
    },
    changed: { reason: 'changed' },
  },
  { batch: { kind: 'fact', rows: [{ name: 'demo', value: '{}' }] }, changed: { value: 'changed' } },
];

async function fill(store: Store): Promise<void> {
  for (const { batch } of kinds) await write(store, batch.kind, batch.rows as never);
}

async function dumped(store: Store, kind: LoadKind): Promise<object[]> {
  const rows: object[] = [];
  for await (const batch of store.dump()) if (batch.kind === kind) rows.push(...batch.rows);
  return rows;
}

for (const { batch, changed } of kinds) {
  const { kind } = batch;
  const rows = batch.rows as LoadRow[typeof kind][];

  test(`${kind}: inserts what is new, leaves what is the same, updates what differs`, async (t) => {
    const store = await emptyStore(t);
    for (const { batch: earlier } of kinds) {
      if (earlier.kind === kind) break;
      await write(store, earlier.kind, earlier.rows as never);
    }
    t.deepEqual(await write(store, kind, rows as never), { written: rows.length, refused: [] });
    t.deepEqual(await write(store, kind, rows as never), { written: 0, refused: [] });
    const different = [{ ...rows[0], ...changed }, ...rows.slice(1)];
    t.deepEqual(await write(store, kind, different as never), { written: 1, refused: [] });
    const matching = (await dumped(store, kind)).filter((row) => isDeepStrictEqual({ ...row }, { ...row, ...changed }));
    t.is(matching.length, 1);
  });
}

test('no rows are no work', async (t) => {
  const store = await emptyStore(t);
  for (const { batch } of kinds) t.deepEqual(await write(store, batch.kind, []), { written: 0, refused: [] });
});

test('each column of a character is updated', async (t) => {
  const store = await emptyStore(t);
  await fill(store);
  const changes: Partial<LoadRow['character']> = {
    name: 'Ines Reed',
    image: 'i',
    raceUid: null,
    gender: '',
    lastLogin: NOW + 1,
    shortDescription: 's',
    biography: 'b',
    isPrivate: true,
    health: 11,
    healthMax: 12,
    xp: 13,
    xpLevel: 14,
    credits: 15,
  };
  let row = character;
  for (const [name, value] of Object.entries(changes)) {
    row = { ...row, [name]: value };
    t.is((await write(store, 'character', [row])).written, 1, name);
    t.deepEqual(await dumped(store, 'character'), [row], name);
  }
});

test('the rows at fault are named by their position, wherever they stand, and the others are written', async (t) => {
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

const refusals: [title: string, kind: LoadKind, row: object, reason: RegExp][] = [
  [
    'a faction with the name of another',
    'entity',
    entity('20:3', ' oNE'),
    /^another one of its type already has this name$/,
  ],
  ['a second primary faction', 'membership', membership('20:2', true), /^the character has another primary faction$/],
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
    { ...membership('20:2', false), characterUid: '22:1' },
    /refers to 22:1/,
  ],
  ['an unknown race', 'character', { ...character, raceUid: '22:9' }, /^it refers to 22:9, which is not known/],
  ['an unknown client', 'grant', { ...grant, id: 'h', clientId: 'x' }, /^it refers to x, which is not known/],
  ['an unknown grant', 'token', { ...token, id: 'u', grantId: 'x' }, /^it refers to x, which is not known/],
  ['a token with the hash of another', 'token', { ...token, id: 'u' }, /^another token has this hash$/],
  ['a change of an unknown datacard', 'datacard_change', { ...change, datacardUid: '14:9' }, /^it refers to 14:9/],
  ['what a constraint forbids', 'datacard', datacard(-2), /^the database refuses it: .*check constraint/i],
];

for (const [title, kind, row, reason] of refusals) {
  test(`refuses ${title}, and stores nothing of it`, async (t) => {
    const store = await emptyStore(t);
    await fill(store);
    const before = await dumped(store, kind);
    const { written, refused } = await write(store, kind, [row] as never);
    t.is(written, 0);
    t.is(refused[0]?.position, 0);
    t.regex(refused[0]?.reason ?? '', reason);
    t.deepEqual(await dumped(store, kind), before);
  });
}

test('a datacard that is known keeps its assignments', async (t) => {
  const store = await emptyStore(t);
  await fill(store);
  await store.datacards.assign('14:1', '4:1', 6);
  t.deepEqual(await write(store, 'datacard', [datacard(10, 1, 1)]), { written: 0, refused: [] });
  t.like(await dumped(store, 'datacard'), [datacard(10, 6, 4)]);
});

test('a datacard that comes twice in a batch starts with what comes first', async (t) => {
  const store = await emptyStore(t);
  await fill(store);
  const twice = [datacard(10, 1), datacard(10, 2, 2)].map((row) => ({ ...row, uid: '14:2' }));
  await write(store, 'datacard', twice);
  t.like((await dumped(store, 'datacard'))[1], { uid: '14:2', assignments: [{ locationUid: '4:1', uses: 1 }] });
});

test('a datacard can be assigned to thousands of places', async (t) => {
  const store = await emptyStore(t);
  await fill(store);
  const places = Array.from({ length: 12_000 }, (_, index) => entity(`5:${index + 1}`, `Station ${index}`));
  for (let start = 0; start < places.length; start += 1000)
    await write(store, 'entity', places.slice(start, start + 1000));
  const assignments = places.map(({ uid }) => ({ locationUid: uid, uses: 1 }));
  const wide = { ...datacard(12_000), uid: '14:2', assignments };
  t.deepEqual(await write(store, 'datacard', [wide]), { written: 1, refused: [] });
  t.is((await store.datacards.assignments('14:2')).length, 12_000);
});

test('a client and a grant keep the time that they were first made at', async (t) => {
  const store = await emptyStore(t);
  await fill(store);
  t.is((await write(store, 'client', [{ id: 'app', name: 'App', createdAt: 1, revokedAt: null }])).written, 0);
  t.is((await write(store, 'grant', [{ ...grant, createdAt: 1 }])).written, 0);
  t.like(await dumped(store, 'grant'), [{ createdAt: NOW }]);
});

test('what was revoked is never in force again', async (t) => {
  const store = await emptyStore(t);
  await fill(store);
  const revoked: [LoadKind, object][] = [
    ['client', { id: 'app', name: 'App', createdAt: NOW }],
    ['grant', grant],
    ['token', token],
  ];
  for (const [kind, row] of revoked) {
    t.is((await write(store, kind, [{ ...row, revokedAt: NOW + 1 }] as never)).written, 1, kind);
    t.is((await write(store, kind, [{ ...row, revokedAt: null }] as never)).written, 0, kind);
    t.is((await write(store, kind, [{ ...row, revokedAt: NOW + 2 }] as never)).written, 0, kind);
    t.like(await dumped(store, kind), [{ revokedAt: NOW + 1 }]);
  }
});

test('a token that is known keeps its hash, its grant and its time', async (t) => {
  const store = await emptyStore(t);
  await fill(store);
  const other = { ...token, hash: '0b'.repeat(32), expiresAt: NOW + 90 };
  t.is((await write(store, 'token', [other])).written, 0);
  t.deepEqual(await dumped(store, 'token'), [token]);
});

test('the audit trail takes lines with their numbers, and counts on from them', async (t) => {
  const store = await emptyStore(t);
  await fill(store);
  t.is((await write(store, 'datacard_change', [change])).written, 1);
  t.is((await write(store, 'datacard_change', [change])).written, 0);
  const { id: _, ...line } = change;
  await store.datacards.recordChange({ ...line, requestId: 'next' });
  t.deepEqual(await dumped(store, 'datacard_change'), [change, { ...change, id: 8, requestId: 'next' }]);
});

test('a key keeps the answer that it was first given', async (t) => {
  const store = await emptyStore(t);
  await fill(store);
  const key = { clientId: 'app', characterUid: '1:12', key: 'k' };
  const row = { ...key, requestHash: '0c'.repeat(32), answer: '{}', createdAt: NOW };
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

test('a line of the audit trail is not written anew', async (t) => {
  const store = await emptyStore(t);
  await fill(store);
  await write(store, 'datacard_change', [change]);
  const { refused } = await write(store, 'datacard_change', [{ ...change, usesAfter: 4 }]);
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
