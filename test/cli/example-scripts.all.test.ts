import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { type Home, type Outcome, startWorld } from '../helpers/cli/demo-world.js';

const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));
const world = await startWorld();
test.after.always(() => world.close());

const DOWN = { SVCAPI_URL: 'http://127.0.0.1:1' };
const QUIET = { code: 0, stdout: '', stderr: '' };

/** Runs a script of examples/ with arguments in a home. */
const script = (home: Home, line: string, env?: Record<string, string>): Promise<Outcome> =>
  home.shell(`'${examples}'${line}`, env);

const write = (home: Home, name: string, content: string): Promise<Outcome> =>
  home.shell(`printf '%s' "$CONTENT" > ${name}`, { CONTENT: content });

test('the README shows one script as it is, and the page of the command line refers to all of them', async (t) => {
  const read = (name: string) => readFile(join(examples, name), 'utf8');
  const [readme, page] = [await read('../README.md'), await read('../docs/command-line.md')];
  const names = (await readdir(examples, { withFileTypes: true })).filter((entry) => entry.isFile());
  t.is(names.length, 7);
  for (const { name } of names) {
    t.true(page.includes(`(../examples/${name})`), `docs/command-line.md refers to examples/${name}`);
    t.is(readme.includes(`\n\`\`\`sh\n${await read(name)}\`\`\`\n`), name === 'watch-rate-limit.sh', name);
    t.is((await stat(join(examples, name))).mode & 0o111, 0o111, name);
  }
  t.is(readme.match(/^#!\/bin\/sh$/gm)?.length, 1, 'no other script stands in the README');
});

test('watch-rate-limit.sh is quiet while there are calls left, names the paths otherwise, and fails without an answer', async (t) => {
  const home = world.home();
  t.deepEqual(await script(home, 'watch-rate-limit.sh'), QUIET);
  const { code, stdout } = await script(home, 'watch-rate-limit.sh 100001');
  t.is(code, 0);
  t.regex(stdout, /^\/.*: \d+ of 100000 calls left\n/);
  const down = await script(home, 'watch-rate-limit.sh', DOWN);
  t.deepEqual([down.code, down.stdout], [9, '']);
});

test('convert-column.sh adds the dates of a column, or writes nothing and names the invalid line', async (t) => {
  const home = world.home();
  await write(home, 'flights.csv', 'ship,left\nHeron,Y12D3\nGull,1291273201\n');
  t.deepEqual(await script(home, 'convert-column.sh flights.csv 2'), {
    ...QUIET,
    stdout: 'ship,left,date\nHeron,Y12D3,2010-12-02T07:00:00Z\nGull,1291273201,2010-12-02T07:00:01Z\n',
  });
  await write(home, 'flights.csv', 'ship,left\nHeron,Y12D3\nGull,soon\n');
  const { code, stdout, stderr } = await script(home, 'convert-column.sh flights.csv 2');
  t.deepEqual([code, stdout], [2, '']);
  t.regex(stderr, /line 2 “soon”/);
});

test('follow-credit-log.sh prints each new transaction once, and keeps its position when the service is down', async (t) => {
  const home = world.home();
  const { stdout: log } = await home.shell('svcapi creditlog --all');
  t.true(log.split('\n').length > 50);
  t.deepEqual(await script(home, 'follow-credit-log.sh'), { ...QUIET, stdout: log });
  t.deepEqual(await script(home, 'follow-credit-log.sh'), QUIET);
  // As after a last run when the fifth transaction from the end was the newest.
  const lines = log.trimEnd().split('\n');
  await home.shell(`echo ${lines.at(-6)?.split('\t')[0]} > .local/state/svcapi/last-transaction`);
  const down = await script(home, 'follow-credit-log.sh', DOWN);
  t.deepEqual([down.code, down.stdout], [9, '']);
  t.deepEqual(await script(home, 'follow-credit-log.sh'), { ...QUIET, stdout: `${lines.slice(-5).join('\n')}\n` });
});

test('check-datacard.sh succeeds while there are enough uses, and fails with its reason otherwise', async (t) => {
  const home = world.home();
  t.deepEqual(await script(home, 'check-datacard.sh 14:1 50'), QUIET);
  for (const [line, env, reason] of [
    ['14:1 5000', {}, /^14:1 has \d+ uses left, 5000 are needed\.\n$/],
    ['14:99999 1', {}, /There is no datacard 14:99999 that this token may see\.\n$/],
    ['14:1 1', { SVCAPI_TOKEN: 'no-such-token' }, /create a new one\.\n$/],
  ] as const) {
    const { code, stderr } = await script(home, `check-datacard.sh ${line}`, env);
    t.is(code, 1);
    t.regex(stderr, reason);
  }
});

/** Returns the unassigned uses of a datacard. */
const unassigned = async (home: Home, datacard: string): Promise<number> =>
  Number((await home.shell(`svcapi datacard show ${datacard} --output tsv | cut -f 6`)).stdout);

test('assign-batch.sh assigns the rows of a file, and no row twice when it runs again', async (t) => {
  const home = world.home();
  const before = await unassigned(home, '14:1');
  await write(home, 'once.csv', 'datacard,entity,uses\n14:1,4:1,3\n');
  const down = await script(home, 'assign-batch.sh once.csv', DOWN);
  t.is(down.code, 9);
  t.regex(down.stderr, /Not finished: run this again\.\n$/);
  await home.shell('rm -f once.csv.done');
  for (const _ of [1, 2]) {
    const { code, stdout, stderr } = await script(home, 'assign-batch.sh once.csv');
    t.deepEqual([code, stdout], [0, 'All of once.csv is assigned.\n'], stderr);
    t.is(await unassigned(home, '14:1'), before - 3);
  }
});

test('assign-batch.sh names the file with the refused rows, and continues when they are corrected', async (t) => {
  const home = world.home();
  const before = await unassigned(home, '14:3');
  await write(home, 'mended.csv', 'datacard,entity,uses\n14:3,4:1,1\n14:99999,4:1,1\n');
  const { code, stderr } = await script(home, 'assign-batch.sh mended.csv');
  t.is(code, 8);
  t.regex(stderr, /Some rows of mended\.csv were refused: mended\.csv\.log says why/);
  t.regex((await home.shell('cat mended.csv.log')).stdout, /\t14:99999\t4:1\t1\tfailed\t/);
  await write(home, 'mended.csv', 'datacard,entity,uses\n14:3,4:1,2\n14:3,4:1,1\n');
  t.is((await script(home, 'assign-batch.sh mended.csv')).code, 0);
  t.is(await unassigned(home, '14:3'), before - 3);
});
