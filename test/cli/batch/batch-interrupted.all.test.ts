import test, { type ExecutionContext } from 'ava';
import { manyRows, withBatches } from '../../helpers/cli/batch-world.js';
import { startProgram } from '../../helpers/cli/program.js';
import { proxy } from '../../helpers/cli/proxy.js';

/** Enough for some rows to fail. */
const MANY = 200;

interface Ending {
  code: number;
  state: unknown;
  results: string[];
}

const endings = new Map<number, Promise<Ending>>();

/** The result of an undisturbed batch. It is run once for all tests. */
function cleanRun(t: ExecutionContext, count: number): Promise<Ending> {
  const ending = endings.get(count) ?? runCleanly(t, count);
  endings.set(count, ending);
  return ending;
}

async function runCleanly(t: ExecutionContext, count: number): Promise<Ending> {
  const { run, write, state } = await withBatches(t);
  const { code, stdout } = await run(['datacard', 'assign', '--batch', write('rows.csv', manyRows(count))]);
  return { code, state: await state(), results: resultsOf(stdout) };
}

/** Returns the result of each row, from either run. */
function resultsOf(stdout: string): string[] {
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.replace('already done', 'done'));
}

test('in an undisturbed run, some rows fail and most are done', async (t) => {
  const { code, results } = await cleanRun(t, MANY);
  t.is(code, 8);
  t.is(results.length, MANY);
  const failed = results.filter((line) => line.includes('not_enough_uses')).length;
  t.true(failed > 0 && failed < MANY / 2, String(failed));
});

// The worst times: before the change is made, and between the change and its line in the record.
for (const [moment, isMade] of [
  ['before the server has it', false],
  ['after the server has made it, before the answer', true],
] as const) {
  for (const at of [1, 20, 59]) {
    test(`killed during change ${at}, ${moment}`, async (t) => {
      const clean = await cleanRun(t, 60);
      const { origin, server, home, write, run, state } = await withBatches(t);
      let isOver = false;
      const { url } = await proxy(t, origin, async ({ count, forward }) => {
        if (isOver || count < at) return forward();
        if (isMade) await forward();
        child.kill('SIGKILL');
        return 'silence';
      });
      const argv = ['datacard', 'assign', '--batch', write('rows.csv', manyRows(60)), '--url', url];
      const { child, ended } = startProgram(argv, { HOME: home, SVCAPI_TOKEN: server.token });
      t.is((await ended).signal, 'SIGKILL');
      isOver = true;
      const again = await run(argv);
      t.deepEqual(resultsOf(again.stdout), clean.results);
      t.deepEqual(await state(), clean.state);
    });
  }
}

test('Ctrl-C waits a moment for the row in flight, and starts no other', async (t) => {
  const clean = await cleanRun(t, 60);
  const { origin, server, home, write, done: doneIn, run, state } = await withBatches(t);
  const { url, requests } = await proxy(t, origin, async ({ count, forward }) => {
    if (count === 3) child.kill('SIGINT');
    return forward();
  });
  const argv = ['datacard', 'assign', '--batch', write('rows.csv', manyRows(60)), '--json', 'line'];
  const { child, ended } = startProgram(argv, { HOME: home, SVCAPI_URL: url, SVCAPI_TOKEN: server.token });
  const { signal, stdout, stderr } = await ended;
  t.is(signal, 'SIGINT');
  t.is(requests.length, 3);
  // On a slow machine its answer comes too late: the row is done with the same key again.
  const done = JSON.parse(stdout) as { line: number }[];
  t.true(done.length === 2 || done.length === 3);
  t.deepEqual(done, [{ line: 2 }, { line: 3 }, { line: 4 }].slice(0, done.length), 'whole JSON');
  t.true(stderr.endsWith(`; ${done.length} of 60 rows are done: run the same command again to continue\n`), stderr);
  t.is(doneIn('rows.csv').length, done.length);
  t.deepEqual(resultsOf((await run(argv.slice(0, -2).concat('--url', url))).stdout), clean.results);
  t.deepEqual(await state(), clean.state);
});

test('a closed pipe does not stop the changes', async (t) => {
  const clean = await cleanRun(t, MANY);
  const { origin, server, home, write, state } = await withBatches(t);
  const argv = ['datacard', 'assign', '--batch', write('rows.csv', manyRows(MANY))];
  const { child, ended } = startProgram(argv, { HOME: home, SVCAPI_URL: origin, SVCAPI_TOKEN: server.token });
  child.stdout.once('data', () => child.stdout.destroy());
  t.is((await ended).code, clean.code);
  t.deepEqual(await state(), clean.state);
});

test('a closed pipe in the middle of a large batch is reported', async (t) => {
  const { origin, server, home, write } = await withBatches(t);
  const rows = Array.from({ length: 5000 }, (_, index) => `14:5,4:1,${index + 1}`);
  const file = write('rows.csv', `datacard,entity,uses\n${rows.join('\n')}\n`);
  const done = rows.slice(0, -1).map((row) => `0 0 1 0 ${row.replaceAll(',', ' ')}\n`);
  write('rows.csv.done', `batch ${'0'.repeat(32)} assign ${origin}\n${done.join('')}`);
  const argv = ['datacard', 'assign', '--batch', file];
  const { child, ended } = startProgram(argv, { HOME: home, SVCAPI_URL: origin, SVCAPI_TOKEN: server.token });
  child.stdout.destroy();
  const { code, stderr } = await ended;
  t.is(code, 8);
  t.regex(
    stderr,
    /^svcapi: the reader of the results closed the pipe; \d+ of 5000 rows are done: run the same command again/,
  );
});
