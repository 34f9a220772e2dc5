import test from 'ava';
import { DatabaseSync } from '../../src/store/sqlite/driver.js';
import { emptyStore, galaxyFile } from '../helpers/database.js';
import { galaxy, NOW, send } from './galaxy.js';
import * as samples from './samples.js';

/** The tables that no record has a row for, and the order of arrival, which triggers keep. */
const OTHERS = ['invitations', 'sessions', 'codes', 'arrivals', 'rate_windows'];

/** Returns the unique and check constraints of the tables that records have rows for, but for their keys. */
async function constraints(): Promise<string[]> {
  const database = new DatabaseSync(await galaxyFile(), { readOnly: true });
  const rows = database.prepare('select tbl_name as name, sql from sqlite_master where sql is not null').all();
  database.close();
  return (rows as { name: string; sql: string }[])
    .filter(({ name }) => !OTHERS.includes(name) && !name.startsWith('kysely_') && !name.startsWith('sqlite_'))
    .flatMap(({ name, sql }) => {
      const index = /^create unique index (\w+)/i.exec(sql)?.[1];
      if (index !== undefined) return [`${name}: unique index ${index}`];
      if (!sql.startsWith('CREATE TABLE') && !sql.startsWith('create table')) return [];
      const columns = sql.split('\n').flatMap((line) => {
        const column = /^\s*(\w+)/.exec(line)?.[1];
        const check = /check \((.*)\),?$/.exec(line)?.[1];
        return [...(check ? [`check ${check}`] : []), ...(/ unique/.test(line) ? [`unique ${column}`] : [])];
      });
      return columns.map((each) => `${name}: ${each}`);
    })
    .sort();
}

const other = { kind: 'account', id: 'a2', name: 'Olan', provider_issuer: 'https://id.example', provider_subject: '7' };
const client = samples.client;
const grant = { ...samples.grant, expires_at: NOW + 60 };
const used = { ...samples.change, action: 'use', request_id: 'u1', uses_before: 3, uses_after: 2 };

/** For each constraint records that break it, the last of which is refused. */
const broken: Record<string, [records: object[], reason: RegExp]> = {
  "accounts: check id <> ''": [[{ ...samples.account, id: '' }], /^id is blank$/],
  "accounts: check name <> ''": [[{ ...samples.account, name: '' }], /^name is blank$/],
  'accounts: unique index accounts_provider': [
    [other, { ...other, id: 'a3', name: 'Vera' }],
    /^the account a3 “Vera” has the provider_issuer and provider_subject of the account a2 “Olan” \(test\.ndjson, line 19\); change one of them$/,
  ],
  'accounts: unique name_key': [[{ ...samples.account, id: 'a2', name: 'INES' }], /^the account a2 .* has the name of/],
  'assignments: check uses = -1 or uses > 0': [
    [{ ...samples.datacard, uid: '14:4', assignments: [{ location: '4:31', uses: 0 }] }],
    /^assignments\[0\]\.uses must be at least 1, or -1 for unlimited, not 0$/,
  ],
  'characters: check is_private in (0, 1)': [
    [{ ...samples.character, is_private: 2 }],
    /^is_private must be true or false/,
  ],
  "clients: check application_type in ('web', 'native')": [
    [{ ...client, application_type: 'tv' }],
    /^application_type must be one of web, native/,
  ],
  "clients: check id <> ''": [[{ ...client, id: '' }], /^id is blank$/],
  'clients: check is_public in (0, 1)': [[{ ...client, public: 1 }], /^public must be true or false/],
  'clients: check is_resource_server in (0, 1)': [[{ ...client, resource_server: 1 }], /^resource_server must be true/],
  'clients: check length(secret_hash) = 64': [
    [{ ...client, secret_hash: 'ab' }],
    /^secret_hash must be 64 hexadecimal/,
  ],
  'clients: check requires_pkce in (0, 1)': [[{ ...client, requires_pkce: 1 }], /^requires_pkce must be true or false/],
  "datacard_changes: check action in ('assign', 'revoke', 'use', 'reclaim')": [
    [{ ...samples.change, action: 'sell' }],
    /^action must be one of assign, revoke, use, reclaim/,
  ],
  'datacard_changes: unique index datacard_changes_use': [
    [
      { ...used, id: 8 },
      { ...used, id: 9 },
    ],
    /^the datacard change 9 has the request_id of the datacard change 8 \(test\.ndjson, line 19\); change one of them$/,
  ],
  'datacards: check total_uses >= -1': [
    [{ ...samples.datacard, total_uses: -2 }],
    /^total_uses must be at least 0, or -1/,
  ],
  "entities: check name <> ''": [[{ ...samples.entity, name: '' }], /^name is blank$/],
  'entities: unique handle': [
    [{ ...samples.character, uid: '1:13', name: 'ines\u200b marsh' }],
    /^1:13 “.*” has the name of 1:12 “Ines Marsh” \(test\.ndjson, line 3\); change one of them$/,
  ],
  "events: check type <> ''": [[{ ...samples.event, type: '' }], /^type is blank$/],
  "grants: check id <> ''": [[{ ...grant, id: '' }], /^id is blank$/],
  "grants: check name <> ''": [[{ ...grant, name: '' }], /^name is blank$/],
  'memberships: check can_manage_datacards in (0, 1)': [
    [{ ...samples.membership, can_manage_datacards: 1 }],
    /^can_manage_datacards must be true or false/,
  ],
  'memberships: check can_view_datacards in (0, 1)': [
    [{ ...samples.membership, can_view_datacards: 1 }],
    /^can_view_datacards must be true or false/,
  ],
  'memberships: check is_primary in (0, 1)': [
    [{ ...samples.membership, primary: 1 }],
    /^primary must be true or false/,
  ],
  'memberships: unique index memberships_primary': [
    [
      { ...samples.faction, uid: '20:8', name: 'F8' },
      { ...samples.membership, faction: '20:8', primary: true },
    ],
    /^the membership 1:12, 20:8 has the primary rank of the membership 1:12, 20:7 \(test\.ndjson, line 4\); change one of them$/,
  ],
  "tokens: check kind in ('access', 'refresh', 'personal')": [
    [{ ...samples.token, type: 'gold' }],
    /^type must be one of access, refresh, personal/,
  ],
  'tokens: check length(hash) = 64': [[{ ...samples.token, hash: '0a' }], /^hash must be 64 hexadecimal digits$/],
  'tokens: unique hash': [[{ ...samples.token, id: 't2' }], /^the token t2 has the hash of the token t1/],
  'transactions: check id > 0': [[{ ...samples.transaction, id: 0 }], /^id must be at least 1/],
};

