import { readFileSync } from 'node:fs';
import test from 'ava';
import type { Store } from '../../../../src/store/store.js';
import { refuses, withGalaxy, withGalaxyFile } from '../../../helpers/cli/run.js';
import { NOW } from '../../../helpers/galaxy.js';
import { loadRows } from '../../../helpers/load-rows.js';
import { accountFor } from '../../../helpers/visitor.js';

const LINK = /^http:\/\/127\.0\.0\.1:8080\/ws\/v2\.0\/account\/invitation\?code=(svcapi_i_[\w-]{43})\n$/;

const SESSION = 'a'.repeat(64);

const identity = { issuer: 'https://login.example/', subject: '7' };

/** Makes accounts of Hana (1:1) and Bram (1:2), with what each has done; returns a token that each program holds. */
async function twoPlayers(store: Store): Promise<string[]> {
  const secrets: string[] = [];
  for (const [name, uid, number] of [
    ['Hana', '1:1', 1],
    ['Bram', '1:2', 2],
  ] as const) {
    const account = await accountFor(store, name, [uid]);
    const client_id = `program-${number}`;
    await store.clients.create({ id: client_id, name: client_id, owner_id: account, secret_hash: 'c'.repeat(64) }, NOW);
    const grant = { client_id, character_uid: uid, permissions: [], expires_at: NOW + 60 };
    secrets.push((await store.tokens.create(grant, NOW, account)).token);
    await store.invitations.create(account, NOW, NOW + 60);
    const event = { uid: `39:80${number}`, receiver_uid: uid, time: NOW, type: null, text: `received by ${name}` };
    await loadRows(store, 'event', [event]);
    const [sent, paid] = [`written by ${name}`, `paid to ${name}`];
    await loadRows(store, 'transaction', [
      { id: 800 + number, time: NOW, amount: 1, sender_uid: uid, receiver_uid: '20:2', communication: sent },
      { id: 810 + number, time: NOW, amount: 2, sender_uid: '20:2', receiver_uid: uid, communication: paid },
    ]);
    await loadRows(store, 'datacard_change', [
      {
        ...{ id: 800 + number, time: NOW, action: 'assign', client_id, character_uid: uid, datacard_uid: '14:1' },
        ...{ location_uid: '4:1', uses_before: 0, uses_after: 1, request_id: `request-${number}` },
      },
    ]);
  }
  const hana = await store.accounts.findByName('Hana');
  await store.sessions.save(SESSION, { uid: 'u', account_id: hana?.id ?? '', expires_at: NOW + 100 });
  return secrets;
}

test('account invite prints only a link, which works for seven days', async (t) => {
  const { run, look } = await withGalaxy(t);
  const argv = 'account invite Hana --character 1:1 --character'.split(' ');
  const { code, stdout, stderr } = await run([...argv, 'bram oster']);
  t.is(code, 0);
  const [, secret = ''] = LINK.exec(stdout) ?? [];
  t.is(stderr, 'The link for Hana works once, until 2024-06-24T12:00:00Z. Send it to nobody else.\n');
  const account = await look((store) => store.invitations.find(secret, NOW + 7 * 86_400 - 1));
  t.is(account?.characters.map(({ uid }) => uid).join(), '1:1,1:2');
  t.is(await look((store) => store.invitations.find(secret, NOW + 7 * 86_400)), undefined);
  for (const [name, env, base] of [
    ['a', { SVCAPI_PUBLIC_URL: 'https://galaxy.example/space' }, 'https://galaxy.example/space'],
    ['b', { SVCAPI_HOST: '0.0.0.0', SVCAPI_PORT: '9000' }, 'http://127.0.0.1:9000'],
    ['c', { SVCAPI_HOST: '::1', SVCAPI_PORT: '0' }, 'http://[::1]:8080'],
  ] as const) {
    t.true((await run(['account', 'invite', name, '--character', '1:1'], { env })).stdout.startsWith(`${base}/ws/`));
  }
});

test('account list, disable and enable show and decide who may sign in', async (t) => {
  const { run, look } = await withGalaxy(t);
  await run(['account', 'invite', 'Cleo', '--character', '1:3']);
  await look((store) => accountFor(store, 'Hana', ['1:1', '1:2']));
  await look((store) => accountFor(store, 'Dorn', []));
  const states = async () =>
    (await run(['account', 'list'])).stdout.split('\n').map((line) => line.split('\t').slice(0, 3).join(' '));
  t.deepEqual(await run(['account', 'disable', 'dorn']), {
    ...{ code: 0, stdout: '', stderr: 'Disabled the account “dorn”.\n' },
  });
  const listed = ['Cleo invited 1:3', 'Dorn disabled ', 'Hana active 1:1,1:2', ''];
  t.deepEqual(await states(), listed);
  const unknown = 'there is no account “Nobody”; see svcapi account list';
  await refuses(t, run(['account', 'disable', 'Hana', 'Nobody']), 6, unknown);
  t.deepEqual(await states(), listed, 'none is disabled if one is unknown');
  t.is((await run(['account', 'enable', 'Hana', 'Dorn'])).code, 0);
  t.deepEqual(await states(), listed.with(1, 'Dorn active '));
});

