import { readdirSync, rmSync } from 'node:fs';
import test from 'ava';
import { LINES, manyRows, ROWS, withBatches } from '../../helpers/cli/batch-world.js';
import { hurriedClock, Kept, runIo } from '../../helpers/cli/run.js';
import { tokenFor } from '../../helpers/galaxy.js';
import { loadRows } from '../../helpers/load-rows.js';

const CLEAR_LINE = '\r\u001b[2K';

const FAILED = 'svcapi: 3 of 7 rows failed; run the same command again to retry them\n';

test('each row has a result, and rows after a failed one are done', async (t) => {
  const { run, write, server } = await withBatches(t);
  const file = write('rows.csv', ROWS);
  t.deepEqual(await run(['datacard', 'assign', '--batch', file]), { code: 8, stdout: LINES, stderr: FAILED });
  const { datacard } = (await server.call('/datacard/14:1')).json.svcapi;
  t.is(datacard.uses, 0);
});

test('a table on a terminal shows the reason of a failure, in a line for each row', async (t) => {
  const { run, write } = await withBatches(t);
  const file = write('rows.csv', 'datacard,entity,uses\n14:1,4:1,3\n14:2,5:1,unlimited\n14:3,4:2,7\n14:77777,4:1,1\n');
  const { code, stdout } = await run(['datacard', 'assign', '--batch', file], { terminal: 80 });
  t.is(code, 8);
  t.is(
    stdout,
    `\
┌──────┬──────────┬──────────────┬─────────────────────────────────────────────┐
│ line │ datacard │ location_uid │ result                                      │
├──────┼──────────┼──────────────┼─────────────────────────────────────────────┤
│    2 │ 14:1     │ 4:1          │ done: from 0 to 3 uses                      │
│    3 │ 14:2     │ 5:1          │ done: from 0 to unlimited uses              │
│    4 │ 14:3     │ 4:2          │ The datacard has 6 unassigned uses, fewer … │
│    5 │ 14:77777 │ 4:1          │ There is no such entity, or it is not visi… │
└──────┴──────────┴──────────────┴─────────────────────────────────────────────┘
`,
  );
  const wide = await run(['datacard', 'assign', '--batch', file, '--wide'], { terminal: 80 });
  t.regex(wide.stdout, / │ error +│\n/);
  t.regex(wide.stdout, / │ There is no such entity, or it is not visible to this token\. │/);
});

test('rows that no service takes are not said to be missing', async (t) => {
  const { run, write } = await withBatches(t);
  const argv = ['datacard', 'assign', '--batch', write('rows.csv', ROWS)];
  const { code, stderr } = await run(argv, { terminal: 80, env: { SVCAPI_URL: 'http://127.0.0.1:1' } });
  t.is(code, 9);
  t.notRegex(stderr, /no rows/);
  const empty = await run([...argv.slice(0, 3), write('empty.csv', 'datacard,entity,uses\n')], { terminal: 80 });
  t.is(`${empty.code} ${empty.stderr}`, '2 svcapi: empty.csv has no rows; check what wrote it\n');
});

test('JSON has every field, or the selected ones', async (t) => {
  const { run, write } = await withBatches(t);
  const file = write('rows.csv', 'datacard,entity,uses\n14:2,5:1,unlimited\n14:9,4:1,1\n');
  t.deepEqual(JSON.parse((await run(['datacard', 'assign', '--batch', file, '--json'])).stdout), [
    {
      ...{ line: 2, datacard: '14:2', location_uid: '5:1', uses: -1, result: 'done' },
      ...{ before: 0, after: -1, error: null, message: null },
    },
    {
      ...{ line: 3, datacard: '14:9', location_uid: '4:1', uses: 1, result: 'failed' },
      ...{ before: null, after: null, error: 'not_found' },
      message: 'There is no such entity, or it is not visible to this token.',
    },
  ]);
  const chosen = await run(['datacard', 'assign', '--batch', file, '--json', 'line,result']);
  t.is(chosen.stdout, '[\n{"line":2,"result":"already done"},\n{"line":3,"result":"failed"}\n]\n');
});

