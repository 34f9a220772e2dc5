import { readFileSync } from 'node:fs';
import test from 'ava';
import type { Store } from '../../../../src/store/store.js';
import { withGalaxy, withGalaxyFile } from '../../../helpers/cli/run.js';
import { NOW } from '../../../helpers/galaxy.js';
import { loadRows } from '../../../helpers/load-rows.js';

/** Makes an account of Hana (1:1) and one of Bram (1:2), with what each has done. */
async function twoPlayers(store: Store): Promise<string[]> {
  const secrets: string[] = [];
  for (const [name, uid, number] of [
    ['Hana', '1:1', 1],
    ['Bram', '1:2', 2],
  ] as const) {
    const account = await store.accounts.create(name, [uid], NOW);
    await store.accounts.setPassword(account, `scrypt of ${name}`, NOW);
    const client_id = `program-${number}`;
    await store.clients.create({ id: client_id, name: client_id, owner_id: account, secret_hash: 'c'.repeat(64) }, NOW);
    const grant = { client_id, character_uid: uid, permissions: [], expires_at: NOW + 60 };
    const { token } = await store.tokens.create(grant, NOW, account);
    secrets.push(token);
    const receiver_uid = uid;
    const event = { uid: `39:80${number}`, receiver_uid, time: NOW, type: null, text: `received by ${name}` };
    await loadRows(store, 'event', [event]);
    await loadRows(store, 'transaction', [
      {
        id: 800 + number,
        time: NOW,
        amount: 1,
        sender_uid: uid,
        receiver_uid: '20:2',
        communication: `written by ${name}`,
      },
      {
        id: 810 + number,
        time: NOW,
        amount: 2,
        sender_uid: '20:2',
        receiver_uid: uid,
        communication: `paid to ${name}`,
      },
    ]);
    await loadRows(store, 'datacard_change', [
      {
        ...{ id: 800 + number, time: NOW, action: 'assign', client_id, character_uid: uid, datacard_uid: '14:1' },
        ...{ location_uid: '4:1', uses_before: 0, uses_after: 1, request_id: `request-${number}` },
      },
    ]);
  }
  return secrets;
}

test('account export writes everything about a player and nothing of others, without secrets', async (t) => {
  const { run, look } = await withGalaxy(t);
  await look(twoPlayers);
  const { code, stdout, stderr } = await run(['account', 'export', 'hana']);
  t.is(code, 0, stderr);
  const records = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const kinds = new Set(records.map(({ kind }) => kind));
  t.deepEqual(
    [...kinds].sort(),
    'account account_character character client datacard_change end entity event grant membership token transaction'.split(
      ' ',
    ),
  );
  const of = (kind: string) => records.filter((record) => record.kind === kind);
  t.like(of('account'), [{ name: 'Hana' }]);
  t.like(of('character'), [{ uid: '1:1', name: 'Hana Veil' }]);
  t.like(of('client'), [{ id: 'program-1' }]);
  t.true(of('event').some(({ text }) => text === 'received by Hana'));
  t.true(of('transaction').some(({ communication }) => communication === 'written by Hana'));
  t.true(of('transaction').some(({ communication }) => communication === 'paid to Hana'));
  t.like(of('datacard_change'), [{ request_id: 'request-1' }]);
  t.like(of('end'), [{ records: records.length - 1 }]);
  t.is(of('token').length, 1);
  t.notRegex(stdout, /hash|scrypt|Bram|program-2/);
  t.like(await run(['account', 'export', 'Nobody']), { code: 6, stdout: '' });
});

test('account remove --forget empties the texts of a player, and says which stay', async (t) => {
  const { run, look } = await withGalaxy(t);
  await look(twoPlayers);
  const { code, stderr } = await run(['account', 'remove', '--forget', '--yes', 'Hana']);
  t.is(code, 0);
  t.regex(stderr, /names stay, also in texts that others received or wrote/);
  const { stdout } = await run(['export']);
  t.notRegex(stdout, /received by Hana|written by Hana/);
  t.regex(stdout, /"uid":"39:801".*"text":""/);
  t.regex(stdout, /received by Bram[\s\S]*written by Bram|written by Bram[\s\S]*received by Bram/);
});

test('a forgotten text is in no file of SQLite', async (t) => {
  const { path, look, run } = await withGalaxyFile();
  await look(twoPlayers);
  // Longer than a page: what is freed stays in the file as it is, unless it is overwritten.
  const text = 'received by Hana, at length; '.repeat(2000);
  const long = { uid: '39:899', receiver_uid: '1:1', time: NOW, type: null, text };
  await look((store) => loadRows(store, 'event', [long]));
  const files = () => readFileSync(path, 'latin1');
  t.true(files().includes('received by Hana'));
  t.is((await run(['account', 'remove', '--forget', '--yes', 'Hana'])).code, 0);
  t.false(files().includes('received by Hana'));
  t.true(files().includes('received by Bram'));
});
