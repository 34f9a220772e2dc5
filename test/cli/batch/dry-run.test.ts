import { existsSync } from 'node:fs';
import test from 'ava';
import { withBatches } from '../../helpers/cli/batch-world.js';

test('a dry run prints what would be sent, asks nothing and sends nothing', async (t) => {
  const { run, write, server } = await withBatches(t);
  const file = write('rows.csv', 'datacard,entity,uses\n14:1,4:1,3\n14:2,5:1,unlimited\n14:1,4:1,3\n');
  const off = write('revoke.csv', 'datacard,entity\n14:1,4:1\n');
  const stored = async () => (await server.call('/datacard/14:1')).text.replace(/"timestamp":.*/, '');
  const before = await stored();
  for (const [argv, rows] of [
    [['assign', '14:1', '--to', '4:1', '--uses', '3'], '1 14:1 4:1 3'],
    [['revoke', '14:1', '--from', '4:1'], '1 14:1 4:1 '],
    [['assign', '--batch', file], '2 14:1 4:1 3,3 14:2 5:1 -1,4 14:1 4:1 3'],
    [['revoke', '--batch', off], '2 14:1 4:1 '],
  ] as const) {
    const { code, stdout, stderr } = await run(['datacard', ...argv, '--dry-run', '--output', 'tsv']);
    t.deepEqual({ code, stderr }, { code: 0, stderr: '' }, argv.join(' '));
    t.is(stdout, `${rows},`.replaceAll(' ', '\t').replaceAll(',', '\tnot sent\t\t\t\n'));
  }
  t.is(await stored(), before);
  t.false(existsSync(`${file}.done`), 'the record is not begun');

  await run(['datacard', 'assign', '--batch', file]);
  const again = await run(['datacard', 'assign', '--batch', file, '--dry-run', '--json', 'result']);
  t.deepEqual(JSON.parse(again.stdout), Array(3).fill({ result: 'already done' }));
  t.is((await run(['datacard', 'assign', '14:1', '--to', '4:1', '--uses', '3', '--dry-run', '--xml'])).code, 2);
});
