import { createHash } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { host, refused, stop, tokenIn } from '../../helpers/cli/hosted.js';
import { run } from '../../helpers/cli/run.js';
import { temporaryFolder } from '../../helpers/folder.js';

/** A demo whose present, seed and token are given has the same bytes wherever and whenever it is made. */

const TOKEN = `svcapi_${'demo-token'.padEnd(43, '0')}`;

/** The hash of the export. A change of it changes the demo galaxy of everybody's tests: say so in CHANGELOG.md. */
const HASH = '9717295e4dfec4b60abbe0ed080c083f513c0fc6c6577b02565b761aa95b4b3c';

const FIXED = ['--demo-now', 'Year 27 Day 1', '--demo-seed', '7', '--demo-token', TOKEN, '--demo-size', '0.2'];

/** Makes a demo on a machine whose clock, zone and language are given, and returns its export. */
async function exportOf(t: ExecutionContext, today: string, env: Record<string, string>, argv = FIXED) {
  const database = `${temporaryFolder()}/demo.db`;
  const shifted = `const shift = Date.parse('${today}') - Date.now(); const now = Date.now; Date.now = () => now() + shift;`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(shifted)}`;
  const hosted = await host(t, [...argv, '--database', database], /login --url/, { ...env, NODE_OPTIONS });
  t.is(await stop(hosted, 'SIGTERM'), 0);
  const { stdout } = await run(['export', '--database', database]);
  return { text: stdout, token: tokenIn(hosted) };
}

test('two demos that were made on two days, in two zones and languages, are equal byte for byte', async (t) => {
  const first = await exportOf(t, '2026-01-31T23:59:59Z', { TZ: 'UTC', LC_ALL: 'C' });
  const second = await exportOf(t, '2031-07-01T12:00:00Z', { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8' });
  t.true(first.text.includes('"kind":"token"'));
  t.true(first.text === second.text);
  t.is(first.token, TOKEN);
  t.is(createHash('sha256').update(first.text).digest('hex'), HASH);
});

test('without the three options, each start makes a token and times of its own', async (t) => {
  const small = ['--demo', '--demo-size', '0.1'];
  const first = await exportOf(t, '2026-01-31T23:59:59Z', {}, small);
  const second = await exportOf(t, '2026-02-01T23:59:59Z', {}, small);
  t.false(first.text === second.text);
  t.not(first.token, second.token);
});

test('another seed makes another galaxy, and one that is there stays', async (t) => {
  const database = `${temporaryFolder()}/demo.db`;
  const argv = ['--demo-size', '0.1', '--demo-seed', '2', '--database', database];
  const hosted = await host(t, argv, /login --url/);
  await stop(hosted, 'SIGTERM');
  const again = await host(t, ['--demo-seed', '3', '--database', database], /login --url/);
  let messages = '';
  again.child.stderr?.on('data', (chunk) => (messages += String(chunk)));
  await stop(again, 'SIGTERM');
  t.regex(messages, /demo galaxy of size 0.1 and seed 2, which stays\. For another one, choose an empty --database\./);
});

for (const [option, value, message] of [
  ['--demo-now', 'tomorrow', /this is not a time/],
  ['--demo-now', 'Year 0 Day 1', /give a time after Year 0 Day 2/],
  ['--demo-seed', '1.5', /--demo-seed is “1\.5”; give a whole number/],
  ['--demo-token', 'secret-of-mine', /--demo-token is no token; give svcapi_ and 43 letters/],
] as const) {
  test(`${option} “${value}” is refused`, async (t) => {
    const { stderr, code } = await refused([option, value, '--database', ':memory:']);
    t.is(code, 2);
    t.regex(stderr, message);
    t.notRegex(stderr, /secret-of-mine/);
  });
}
