import test from 'ava';
import { golden } from '../../../helpers/cli/golden.js';
import { withService } from '../../../helpers/cli/service.js';
import { tokenFor } from '../../../helpers/galaxy.js';

golden({
  argv: ['datacard', 'show', '14:3'],
  table: `\
┌───────────────────┬───────────────────┐
│ uid               │ 14:3              │
│ entity_uid        │ 2:1               │
│ entity            │ Heron freighter   │
│ owner_uid         │ 20:1              │
│ owner             │ The Lantern Guild │
│ uses              │ 6                 │
│ assignedlocations │ 1, below          │
└───────────────────┴───────────────────┘
┌──────────────┬─────────────┬───────────────────┬──────────┐
│ location_uid │ location    │ locationowner     │ quantity │
├──────────────┼─────────────┼───────────────────┼──────────┤
│ 4:1          │ Ember Works │ The Lantern Guild │        4 │
└──────────────┴─────────────┴───────────────────┴──────────┘
`,
  tsv: '14:3\t2:1\tHeron freighter\t20:1\tThe Lantern Guild\t6\t4:1\tEmber Works\t20:1\tThe Lantern Guild\t4\n',
  json: {
    uid: '14:3',
    entity_uid: '2:1',
    entity: 'Heron freighter',
    owner_uid: '20:1',
    owner: 'The Lantern Guild',
    uses: 6,
    assignedlocations: [
      {
        location_uid: '4:1',
        location: 'Ember Works',
        locationowner_uid: '20:1',
        locationowner: 'The Lantern Guild',
        quantity: 4,
      },
    ],
  },
  xml: { path: '/datacard/14:3' },
});

const assigned = {
  datacard: '14:1',
  entity: 'Heron freighter',
  location_uid: '4:1',
  location: 'Ember Works',
  before: 0,
  after: 3,
  done: true,
};

golden({
  argv: ['datacard', 'assign', '14:1', '--to', '4:1', '--uses', '3'],
  table: `\
┌──────────────┬─────────────────┐
│ datacard     │ 14:1            │
│ entity       │ Heron freighter │
│ location_uid │ 4:1             │
│ location     │ Ember Works     │
│ before       │ 0               │
│ after        │ 3               │
│ done         │ yes             │
└──────────────┴─────────────────┘
`,
  tsv: '14:1\tHeron freighter\t4:1\tEmber Works\t0\t3\ttrue\n',
  json: assigned,
  xml: {
    path: '/datacard/14:1',
    init: {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"production_entity_uid":"4:1","uses":3}',
    },
  },
});

golden({
  argv: ['datacard', 'revoke', '14:3', '--from', '4:1'],
  table: `\
┌──────────────┬─────────────────┐
│ datacard     │ 14:3            │
│ entity       │ Heron freighter │
│ location_uid │ 4:1             │
│ location     │ Ember Works     │
│ before       │ 4               │
│ after        │ 0               │
│ done         │ yes             │
└──────────────┴─────────────────┘
`,
  tsv: '14:3\tHeron freighter\t4:1\tEmber Works\t4\t0\ttrue\n',
  json: { ...assigned, datacard: '14:3', before: 4, after: 0 },
  xml: { path: '/datacard/14:3?production_entity_uid=4%3A1', init: { method: 'DELETE' } },
});

test('a pipe gets a line for each location, and one for a datacard without any', async (t) => {
  const { run } = await withService(t);
  t.is(
    (await run(['datacard', 'show', '14:1'])).stdout,
    '14:1\t2:1\tHeron freighter\t20:1\tThe Lantern Guild\t100\t\t\t\t\t\n',
  );
  await run(['datacard', 'assign', '14:3', '--to', '5:1', '--uses', '2']);
  const { stdout } = await run(['datacard', 'show', '14:3']);
  t.deepEqual(
    stdout.split('\n').map((line) => line.split('\t').filter((_, index) => [0, 5, 6, 10].includes(index))),
    [['14:3', '4', '4:1', '4'], ['14:3', '4', '5:1', '2'], ['']],
  );
});

test('unlimited uses', async (t) => {
  const { run } = await withService(t);
  const assign = ['datacard', 'assign', '14:2', '--to', '5:1', '--unlimited'];
  t.is((await run([...assign, '--dry-run'])).stdout, '14:2\tWren courier\t5:1\t\t0\t-1\tfalse\n');
  t.is((await run(assign)).stdout, '14:2\tWren courier\t5:1\tHalcyon Station\t0\t-1\ttrue\n');
  t.regex((await run(['datacard', 'show', '14:2'], { terminal: 100 })).stdout, /│ uses +│ unlimited /);
  t.regex((await run(['datacard', 'show', '14:2'], { terminal: 100 })).stdout, /Halcyon Station .* │ unlimited │\n/);
});

const show = ['datacard', 'show', '14:3', '--json', 'uses,assignedlocations'];
const trials: [argv: string[], stdout: string][] = [
  [['assign', '14:3', '--to', '4:1', '--uses', '6'], '14:3\tHeron freighter\t4:1\tEmber Works\t4\t10\tfalse\n'],
  [['assign', '14:3', '--to', '4:2', '--uses', '1'], '14:3\tHeron freighter\t4:2\t\t0\t1\tfalse\n'],
  [['revoke', '14:3', '--from', '4:1'], '14:3\tHeron freighter\t4:1\tEmber Works\t4\t0\tfalse\n'],
];

