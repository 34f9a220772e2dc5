import test from 'ava';
import { hurriedClock, Kept, refuses } from '../../helpers/cli/run.js';
import { sharedService, withService } from '../../helpers/cli/service.js';

const service = sharedService();

const body = '{"production_entity_uid":"4:1","uses":3}';
const headers = { 'Content-Type': 'application/json' };

/** A change of each kind, how it is printed, its request, and a line that undoes it. */
const changes: [line: string, tsv: string, values: object, path: string, init: RequestInit, undo: string][] = [
  [
    'datacard assign 14:1 --to 4:1 --uses 3',
    '14:1\tHeron freighter\t4:1\tEmber Works\t0\t3\n',
    { datacard: '14:1', before: 0, after: 3 },
    ...(['/datacard/14:1', { method: 'POST', headers, body }, 'datacard revoke 14:1 --from 4:1'] as const),
  ],
  [
    'datacard revoke 14:3 --from 4:1',
    '14:3\tHeron freighter\t4:1\tEmber Works\t4\t0\n',
    { datacard: '14:3', before: 4, after: 0 },
    '/datacard/14:3?production_entity_uid=4%3A1',
    ...([{ method: 'DELETE' }, 'datacard assign 14:3 --to 4:1 --uses 4'] as const),
  ],
];

test('datacard assign and revoke print the change in each format', async (t) => {
  const { run, xml } = await withService(t);
  for (const [line, tsv, values, path, init, undo] of changes) {
    const undone = async <T>(change: Promise<T>) => change.finally(() => run(undo.split(' ')));
    const print = (...more: string[]) => undone(run([...line.split(' '), ...more]));
    t.deepEqual(await print(), { code: 0, stdout: tsv, stderr: '' });
    t.is((await print('--xml')).stdout, `${await undone(xml(path, init))}\n`);
    const fields = { entity: 'Heron freighter', location_uid: '4:1', location: 'Ember Works' };
    t.deepEqual(JSON.parse((await print('--json')).stdout), { ...fields, ...values });
  }
});

test('datacard show has a line for each location in a pipe, one for a datacard without any, and unlimited uses', async (t) => {
  const { run } = await withService(t);
  const none = '14:1\t2:1\tHeron freighter\t20:1\tThe Lantern Guild\t100\t\t\t\t\t\n';
  t.is((await run(['datacard', 'show', '14:1'])).stdout, none);
  await run(['datacard', 'assign', '14:3', '--to', '5:1', '--uses', '2']);
  const uses = /^14:3\t(.*\t){4}4\t4:1\t(.*\t){3}4\n14:3\t(.*\t){4}4\t5:1\t(.*\t){3}2\n$/;
  t.regex((await run(['datacard', 'show', '14:3'])).stdout, uses);
  const assign = ['datacard', 'assign', '14:2', '--to', '5:1', '--unlimited'];
  t.is((await run(assign)).stdout, '14:2\tWren courier\t5:1\tHalcyon Station\t0\t-1\n');
  const { stdout } = await run(['datacard', 'show', '14:2'], { terminal: 100 });
  t.regex(stdout, /│ uses +│ unlimited .*Halcyon Station .* │ unlimited │\n/s);
});

const UNSEEN = 'There is no such entity, or it is not visible to this token.';
const NOT_PRODUCTION = /uid of a production entity/;

const refused: [line: string, code: number, message: string | RegExp][] = [
  ['assign 14:3 --to 4:1 --uses 7', 1, 'The datacard has 6 unassigned uses, fewer than 7.'],
  ['assign 14:3 --to 4:1 --unlimited', 1, 'The datacard is not unlimited. Assign up to 6 uses instead.'],
  ['revoke 14:3 --from 4:2', 6, /^svcapi: 4:2 has no uses of this datacard\.?\n$/],
  ['assign 14:4 --to 4:1 --uses 1', 6, UNSEEN],
  ['assign 15:1 --to 4:1 --uses 1', 2, /^svcapi: uid: It must be the uid of a datacard, such as 14:12/],
  ['assign 14:3 --to Ember --uses 1', 2, NOT_PRODUCTION],
  ['revoke 14:3 --from 20:1', 2, NOT_PRODUCTION],
];