test('revoking takes all uses back', async (t) => {
  const { run, write, server } = await withBatches(t);
  const file = write('rows.csv', 'datacard,entity\n14:3,4:1\n14:3,4:1\n');
  const { code, stdout } = await run(['datacard', 'revoke', '--batch', file]);
  t.is(code, 8);
  t.is(stdout, '2\t14:3\t4:1\t\tdone\t4\t0\t\n3\t14:3\t4:1\t\tfailed\t\t\tnot_found\n');
  t.is((await server.call('/datacard/14:3')).json.svcapi.datacard.uses, 10);
});

test('the second run of a batch changes nothing, and says so', async (t) => {
  const { run, write, state } = await withBatches(t);
  const file = write('rows.csv', 'datacard,entity,uses\n14:1,4:1,3\n14:1,4:1,3\n');
  const argv = ['datacard', 'assign', '--batch', file];
  t.deepEqual(await run(argv), {
    ...{ code: 0, stderr: '' },
    stdout: '2\t14:1\t4:1\t3\tdone\t0\t3\t\n3\t14:1\t4:1\t3\tdone\t3\t6\t\n',
  });
  const after = await state();
  const { code, stdout, stderr } = await run(argv);
  t.is(code, 0);
  t.is(stdout, '2\t14:1\t4:1\t3\talready done\t0\t3\t\n3\t14:1\t4:1\t3\talready done\t3\t6\t\n');
  t.is(stderr, `All 2 rows were done on 2024-06-17; delete ${file}.done to do them again.\n`);
  t.deepEqual(await state(), after);
});

test('the second run retries the failed rows only', async (t) => {
  const { run, write, server } = await withBatches(t);
  const file = write('rows.csv', ROWS);
  const argv = ['datacard', 'assign', '--batch', file];
  await run(argv);
  await loadRows(server.store, 'entity', [{ uid: '4:99', name: 'New', owner_uid: '20:1' }]);
  await server.call('/datacard/14:1?production_entity_uid=4:2', { method: 'DELETE' });
  const { stdout } = await run(argv);
  t.is(
    stdout,
    LINES.replaceAll('\tdone', '\talready done').replace('4:99\t1\tfailed\t\t\tnot_found', '4:99\t1\tdone\t0\t1\t'),
  );
});

test('the same rows of a file are the same batch, however they are spelled', async (t) => {
  const { run, write } = await withBatches(t);
  await run([
    'datacard',
    'assign',
    '--batch',
    write('a.csv', 'datacard,entity,uses\n14:1,4:1,3\n14:2,4:1,unlimited\n'),
  ]);
  const spelled = [write('a.csv', '\ufeffunlimited,"entity" , datacard,uses\r\n\r\n,"4:1",14:1,3\r\n1,4:1,14:2,\r\n')];
  for (const file of spelled) {
    const { stdout, stderr } = await run(['datacard', 'assign', '--batch', file, '--json', 'result']);
    t.is(stdout, '[\n{"result":"already done"},\n{"result":"already done"}\n]\n', stderr);
  }
});

test('a batch whose record is deleted is done again, and a copy is another batch', async (t) => {
  const { run, write } = await withBatches(t);
  const rows = 'datacard,entity,uses\n14:1,4:1,3\n';
  const after = async (file: string) => (await run(['datacard', 'assign', '--batch', file])).stdout.split('\t')[6];
  const june = write('june.csv', rows);
  t.is(await after(june), '3');
  t.is(await after(june), '3', 'it was done before');
  rmSync(`${june}.done`);
  t.is(await after(june), '6');
  t.is(await after(write('july.csv', rows)), '9');
});

test('a record of another address or action is refused', async (t) => {
  const { run, write } = await withBatches(t);
  const file = write('rows.csv', 'datacard,entity\n14:3,4:1\n');
  t.is((await run(['datacard', 'revoke', '--batch', file])).code, 0);
  const message = `svcapi: ${file}.done is not the record of this batch and address; move or delete it\n`;
  const refused = { code: 2, stdout: '', stderr: message };
  t.deepEqual(await run(['datacard', 'revoke', '--batch', file, '--url', 'http://127.0.0.1:1']), refused);
  write('rows.csv', 'datacard,entity,uses\n14:3,4:1,1\n');
  t.deepEqual(await run(['datacard', 'assign', '--batch', file]), refused);
});

