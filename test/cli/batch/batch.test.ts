import { readdirSync, rmSync } from 'node:fs';
import test from 'ava';
import { manyRows, withBatches } from '../../helpers/cli/batch-world.js';
import { hurriedClock, Kept, refuses, run, temporaryFolder } from '../../helpers/cli/run.js';
import { strangeServer } from '../../helpers/cli/strange-server.js';
import { loadRows } from '../../helpers/load-rows.js';

/** Rows of CSV, some of which the service refuses. */
const ROWS = `\
datacard,entity,uses
14:1,4:1,3
14:1,4:1,3
14:2,5:1,unlimited
14:3,4:2,7
14:9,4:1,1
14:1,4:99,1
14:1,4:2,94
`;

/** The results of `ROWS`: 14:3 has six uses left, 14:9 and 4:99 do not exist, and the last row takes the rest of 14:1. */
const LINES = `\
2	14:1	4:1	3	done	0	3	
3	14:1	4:1	3	done	3	6	
4	14:2	5:1	-1	done	0	-1	
5	14:3	4:2	7	failed			not_enough_uses
6	14:9	4:1	1	failed			not_found
7	14:1	4:99	1	failed			not_found
8	14:1	4:2	94	done	0	94	
`;

const CLEAR_LINE = '\r\u001b[2K';
const HEAD = 'datacard,entity,uses\n';
const assign = ['datacard', 'assign', '--batch'];

test('each row has a result, rows after a failed one are done, and the next run retries only the failed ones', async (t) => {
  const { run, write, server } = await withBatches(t);
  const argv = [...assign, write('rows.csv', ROWS)];
  t.deepEqual(await run(argv), {
    ...{ code: 8, stdout: LINES },
    stderr: 'svcapi: 3 of 7 rows failed; run the same command again to retry them\n',
  });
  t.is((await server.call('/datacard/14:1')).json.svcapi.datacard.uses, 0);
  await loadRows(server.store, 'entity', [{ uid: '4:99', name: 'New', owner_uid: '20:1' }]);
  await server.call('/datacard/14:1?production_entity_uid=4:2', { method: 'DELETE' });
  t.is(
    (await run(argv)).stdout,
    LINES.replaceAll('\tdone', '\talready done').replace('4:99\t1\tfailed\t\t\tnot_found', '4:99\t1\tdone\t0\t1\t'),
  );
});

test('a table on a terminal shows the reason of a failure, in a line for each row', async (t) => {
  const { run, write } = await withBatches(t);
  const file = write('rows.csv', `${HEAD}14:2,5:1,unlimited\n14:3,4:2,7\n14:77777,4:1,1\n`);
  const { code, stdout } = await run([...assign, file], { terminal: 80 });
  t.is(code, 8);
  t.deepEqual(stdout.split('\n').slice(3, 6), [
    '│    2 │ 14:2     │ 5:1          │ done: from 0 to unlimited uses              │',
    '│    3 │ 14:3     │ 4:2          │ The datacard has 6 unassigned uses, fewer … │',
    '│    4 │ 14:77777 │ 4:1          │ There is no such entity, or it is not visi… │',
  ]);
  const wide = await run([...assign, file, '--wide'], { terminal: 80 });
  t.regex(wide.stdout, / │ error +│\n[^$]* │ There is no such entity, or it is not visible to this token\. │/);
});