test('every unique and check constraint has its rule', async (t) => {
  t.deepEqual(Object.keys(broken).sort(), await constraints(), 'give the constraint a case, and a rule of the import');
});

test('a record that breaks a constraint is refused by line', async (t) => {
  const store = await emptyStore(t);
  for (const [constraint, [records, reason]] of Object.entries(broken)) {
    const { refused } = await send(store, [...galaxy, ...records]);
    const lines = refused.map(({ line }) => line);
    t.deepEqual(lines, [galaxy.length + records.length], constraint);
    t.regex(refused[0]?.reason ?? '', reason, constraint);
  }
});

test('a stored subject of a provider is refused for another account, and two accounts may swap theirs', async (t) => {
  const store = await emptyStore(t);
  const one = { ...other, id: 'a1', name: 'Ines', provider_subject: '6' };
  t.deepEqual((await send(store, [one, other])).refused, []);
  const third = { ...other, id: 'a3', name: 'Vera' };
  t.deepEqual(
    (await send(store, [third])).refused.map(({ reason }) => reason),
    [
      'the account a3 “Vera” has the provider_issuer and provider_subject of the account a2 “Olan” (in the database); change one of them',
    ],
  );
  const swapped = [
    { ...one, provider_subject: '7' },
    { ...other, provider_subject: '6' },
  ];
  t.deepEqual((await send(store, [...swapped])).refused, []);
  t.like(await send(store, [...swapped]), { result: { types: { account: { unchanged: 2 } } } });
});

test('a use that a line of the audit trail brings along counts once', async (t) => {
  const store = await emptyStore(t);
  const use = { kind: 'use', id: 'u1', datacard: '14:3', location: '4:31', uses: 1, time: NOW };
  const { refused, result } = await send(store, [...galaxy, { ...used, id: 9 }, use]);
  t.deepEqual(refused, []);
  t.like(result, { types: { use: { added: 0, unchanged: 1 } } });
  t.like(await store.datacards.assignments('14:3'), [{ uses: 40 }]);
});
