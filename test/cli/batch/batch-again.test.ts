import { PassThrough } from 'node:stream';
import test, { type ExecutionContext } from 'ava';
import { withBatches } from '../../helpers/cli/batch-world.js';
import { Kept, type Surroundings } from '../../helpers/cli/run.js';
import { runIo } from '../../helpers/cli/run-io.js';
import { NOW } from '../../helpers/galaxy.js';
import { loadRows } from '../../helpers/load-rows.js';

const ROWS = 'datacard,entity,uses\n14:1,4:1,3\n14:1,4:1,2\n';
const WEEK = 7 * 86_400;
const LATER = { now: NOW + WEEK };

/** A batch of two rows that was done a week before `LATER`. */
async function withDoneBatch(t: ExecutionContext) {
  const world = await withBatches(t);
  const file = world.write('rows.csv', ROWS);
  const argv = ['datacard', 'assign', '--batch', file, '--json', 'result,after'];
  const results = async (more: string[], around: Surroundings = {}) => {
    const { code, stdout, stderr } = await world.run([...argv, ...more], around);
    const rows = stdout === '' ? [] : (JSON.parse(stdout) as { result: string; after: number }[]);
    return { code, stderr, rows: rows.map(({ result, after }) => `${result} ${after}`) };
  };
  t.deepEqual((await results([])).rows, ['done 3', 'done 5']);
  world.server.time.now += WEEK * 1000;
  return { ...world, file, argv, results };
}

test('a batch that was done a week ago is not run again without --again, and then with new keys', async (t) => {
  const { results, file, journals } = await withDoneBatch(t);
  const refused = await results([], LATER);
  t.deepEqual(refused, {
    code: 2,
    rows: [],
    stderr: `svcapi: all 2 rows of ${file} were done on 2024-06-17T12:00:00Z; run again with --again to do them once more\n`,
  });
  t.deepEqual((await results(['--again'], LATER)).rows, ['done 8', 'done 10']);
  const after = await results([], LATER);
  t.deepEqual(
    [after.code, after.rows],
    [0, ['already done 8', 'already done 10']],
    'the second round was done just now',
  );
  t.regex(after.stderr, /^All rows were done before, according to .*\.ndjson; to do them again, run with --again\.\n$/);
  t.is(new Set(journals().flatMap(({ lines }) => lines.map(({ key }) => key))).size, 4);
  t.deepEqual((await results(['--again'], { now: NOW + 2 * WEEK })).rows, ['done 13', 'done 15'], 'a third round');
});

test('an interrupted round is continued, with --again and without it', async (t) => {
  const { results, server } = await withDoneBatch(t);
  await loadRows(server.store, 'datacard', [
    {
      uid: '14:1',
      owner_uid: '20:1',
      entity_uid: '1:1',
      total_uses: 9,
      assignments: [{ location_uid: '4:1', uses: 5 }],
    },
  ]);
  const first = await results(['--again'], LATER);
  t.deepEqual([first.code, first.rows], [8, ['done 8', 'failed null']]);
  await server.call('/datacard/14:1?production_entity_uid=4:1', { method: 'DELETE' });
  const around = { now: NOW + 2 * WEEK };
  t.deepEqual((await results(['--again'], around)).rows, ['already done 8', 'done 2']);
  t.is((await results([], around)).code, 0);
});

for (const [typed, code, rows] of [
  ['y\n', 0, 4],
  ['\n', 1, 2],
] as const) {
  test(`on a terminal, ${JSON.stringify(typed)} decides about a batch that was done a week ago`, async (t) => {
    const { argv, home, origin, server, journals } = await withDoneBatch(t);
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    stdin.end(typed);
    const env = { HOME: home, SVCAPI_URL: origin, SVCAPI_TOKEN: server.token };
    const ran = await runIo(argv, { stdin, stderr: new Kept(80), env, now: () => LATER.now * 1000 });
    t.is(ran.code, code);
    t.regex(
      ran.stderr,
      /^All 2 rows of .+\/rows\.csv were done on 2024-06-17T12:00:00Z\. Do them once more\? \[y\/N\] /,
    );
    t.is(journals().flatMap(({ lines }) => lines).length, rows);
  });
}

test('with its own id, a batch that was done a week ago is no question', async (t) => {
  const { results } = await withDoneBatch(t);
  t.deepEqual((await results(['--batch-id', 'june'])).rows, ['done 8', 'done 10']);
  const again = await results(['--batch-id', 'june'], LATER);
  t.deepEqual([again.code, again.rows], [0, ['already done 8', 'already done 10']]);
  t.regex(again.stderr, /^All rows were done before/);
});

test('a file of another name is another batch, and a dry run asks nothing', async (t) => {
  const { argv, results, run, write } = await withDoneBatch(t);
  t.deepEqual((await results(['--dry-run'], LATER)).rows, ['already done 3', 'already done 5']);
  const other = argv.with(3, write('july.csv', ROWS));
  t.regex((await run(other, LATER)).stdout, /"done","after":8/);
});