test('account reset ends the password, the identity and the sessions, and prints another link', async (t) => {
  const { run, look } = await withGalaxy(t);
  await look(twoPlayers);
  await look(async ({ accounts }) => {
    await accounts.setIdentity((await accounts.findByName('Hana'))?.id ?? '', identity);
    await accounts.disable((await accounts.findByName('Bram'))?.id ?? '', NOW);
  });
  const { code, stdout } = await run(['account', 'reset', 'Hana']);
  t.is(code, 0);
  t.regex(stdout, LINK);
  await look(async (store) => {
    t.like(await store.accounts.findByName('Hana'), { password_hash: null, provider_subject: null });
    t.is(await store.sessions.find(SESSION, NOW), undefined);
  });
  t.regex((await run(['account', 'reset', 'Bram'])).stderr, /The account is disabled: svcapi account enable/);
  t.is((await run(['account', 'reset', 'Nobody'])).code, 6);
});

test('account change adds and removes characters', async (t) => {
  const { run, look } = await withGalaxy(t);
  await look((store) => accountFor(store, 'Hana', ['1:1']));
  for (const [argv, code, message] of [
    [['--add', 'Bram Oster', '--remove', '1:1'], 0, /^Hana plays Bram Oster \(1:2\)\.\n$/],
    [['--remove', '1:2'], 0, /^Hana plays no character\.\n$/],
    [[], 2, /nothing to change/],
    [['--add', '1:1', '--add', '1:99'], 6, /there is no character “1:99”/],
  ] as const) {
    const ran = await run(['account', 'change', 'Hana', ...argv]);
    t.is(ran.code, code);
    t.regex(ran.stderr, message);
  }
  t.deepEqual((await look((store) => store.accounts.findByName('Hana')))?.characters, []);
});

test('account export writes everything about a player and nothing of others, without secrets', async (t) => {
  const { run, look } = await withGalaxy(t);
  await look(twoPlayers);
  const { code, stdout, stderr } = await run(['account', 'export', 'hana']);
  t.is(code, 0, stderr);
  const records: Record<string, unknown>[] = JSON.parse(`[${stdout.trimEnd().replaceAll('\n', ',')}]`);
  t.deepEqual(
    [...new Set(records.map(({ kind }) => kind))].sort().join(' '),
    'account account_character character client datacard_change end entity event grant membership token transaction',
  );
  const of = (kind: string) => records.filter((record) => record.kind === kind);
  t.like(of('account'), [{ name: 'Hana' }]);
  t.like(of('character'), [{ uid: '1:1', name: 'Hana Veil' }]);
  t.like(of('client'), [{ id: 'program-1' }]);
  t.like(of('datacard_change'), [{ request_id: 'request-1' }]);
  t.like(of('end'), [{ records: records.length - 1 }]);
  t.is(of('token').length, 1);
  for (const text of ['received by Hana', 'written by Hana', 'paid to Hana']) t.true(stdout.includes(text), text);
  t.notRegex(stdout, /hash|scrypt|Bram|program-2/);
  t.like(await run(['account', 'export', 'Nobody']), { code: 6, stdout: '' });
});

test('account remove ends the account with all that it allowed and registered', async (t) => {
  const { run, look } = await withGalaxy(t);
  const tokens = await look(twoPlayers);
  const ofProgram = await look(async (store) => {
    const bram = (await store.accounts.findByName('Bram'))?.id;
    const grant = { client_id: 'program-1', character_uid: '1:2', permissions: [], expires_at: NOW + 60 };
    await store.tokens.create({ ...grant, client_id: 'console', character_uid: '1:1', name: 'Ledger' }, NOW, bram);
    return (await store.tokens.create(grant, NOW, bram)).token;
  });
  t.is((await run(['account', 'remove', 'hana', 'Nobody', '--yes'])).code, 6);
  t.truthy(await look((store) => store.accounts.findByName('Hana')), 'none is removed if one is unknown');
  t.deepEqual(await run(['account', 'remove', 'Hana', '--yes']), {
    ...{ code: 0, stdout: '', stderr: 'Removed the account “Hana”.\n' },
  });
  await look(async (store) => {
    const holders = await Promise.all([...tokens, ofProgram].map((each) => store.tokens.principal(each, NOW)));
    const clients = holders.map((holder) => holder?.client_id);
    t.deepEqual(clients, [undefined, 'program-2', undefined], 'her tokens and those of her program end, and no others');
    t.is(await store.sessions.find(SESSION, NOW), undefined);
    t.is((await store.clients.find('program-1'))?.revoked_at, NOW);
    t.truthy(await store.characters.find('1:1'), 'her character stays');
  });
  t.regex((await run(['export'])).stdout, /received by Hana/);
  t.is((await run(['account', 'invite', 'Hana', '--character', '1:1'])).code, 0, 'the name is free');
});

test('account remove --forget empties the texts of a player only, also in the file of SQLite', async (t) => {
  const { path, look, run } = await withGalaxyFile();
  await look(twoPlayers);
  // Longer than a page: what is freed stays in the file as it is, unless it is overwritten.
  const text = 'received by Hana, at length; '.repeat(2000);
  await look((store) =>
    loadRows(store, 'event', [{ uid: '39:899', receiver_uid: '1:1', time: NOW, type: null, text }]),
  );
  const file = () => readFileSync(path, 'latin1');
  t.true(file().includes('received by Hana'));
  t.is((await run(['account', 'remove', '--forget', '--yes', 'Hana'])).code, 0);
  t.notRegex(file(), /received by Hana|written by Hana/);
  t.regex(file(), /received by Bram/);
  const { stdout } = await run(['export']);
  t.regex(stdout, /"uid":"39:801".*"text":""/);
  for (const kept of ['received by Bram', 'written by Bram', 'paid to Hana']) t.true(stdout.includes(kept), kept);
});