const UNKNOWN_USES = 'the number of uses is missing; give --uses NUMBER or --unlimited';

/** What is refused before anything is sent. */
const misused: [line: string, message: string][] = [
  ['assign --to 4:1 --uses 1', 'the uid of the datacard is missing; give a uid such as 14:1'],
  ['assign 14:1', '--to is missing; give a uid such as 4:1'],
  ['revoke 14:1', '--from is missing; give a uid such as 4:1'],
  ['assign 14:1 --to 4:1', UNKNOWN_USES],
  ['assign 14:1 --to 4:1 --uses 1 --unlimited', '--uses and --unlimited exclude each other; give one of them'],
  ['assign 14:1 --to 4:1 --uses=0', '--uses is “0”; give a whole number from 1'],
  ['assign 14:1 --to 4:1 --uses=1.5', '--uses is “1.5”; give a whole number from 1'],
  ['assign 14:1 --to 4:1 --uses=-3', '--uses is “-3”; give a whole number from 1'],
  ['assign 14:1 --to 4:1 --uses 1 --idempotency-key ', '--idempotency-key must be 1 to 255 printable ASCII characters'],
];

test('a change is refused by the service, and a misused command sends nothing', async (t) => {
  for (const [line, code, message] of refused) {
    await refuses(t, service.run(['datacard', ...line.split(' ')]), code, message, line);
  }
  for (const [line, message] of misused) {
    const nowhere = service.run(['datacard', ...line.split(' '), '--url', 'http://127.0.0.1:1']);
    await refuses(t, nowhere, 2, message, line);
  }
});

test('with an idempotency key a change is made once', async (t) => {
  const { run } = await withService(t);
  const assign = ['datacard', 'assign', '14:1', '--to', '4:1', '--uses', '3', '--idempotency-key', 'june 1'];
  const first = await run(assign);
  t.is(first.code, 0);
  t.deepEqual(await run(assign), first);
  t.is((await run(['datacard', 'show', '14:1', '--json', 'uses'])).stdout, '{"uses":97}\n');
  assign[6] = '4';
  await refuses(t, run(assign), 2, 'This Idempotency-Key was used for another request. Use a new key.');
});

const uses = ['datacards', '20:1', '--uses'];

test('datacards --uses prints every datacard as svcapi datacard show does', async (t) => {
  const { run } = service;
  const shown = await Promise.all(['14:1', '14:2', '14:3'].map((uid) => run(['datacard', 'show', uid])));
  t.deepEqual(await run(uses), { code: 0, stdout: shown.map((each) => each.stdout).join(''), stderr: '' });
  const fields = ['--json', 'uid,assignedlocations'];
  const list = JSON.parse((await run([...uses, ...fields])).stdout);
  t.deepEqual(list[2], JSON.parse((await run(['datacard', 'show', '14:3', ...fields])).stdout));
  await refuses(t, run([...uses, '--xml']), 2, '--uses cannot be combined with --xml');
  t.like(await run(uses, { env: { SVCAPI_TOKEN: '' } }), { code: 4, stdout: '' });
});

test('datacards --uses is one table, and its progress is removed', async (t) => {
  const stderr = new Kept(80);
  const { stdout } = await service.run(uses, { terminal: 80, stderr, now: hurriedClock(1000) });
  t.regex(
    stdout,
    /│ uid +│ entity +│ +uses │ location_uid │ location +│ quantity │\n[^$]*│ 14:3 │ Heron freighter │ +6 │ 4:1 +│ Ember Works │ +4 │\n/,
  );
  const parts = stderr.text.split('\r\u001b[2K');
  t.true(parts.includes('Reading the datacards [################........]  66 % 2 of 3'), stderr.text);
  t.is(parts.at(-1), '');
});

test('datacards --uses prints what it has read before the rate limit', async (t) => {
  const { run } = await withService(t, { rateLimit: 2 });
  const { code, stdout, stderr } = await run(uses);
  t.is(code, 7);
  t.regex(stdout, /^14:1\t.*\n14:2\t.*\n$/);
  t.regex(stderr, /^svcapi: too many calls; .*the limit resets at 2024-06-17T13:00:00Z, in \d+ s: try again then/);
});
