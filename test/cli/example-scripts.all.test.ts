import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { type Home, type Outcome, startWorld } from '../helpers/cli/demo-world.js';

const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));
const readme = await readFile(join(examples, '../README.md'), 'utf8');
const page = await readFile(join(examples, '../docs/command-line.md'), 'utf8');

const world = await startWorld();
test.after.always(() => world.close());

/** Runs a script of examples/ with arguments in a home. */
function script(home: Home, line: string, env?: Record<string, string>): Promise<Outcome> {
  return home.shell(`'${examples}'${line}`, env);
}

async function write(home: Home, name: string, content: string): Promise<void> {
  const { code } = await home.shell(`printf '%s' "$CONTENT" > ${name}`, { CONTENT: content });
  if (code !== 0) throw new Error(name);
}

function ends(t: ExecutionContext, outcome: Outcome, expected: Outcome): void {
  t.deepEqual(outcome, expected);
}

test('the README shows one script as it is, and the page of the command line refers to all of them', async (t) => {
  const entries = await readdir(examples, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
  t.is(names.length, 7);
  const shown: string[] = [];
  for (const name of names) {
    const text = await readFile(join(examples, name), 'utf8');
    t.true(page.includes(`(../examples/${name})`), `docs/command-line.md refers to examples/${name}`);
    if (readme.includes(`\n\`\`\`sh\n${text}\`\`\`\n`)) shown.push(name);
    t.is((await stat(join(examples, name))).mode & 0o111, 0o111, name);
  }
  t.deepEqual(shown, ['watch-rate-limit.sh']);
  t.is(readme.match(/^#!\/bin\/sh$/gm)?.length, 1, 'no other script stands in the README');
});

test('watch-rate-limit.sh is quiet while there are calls left, and names the paths otherwise', async (t) => {
  const home = world.home();
  ends(t, await script(home, 'watch-rate-limit.sh'), { code: 0, stdout: '', stderr: '' });
  const { code, stdout } = await script(home, 'watch-rate-limit.sh 100001');
  t.is(code, 0);
  t.regex(stdout, /^\/.*: \d+ of 100000 calls left\n/);
});

test('watch-rate-limit.sh fails when the service is down', async (t) => {
  const { code, stdout, stderr } = await script(world.home(), 'watch-rate-limit.sh', {
    SVCAPI_URL: 'http://127.0.0.1:1',
  });
  t.is(code, 9);
  t.is(stdout, '');
  t.regex(stderr, /^svcapi: /);
});

test('convert-column.sh adds the dates of a column', async (t) => {
  const home = world.home();
  await write(home, 'flights.csv', 'ship,left\nHeron,Y12D3\nGull,1291273201\n');
  ends(t, await script(home, 'convert-column.sh flights.csv 2'), {
    code: 0,
    stdout: 'ship,left,date\nHeron,Y12D3,2010-12-02T07:00:00Z\nGull,1291273201,2010-12-02T07:00:01Z\n',
    stderr: '',
  });
});

test('convert-column.sh writes nothing when a value is invalid, and names its line', async (t) => {
  const home = world.home();
  await write(home, 'flights.csv', 'ship,left\nHeron,Y12D3\nGull,soon\n');
  const { code, stdout, stderr } = await script(home, 'convert-column.sh flights.csv 2');
  t.is(code, 2);
  t.is(stdout, '');
  t.regex(stderr, /line 2 “soon”/);
});

test('follow-credit-log.sh prints each new transaction once', async (t) => {
  const home = world.home();
  const { stdout: log } = await home.shell('svcapi creditlog --all');
  t.true(log.split('\n').length > 50);
  const first = await script(home, 'follow-credit-log.sh');
  ends(t, first, { code: 0, stdout: log, stderr: '' });
  ends(t, await script(home, 'follow-credit-log.sh'), { code: 0, stdout: '', stderr: '' });

  // As after a last run when the fifth transaction from the end was the newest.
  const lines = log.trimEnd().split('\n');
  const before = lines.at(-6)?.split('\t')[0];
  await home.shell(`echo ${before} > .local/state/svcapi/last-transaction`);
  ends(t, await script(home, 'follow-credit-log.sh'), {
    code: 0,
    stdout: `${lines.slice(-5).join('\n')}\n`,
    stderr: '',
  });
});

test('follow-credit-log.sh keeps its position when the service is down', async (t) => {
  const home = world.home();
  await script(home, 'follow-credit-log.sh');
  const last = (await home.shell('cat .local/state/svcapi/last-transaction')).stdout;
  const { code, stdout } = await script(home, 'follow-credit-log.sh', { SVCAPI_URL: 'http://127.0.0.1:1' });
  t.is(code, 9);
  t.is(stdout, '');
  t.is((await home.shell('cat .local/state/svcapi/last-transaction')).stdout, last);
});

test('check-datacard.sh succeeds while there are enough uses, and prints their number otherwise', async (t) => {
  const home = world.home();
  ends(t, await script(home, 'check-datacard.sh 14:1 50'), { code: 0, stdout: '', stderr: '' });
  const { code, stderr } = await script(home, 'check-datacard.sh 14:1 5000');
  t.is(code, 1);
  t.regex(stderr, /^14:1 has \d+ uses left, 5000 are needed\.\n$/);
});

test('check-datacard.sh fails with its reason', async (t) => {
  const home = world.home();
  const missing = await script(home, 'check-datacard.sh 14:99999 1');
  t.is(missing.code, 1);
  t.regex(missing.stderr, /There is no datacard 14:99999 that this token may see\.\n$/);
  const refused = await script(home, 'check-datacard.sh 14:1 1', { SVCAPI_TOKEN: 'no-such-token' });
  t.is(refused.code, 1);
  t.regex(refused.stderr, /create a new one\.\n$/);
});

/** Returns the unassigned uses of a datacard. */
async function unassigned(home: Home, datacard: string): Promise<number> {
  return Number((await home.shell(`svcapi datacard show ${datacard} --output tsv | cut -f 6`)).stdout);
}

test('assign-batch.sh assigns the rows of a file, and no row twice when it runs again', async (t) => {
  const home = world.home();
  const before = await unassigned(home, '14:1');
  await write(home, 'once.csv', 'datacard,entity,uses\n14:1,4:1,3\n');
  for (const _ of [1, 2]) {
    const { code, stdout, stderr } = await script(home, 'assign-batch.sh once.csv');
    t.is(code, 0, stderr);
    t.is(stdout, 'All of once.csv is assigned.\n');
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

test('assign-batch.sh says when it could not finish', async (t) => {
  const home = world.home();
  await write(home, 'away.csv', 'datacard,entity,uses\n14:1,4:1,1\n');
  const { code, stderr } = await script(home, 'assign-batch.sh away.csv', { SVCAPI_URL: 'http://127.0.0.1:1' });
  t.is(code, 9);
  t.regex(stderr, /Not finished: run this again\.\n$/);
});
