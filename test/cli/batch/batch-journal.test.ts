import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { manyRows, withBatches } from '../../helpers/cli/batch-world.js';

test('the journal remembers rows for longer than the server remembers keys', async (t) => {
  const { run, write, state, server } = await withBatches(t);
  const argv = ['datacard', 'assign', '--batch', write('rows.csv', manyRows(6))];
  await run(argv);
  const after = await state();
  server.time.now += 30 * 86_400_000;
  t.is((await run(argv)).code, 0);
  t.deepEqual(await state(), after);
});

test('without its journal, a batch is protected by the keys of the server for a day', async (t) => {
  const { run, write, state, journalFolder } = await withBatches(t);
  const argv = ['datacard', 'assign', '--batch', write('rows.csv', manyRows(6))];
  const first = await run(argv);
  const after = await state();
  rmSync(journalFolder, { recursive: true });
  t.deepEqual(await run(argv), first);
  t.deepEqual(await state(), after);
});

test('the journal of one server does not count for another', async (t) => {
  const [one, other] = [await withBatches(t), await withBatches(t)];
  const file = one.write('rows.csv', 'datacard,entity,uses\n14:1,4:1,3\n');
  const argv = ['datacard', 'assign', '--batch', file, '--json', 'result'];
  await one.run(argv);
  const env = { SVCAPI_URL: other.origin, SVCAPI_TOKEN: other.server.token };
  t.is((await one.run(argv, { env })).stdout, '[\n{"result":"done"}\n]\n');
  t.is((await one.run(argv)).stdout, '[\n{"result":"already done"}\n]\n');
});

test('the journal is readable by its owner only, and a truncated line does no harm', async (t) => {
  const { run, write, state, journals, journalFolder } = await withBatches(t);
  const argv = ['datacard', 'assign', '--batch', write('rows.csv', manyRows(5))];
  await run(argv);
  const after = await state();
  const [journal] = journals();
  t.is(journal?.lines.length, 5);
  const path = join(journalFolder, journal?.name ?? '');
  t.is(statSync(path).mode & 0o777, 0o600);
  t.is(statSync(journalFolder).mode & 0o777, 0o700);
  const whole = (journal?.lines ?? []).map((line) => JSON.stringify(line)).join('\n');
  writeFileSync(path, whole.slice(0, -20));
  await run(argv);
  t.deepEqual(await state(), after);
  const { stdout } = await run([...argv, '--json', 'result']);
  t.is(stdout.match(/already done/g)?.length, 5, 'the lines after it are read');
});

for (const [name, reason] of [
  ['below a file', 'a part of its path is not a folder'],
  ['below /proc, where Node.js would try for ever', 'there is no such file'],
] as const) {
  test(`nothing is sent when the journal cannot be written: ${name}`, async (t) => {
    const { run, write, state } = await withBatches(t);
    const before = await state();
    const env = { XDG_STATE_HOME: name === 'below a file' ? write('no-folder', '') : '/proc/svcapi' };
    const ran = await run(['datacard', 'assign', '--batch', write('rows.csv', manyRows(5))], { env });
    t.is(ran.code, 1);
    t.regex(
      ran.stderr,
      new RegExp(
        `^svcapi: the journal of the batch, .+\\.ndjson, cannot be [a-z]+: ${reason}; set XDG_STATE_HOME to a`,
      ),
    );
    t.deepEqual(await state(), before);
  });
}