test('JSON has every field, or the selected ones', async (t) => {
  const { run, write } = await withBatches(t);
  const file = write('rows.csv', `${HEAD}14:2,5:1,unlimited\n14:9,4:1,1\n`);
  t.deepEqual(JSON.parse((await run([...assign, file, '--json'])).stdout), [
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
  const chosen = await run([...assign, file, '--json', 'line,result']);
  t.is(chosen.stdout, '[\n{"line":2,"result":"already done"},\n{"line":3,"result":"failed"}\n]\n');
});

test('the second run of a batch changes nothing, however its rows are spelled, until its record is deleted or cut off', async (t) => {
  const { run, write, state, home, origin } = await withBatches(t);
  const rows = `${HEAD}14:1,4:1,3\n14:2,4:1,unlimited\n`;
  const argv = [...assign, write('june.csv', rows)];
  const results = '2\t14:1\t4:1\t3\tdone\t0\t3\t\n3\t14:2\t4:1\t-1\tdone\t0\t-1\t\n';
  t.deepEqual(await run(argv), { code: 0, stdout: results, stderr: '' });
  const after = await state();
  t.deepEqual(await run(argv), {
    ...{ code: 0, stdout: results.replaceAll('done', 'already done') },
    stderr: `All 2 rows were done on 2024-06-17; delete ${argv[3]}.done to do them again.\n`,
  });
  write('june.csv', '\ufeffunlimited,"entity" , datacard,uses\r\n\r\n,"4:1",14:1,3\r\n1,4:1,14:2,\r\n');
  const spelled = await run([...argv, '--json', 'result']);
  t.is(spelled.stdout, '[\n{"result":"already done"},\n{"result":"already done"}\n]\n');
  t.deepEqual(await state(), after);
  write('june.csv', `${HEAD}14:1,4:1,3\n`);
  rmSync(`${argv[3]}.done`);
  t.is((await run(argv)).stdout.split('\t')[6], '6');
  t.is((await run([...assign, write('july.csv', `${HEAD}14:1,4:1,3\n`)])).stdout.split('\t')[6], '9', 'a copy');
  // Standard input is not recorded.
  for (const uses of [12, 15]) {
    const ran = await run([...assign, '-', '--json', 'after'], { stdin: `${HEAD}14:1,4:1,3\n`, cwd: home });
    t.is(ran.stdout, `[\n{"after":${uses}}\n]\n`);
  }
  t.deepEqual(readdirSync(home).sort(), ['july.csv', 'july.csv.done', 'june.csv', 'june.csv.done']);

  const long = [...assign, write('long.csv', HEAD + '14:1,4:1,3\n'.repeat(150_000))];
  const done = Array.from({ length: 150_000 }, (_, index) => `${index} 0 3 1718625600 14:1 4:1 3`);
  write('long.csv.done', `batch ${'0'.repeat(32)} assign ${origin}\n${done.join('\n')}`);
  t.regex((await run(long)).stdout, /\talready done\t0\t3\t\n150001\t14:1\t4:1\t3\tdone\t15\t18\t\n$/);
  t.regex((await run(long)).stderr, /^All 150000 rows were done on 2024-06-17; /);
});

test('revoking takes all uses back, and its record is refused for another address or action', async (t) => {
  const { run, write } = await withBatches(t);
  const revoke = ['datacard', 'revoke', '--batch', write('rows.csv', 'datacard,entity\n14:3,4:1\n14:3,4:1\n')];
  const { code, stdout } = await run(revoke);
  t.deepEqual([code, stdout], [8, '2\t14:3\t4:1\t\tdone\t4\t0\t\n3\t14:3\t4:1\t\tfailed\t\t\tnot_found\n']);
  const refused = `${revoke[3]}.done is not the record of this batch and address; move or delete it`;
  await refuses(t, run([...revoke, '--url', 'http://127.0.0.1:1']), 2, refused);
  await refuses(t, run([...assign, write('rows.csv', `${HEAD}14:3,4:1,1\n`)]), 2, refused);
});

test('rows can be added, moved and corrected in a batch', async (t) => {
  const { run, write } = await withBatches(t);
  const results = async (content: string) => {
    const { stdout } = await run([...assign, write('rows.csv', HEAD + content), '--json', 'result']);
    return (JSON.parse(stdout) as { result: string }[]).map(({ result }) => result).join();
  };
  t.is(await results('14:1,4:1,3\n14:1,4:99,2\n14:1,4:1,3\n'), 'done,failed,done');
  const corrected = await results('14:1,5:1,1\n14:1,4:1,3\n14:1,4:2,2\n14:1,4:1,3\n14:1,4:1,3\n');
  t.is(corrected, 'done,already done,done,already done,done');
});

test('progress is shown beside results in a pipe, and before a table', async (t) => {
  const { run, write, server } = await withBatches(t, { rateLimit: 30 });
  const stderr = new Kept(80);
  const { stdout } = await run([...assign, write('rows.csv', manyRows(20))], { stderr, now: hurriedClock(500) });
  t.is(stdout.split('\n').length, 21);
  t.true(stderr.text.split(CLEAR_LINE).includes('Changing [############............]  50 % 10 of 20 rows'));

  const screen = new Kept(100);
  const onSleep = (milliseconds: number) => (server.time.now += milliseconds);
  const around = { stdout: screen, stderr: screen, now: hurriedClock(500), onSleep };
  await run([...assign, write('other.csv', manyRows(20)), '--retry'], around);
  const lines = screen.text.split('\n').map((line) => line.split(CLEAR_LINE).at(-1) ?? '');
  const torn = lines.filter((line) => !/^([┌│├└].*[┐│┤┘]|svcapi: .*|Rate limited: .*|)$/.test(line));
  t.deepEqual(torn, []);
  t.is(lines.filter((line) => /^│ +\d+ │/.test(line)).length, 20);
});

const card = (what: string) => `the datacard is ${what}; give the uid of one, such as 14:1`;
const entity = (what: string) => `the entity is ${what}; give the uid of a production entity, such as 4:1 or 5:1`;
const uses = (what: string) => `uses is ${what}; give a whole number from 1, or unlimited`;
const spoiled = (cell: string) => `“${cell}”, a time that a spreadsheet made of a uid: format the column as text`;
const AMOUNT = 'the number of uses is missing; give a whole number from 1, or unlimited';
const MARK = 'datacard,entity,unlimited\n';

/** Invalid rows, with what is said of them. */
const bad: [input: string, message: string][] = [
  [`${HEAD},4:1,1`, `line 2: ${card('missing')}`],
  [`${HEAD}4:1,4:1,1`, `line 2: ${card('“4:1”')}`],
  [`${HEAD}14:1,,1`, `line 2: ${entity('missing')}`],
  [`${HEAD}14:1,1:1,1`, `line 2: ${entity('“1:1”')}`],
  [`${HEAD}14:1,4:1,`, `line 2: ${AMOUNT}`],
  ...['0', '-1', '1.5', '9007199254740992', 'all'].map((amount): [string, string] => [
    `${HEAD}14:1,4:1,${amount}`,
    `line 2: ${uses(`“${amount}”`)}`,
  ]),
  ['datacard,entity,uses,unlimited\n14:1,4:1,1,1', 'line 2: uses and unlimited exclude each other; give one of them'],
  ['datacard,entity,uses,unlimited\n14:1,4:1,,0', `line 2: ${AMOUNT}`],
  [`${MARK}14:1,4:1,2`, 'line 2: unlimited is “2”; give 1 or nothing'],
  [`${HEAD}14:1,4:1`, 'line 2: it has 2 fields, but the header row has 3'],
  [`${HEAD}14:1,4:1,1,1`, 'line 2: it has 4 fields, but the header row has 3'],
  [`${HEAD}\n\n14:1,4:1,1\r\n  \n14:1,4:1,0`, `line 6: ${uses('“0”')}`],
  [`${HEAD}\x1b[31m,4:1,1`, `line 2: ${card('“\\x1b[31m”')}`],
  [`${HEAD}${'x'.repeat(5000)},4:1,1`, `line 2: ${card(`“${'x'.repeat(80)}…”`)}`],
  [`${HEAD}02:01:00 PM,4:1,1`, `line 2: ${card(spoiled('02:01:00 PM'))}`],
  [`${HEAD}14:1,04:01:00,1`, `line 2: ${entity(spoiled('04:01:00'))}`],
];

/** Inputs that are no table of this kind. */
const unreadable: [input: string, message: RegExp][] = [
  ['14:1,4:1,1\n', /: line 1, the header row: there is no field “14:1”: use datacard, entity, uses, unlimited\n$/],
  ['datacard,uses\n', /: line 1, the header row: the column “entity” is missing\n$/],
  ['datacard,entity,uses,uses\n', /: line 1, the header row: a column appears twice\n$/],
  [`${HEAD}14:1,4:1,1\n"14:1,4:1,1\n`, /: line 3 is not valid CSV: Quote Not Closed/],
  ...['', '\n\n', HEAD, `${HEAD},,\n`].map((input): [string, RegExp] => [
    input,
    / has no rows; check what wrote it\n$/,
  ]),
];

test('rows are checked before the first is sent', async (t) => {
  const { url, requests } = await strangeServer(t, (response) => response.end());
  const home = await temporaryFolder(t);
  const around = (stdin: string) => ({ stdin, cwd: home, env: { HOME: home, SVCAPI_URL: url, SVCAPI_TOKEN: 'token' } });
  const invalid = 'svcapi: 1 row in standard input is invalid; correct it: nothing was sent';
  for (const [input, message] of bad) {
    await refuses(t, run([...assign, '-'], around(input)), 2, `standard input, ${message}\n${invalid}`);
  }
  for (const [input, message] of unreadable) {
    const ran = run([...assign, '-'], around(input));
    await refuses(t, ran, 2, message, input);
    t.true((await ran).stderr.startsWith('svcapi: standard input'));
  }
  const revoked = (await run(['datacard', 'revoke', '--batch', '-'], around(HEAD))).stderr;
  t.regex(revoked, /leave out “uses”: a revocation takes back all uses that the entity has\n$/);
  const lines = (await run([...assign, '-'], around(HEAD + '14:1,4:1,0\n'.repeat(30)))).stderr.trim().split('\n');
  t.is(lines.length, 21);
  t.regex(lines[19] ?? '', /, line 21: uses is/);
  t.regex(lines[20] ?? '', /: 30 rows in standard input are invalid \(10 of them not listed\); correct them: /);
  for (const [argv, message] of [
    [['14:1', '--batch', 'x.csv'], /with --batch, each row names its datacard; leave out the uid/],
    [['--batch', 'x.csv', '--to', '4:1'], /'--batch <file>' cannot be used with option '--to <entity>'/],
    [['--batch', 'x.csv', '--uses', '1'], /cannot be used with option '--uses <number>'/],
    [['--batch', 'x.csv', '--idempotency-key', 'k'], /cannot be used with option '--idempotency-key <key>'/],
    [['--batch', 'x.csv', '--xml'], /--batch cannot be combined with --xml/],
    [['--batch', 'x.csv', '--json', 'nope'], /there is no field “nope”: choose from line, datacard/],
    [['--batch', '-', '--token-file', '-'], /standard input can only be read once/],
  ] as const) {
    await refuses(t, run(['datacard', 'assign', ...argv], around('')), 2, message);
  }
  t.is(requests.length, 0);
});

const CSV = `${HEAD}14:1,4:1,1\n`;

const forms: [content: string, result?: string][] = [
  [CSV.replaceAll(',', ';')],
  // As svcapi prints them.
  [CSV.replaceAll(',', '\t')],
  [`sep=;\r\n${CSV.replaceAll(',', ';')}`],
  [`\ufeff${CSV}`],
  [`${CSV},,\n,,\n`],
  ['datacard,entity,uses,,\n14:1,4:1,1,,\n'],
  ['Datacard,ENTITY,Uses\n14:1,4:1,1\n'],
  ['datacard,entity,uses,unlimited\n14:1,4:1,1,FALSE\n'],
  [`${MARK}14:2,5:1,TRUE\n`, '14:2\t5:1\t-1\tdone\t0\t-1\t'],
];

test('the tables of spreadsheets are read, in chunks of any size', async (t) => {
  const { run, server } = await withBatches(t);
  for (const [content, result = '14:1\t4:1\t1\tdone\t0\t1\t'] of forms) {
    const stdin = Array.from(Buffer.from(content), (byte) => Uint8Array.of(byte));
    const { code, stdout, stderr } = await run([...assign, '-'], { stdin });
    t.is(code, 0, stderr);
    t.regex(stdout, new RegExp(`^\\d\t${result}\n$`), content);
    await server.call('/datacard/14:1?production_entity_uid=4:1', { method: 'DELETE' });
  }
});
