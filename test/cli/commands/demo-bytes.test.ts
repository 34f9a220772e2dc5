import { createHash } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { host, stop, tokenIn } from '../../helpers/cli/hosted.js';
import { run } from '../../helpers/cli/run.js';
import { serve } from '../../helpers/cli/serving.js';
import { temporaryFolder } from '../../helpers/folder.js';

/** A demo whose present, seed and token are given has the same bytes wherever and whenever it is made. */

const TOKEN = `svcapi_${'demo-token'.padEnd(43, '0')}`;

/** The hash of the records that are exported. A change of it changes the demo galaxy of everybody's tests: say so in CHANGELOG.md. */
const HASH = '4740b9e591ffd4bb66c14a37a3b9e80de86c53eb3e109bad83aebdaf99fc046f';

const FIXED = ['--demo-now', 'Year 27 Day 1', '--demo-seed', '7', '--demo-token', TOKEN, '--demo-size', '0.2'];

const PRINTED = /login --url/;

async function exportOf(database: string): Promise<string> {
  return (await run(['export', '--database', database])).stdout;
}

/** Makes a demo at a time, and returns its export. */
async function demoAt(t: ExecutionContext, now: string, argv: string[]) {
  const database = `${temporaryFolder()}/demo.db`;
  const options = { last: PRINTED, now: () => Date.parse(now) };
  const { token, stop } = await serve(t, [...argv, '--database', database], options);
  t.is(await stop(), 0);
  return { text: await exportOf(database), token };
}

/** Makes a demo on a machine whose clock, zone and language are given, and returns its export. */
async function demoOn(t: ExecutionContext, today: string, env: Record<string, string>, argv: string[]) {
  const database = `${temporaryFolder()}/demo.db`;
  const shifted = `const shift = Date.parse('${today}') - Date.now(); const now = Date.now; Date.now = () => now() + shift;`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(shifted)}`;
  const hosted = await host(t, [...argv, '--database', database], PRINTED, { ...env, NODE_OPTIONS });
  t.is(await stop(hosted, 'SIGTERM'), 0);
  return { text: await exportOf(database), token: tokenIn(hosted) };
}

test('two demos that were made on two days, in two zones and languages, are equal byte for byte', async (t) => {
  const first = await demoAt(t, '2026-01-31T23:59:59Z', FIXED);
  const far = { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8' };
  const second = await demoOn(t, '2031-07-01T12:00:00Z', far, FIXED);
  t.true(first.text.includes('"kind":"token"'));
  t.true(first.text === second.text);
  t.deepEqual([first.token, second.token], [TOKEN, TOKEN]);
  t.is(createHash('sha256').update(first.text.replace(/.*\n$/, '')).digest('hex'), HASH);
});

test('without the three options, each start makes a token and times of its own', async (t) => {
  const small = ['--demo', '--demo-size', '0.01'];
  const first = await demoAt(t, '2026-01-31T23:59:59Z', small);
  const second = await demoAt(t, '2026-02-01T23:59:59Z', small);
  t.false(first.text === second.text);
  t.not(first.token, second.token);
});

test('another seed makes another galaxy, and one that is there stays', async (t) => {
  const database = ['--database', `${temporaryFolder()}/demo.db`];
  const first = await serve(t, ['--demo-size', '0.01', '--demo-seed', '2', ...database], { last: PRINTED });
  await first.stop();
  const { stop, stderr } = await serve(t, ['--demo-seed', '3', ...database], { last: PRINTED });
  await stop();
  t.regex(
    stderr.text,
    /demo galaxy of size 0.01 and seed 2, which stays\. For another one, choose an empty --database\./,
  );
});

for (const [option, value, message] of [
  ['--demo-now', 'tomorrow', /this is not a time/],
  ['--demo-now', 'Year 0 Day 1', /give a time after Year 0 Day 2/],
  ['--demo-seed', '1.5', /--demo-seed is “1\.5”; give a whole number/],
  ['--demo-token', 'secret-of-mine', /--demo-token is not a token; give svcapi_ and 43 letters/],
] as const) {
  test(`${option} “${value}” is refused`, async (t) => {
    const { stderr, code } = await run(['serve', '--port', '0', option, value, '--database', ':memory:']);
    t.is(code, 2);
    t.regex(stderr, message);
    t.notRegex(stderr, /secret-of-mine/);
  });
}