for (const [argv, stdout] of trials) {
  test(`a dry run shows the change, and does not make it: ${argv.join(' ')}`, async (t) => {
    const { run } = await withService(t);
    const before = await run(show);
    const trial = await run(['datacard', ...argv, '--dry-run']);
    t.deepEqual(trial, { code: 0, stdout, stderr: 'Nothing was changed: this was a dry run.\n' });
    t.deepEqual(await run(show), before);
    const { stdout: real } = await run(['datacard', ...argv]);
    t.deepEqual(real.split('\t').slice(4, 6), stdout.split('\t').slice(4, 6), 'it told the truth');
  });
}

// What the service refuses, a dry run refuses in the same way.
const refused: [argv: string[], code: number, message: RegExp][] = [
  [['assign', '14:3', '--to', '4:1', '--uses', '7'], 1, /^The datacard has 6 unassigned uses, fewer than 7\.$/],
  [
    ['assign', '14:3', '--to', '4:1', '--unlimited'],
    1,
    /^The datacard is not unlimited\. Assign up to 6 uses instead\.$/,
  ],
  [['revoke', '14:3', '--from', '4:2'], 6, /^4:2 has no uses of this datacard\.?$/],
  [
    ['assign', '14:4', '--to', '4:1', '--uses', '1'],
    6,
    /^There is no such entity, or it is not visible to this token\.$/,
  ],
  [['assign', '14:99', '--to', '4:1', '--uses', '1'], 6, /^There is no such entity/],
  [['assign', '15:1', '--to', '4:1', '--uses', '1'], 2, /^uid: It must be the uid of a datacard, such as 14:12/],
  [['assign', '14:3', '--to', 'Ember Works', '--uses', '1'], 2, /uid of a production entity/],
  [['revoke', '14:3', '--from', '20:1'], 2, /uid of a production entity/],
];

for (const [argv, code, message] of refused) {
  for (const trial of [[], ['--dry-run']]) {
    test(`refused: ${[...argv, ...trial].join(' ')}`, async (t) => {
      const { run } = await withService(t);
      const ran = await run(['datacard', ...argv, ...trial]);
      t.is(ran.code, code);
      t.is(ran.stdout, '');
      t.regex(ran.stderr.replace(/^svcapi: (.*)\n$/, '$1'), message);
    });
  }
}

const misused: [argv: string[], message: string][] = [
  [['assign', '--to', '4:1', '--uses', '1'], 'the uid of the datacard is missing; give a uid such as 14:1'],
  [['assign', '14:1'], '--to is missing; give a uid such as 4:1'],
  [['revoke', '14:1'], '--from is missing; give a uid such as 4:1'],
  [['assign', '14:1', '--to', '4:1'], 'the number of uses is missing; give --uses NUMBER or --unlimited'],
  [
    ['assign', '14:1', '--to', '4:1', '--uses', '1', '--unlimited'],
    '--uses and --unlimited exclude each other; give one of them',
  ],
  [['assign', '14:1', '--to', '4:1', '--uses', '0'], '--uses is “0”; give a whole number from 1'],
  [['assign', '14:1', '--to', '4:1', '--uses', '1.5'], '--uses is “1.5”; give a whole number from 1'],
  [['assign', '14:1', '--to', '4:1', '--uses=-3'], '--uses is “-3”; give a whole number from 1'],
  [
    ['assign', '14:1', '--to', '4:1', '--uses', '1', '--idempotency-key', ''],
    '--idempotency-key must be 1 to 255 printable ASCII characters',
  ],
  [['revoke', '14:3', '--from', '4:1', '--dry-run', '--xml'], '--dry-run cannot be combined with --xml'],
];

for (const [argv, message] of misused) {
  test(`misused, and nothing is sent: datacard ${argv.join(' ')}`, async (t) => {
    const { run, server } = await withService(t);
    t.deepEqual(await run(['datacard', ...argv]), { code: 2, stdout: '', stderr: `svcapi: ${message}\n` });
    t.false(server.log.some((line) => line.includes('/datacard/')));
  });
}

test('with an idempotency key a change is made once', async (t) => {
  const { run } = await withService(t);
  const assign = ['datacard', 'assign', '14:1', '--to', '4:1', '--uses', '3', '--idempotency-key', 'june 1'];
  const first = await run(assign);
  t.is(first.code, 0);
  t.deepEqual(await run(assign), first);
  t.is((await run(['datacard', 'show', '14:1', '--json', 'uses'])).stdout, '{"uses":97}\n');
  assign[6] = '4';
  const { code, stderr } = await run(assign);
  t.is(code, 2);
  t.is(stderr, 'svcapi: This Idempotency-Key was used for another request. Use a new key.\n');
});

test('a dry run needs faction_datacards_read', async (t) => {
  const { run, server } = await withService(t);
  const env = { SVCAPI_TOKEN: await tokenFor(server.store, '1:1', ['faction_datacards_write']) };
  const assign = ['datacard', 'assign', '14:1', '--to', '4:1', '--uses', '3'];
  const { code, stderr } = await run([...assign, '--dry-run'], { env });
  t.is(code, 5);
  t.regex(stderr, /lacks the permission faction_datacards_read; it has faction_datacards_write;/);
  t.is((await run(assign, { env })).code, 0);
});