test('standard input is not recorded', async (t) => {
  const { run, home } = await withBatches(t);
  const argv = ['datacard', 'assign', '--batch', '-', '--json', 'after'];
  const stdin = 'datacard,entity,uses\n14:1,4:1,3\n';
  t.is((await run(argv, { stdin, cwd: home })).stdout, '[\n{"after":3}\n]\n');
  t.is((await run(argv, { stdin, cwd: home })).stdout, '[\n{"after":6}\n]\n');
  t.deepEqual(readdirSync(home), []);
});

test('rows can be added, moved and corrected in a batch', async (t) => {
  const { run, write } = await withBatches(t);
  const argv = (file: string) => ['datacard', 'assign', '--batch', file, '--json', 'result'];
  const results = async (content: string) => {
    const { stdout } = await run(argv(write('rows.csv', `datacard,entity,uses\n${content}`)));
    return (JSON.parse(stdout) as { result: string }[]).map(({ result }) => result);
  };
  t.deepEqual(await results('14:1,4:1,3\n14:1,4:99,2\n14:1,4:1,3\n'), ['done', 'failed', 'done']);
  t.deepEqual(await results('14:1,5:1,1\n14:1,4:1,3\n14:1,4:2,2\n14:1,4:1,3\n14:1,4:1,3\n'), [
    'done',
    'already done',
    'done',
    'already done',
    'done',
  ]);
});

test('a missing permission ends the batch at its first row', async (t) => {
  const { run, write, server } = await withBatches(t);
  const env = { SVCAPI_TOKEN: await tokenFor(server.store, '1:1', ['faction_datacards_read']) };
  const { code, stdout, stderr } = await run(['datacard', 'assign', '--batch', write('rows.csv', ROWS)], { env });
  t.is(code, 5);
  t.is(stdout, '');
  t.regex(
    stderr,
    /faction_datacards_write; it has .*; 0 of 7 rows are done: run the same command again to continue\n$/,
  );
});

test('progress is shown beside results in a pipe, and before a table', async (t) => {
  const { origin, server, home, write } = await withBatches(t);
  const io = {
    env: { HOME: home, LC_ALL: 'C.UTF-8', NO_COLOR: '1', SVCAPI_URL: origin, SVCAPI_TOKEN: server.token },
    now: hurriedClock(500),
  };
  const argv = ['datacard', 'assign', '--batch', write('rows.csv', manyRows(210))];
  const { stderr, stdout } = await runIo(argv, { ...io, stderr: new Kept(80) });
  t.is(stdout.split('\n').length, 211);
  t.true(stderr.split(CLEAR_LINE).includes('Changing [############............]  50 % 105 of 210 rows'));

  const screen = new Kept(100);
  await runIo(['datacard', 'assign', '--batch', write('other.csv', manyRows(210))], {
    ...io,
    stdout: screen,
    stderr: screen,
  });
  const lines = screen.text.split('\n').map((line) => line.split(CLEAR_LINE).at(-1) ?? '');
  t.true(
    lines.every((line) => /^([┌│├└].*[┐│┤┘]|svcapi: .*|)$/.test(line)),
    'no line of the table is torn',
  );
  t.is(lines.filter((line) => /^│ +\d+ │/.test(line)).length, 210);
});

const misused: [argv: string[], message: RegExp][] = [
  [['14:1', '--batch', 'x.csv'], /with --batch, each row names its datacard; leave out the uid/],
  [['--batch', 'x.csv', '--to', '4:1'], /'--batch <file>' cannot be used with option '--to <entity>'/],
  [['--batch', 'x.csv', '--uses', '1'], /cannot be used with option '--uses <number>'/],
  [['--batch', 'x.csv', '--idempotency-key', 'k'], /cannot be used with option '--idempotency-key <key>'/],
  [['--batch', 'x.csv', '--xml'], /--batch cannot be combined with --xml/],
  [['--batch', 'x.csv', '--json', 'nope'], /there is no field “nope”: choose from line, datacard/],
  [['--batch', '-', '--token-file', '-'], /standard input can only be read once/],
  [['--batch', '/'], /\/ is a folder; name a file in it\n/],
  [['--batch', '/nonexistent/x.csv'], /there is no file \/nonexistent\/x\.csv; check its name/],
];

for (const [argv, message] of misused) {
  test(`refused: datacard assign ${argv.join(' ')}`, async (t) => {
    const { run } = await withBatches(t);
    const { code, stdout, stderr } = await run(['datacard', 'assign', ...argv]);
    t.is(code, 2, stderr);
    t.is(stdout, '');
    t.regex(stderr, message);
  });
}
