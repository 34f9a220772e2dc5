import test from 'ava';
import { LINES, manyRows, ROWS, withBatches } from '../../helpers/cli/batch-world.js';

test('a dry run shows the result of each row after the previous ones, and changes nothing', async (t) => {
  const { run, write, state, server } = await withBatches(t);
  const argv = ['datacard', 'assign', '--batch', write('rows.csv', ROWS)];
  const before = await state();
  const requests = () => server.log.filter((line) => line.includes('/datacard/')).length;
  const earlier = requests();
  const { code, stdout, stderr } = await run([...argv, '--dry-run']);
  t.is(requests() - earlier, 4, 'each datacard is read once');
  t.is(code, 8);
  // Whether there is such an entity cannot be seen, so one use less is left for the last row.
  t.is(
    stdout,
    LINES.replaceAll('failed', 'would fail')
      .replaceAll('done', 'would be done')
      .replace('4:99\t1\twould fail\t\t\tnot_found', '4:99\t1\twould be done\t0\t1\t')
      .replace('94\twould be done\t0\t94\t', '94\twould fail\t\t\tnot_enough_uses'),
  );
  t.regex(stderr, /^Nothing was changed: .*\nsvcapi: 3 of 7 rows would fail\n$/);
  t.deepEqual(await state(), before);
  t.is((await run(argv)).stdout, LINES, 'it left no traces');
});

test('a dry run of revocations', async (t) => {
  const { run, write, state } = await withBatches(t);
  const before = await state();
  const file = write('rows.csv', 'datacard,entity\n14:3,4:1\n14:3,4:1\n');
  const { stdout } = await run(['datacard', 'revoke', '--batch', file, '--dry-run']);
  t.is(stdout, '2\t14:3\t4:1\t\twould be done\t4\t0\t\n3\t14:3\t4:1\t\twould fail\t\t\tnot_found\n');
  t.deepEqual(await state(), before);
});

test('a dry run predicts a run of many rows', async (t) => {
  const { run, write } = await withBatches(t);
  // Enough uses for two of the datacards to run out.
  const rows = manyRows(40).replaceAll(/\d$/gm, '$&0');
  const argv = ['datacard', 'assign', '--batch', write('rows.csv', rows)];
  const dry = await run([...argv, '--dry-run']);
  const real = await run(argv);
  t.true(real.stdout.includes('not_enough_uses'));
  t.is(dry.stdout.replaceAll('would be done', 'done').replaceAll('would fail', 'failed'), real.stdout);
});
