import test from 'ava';
import { Kept } from '../../helpers/cli/run.js';
import { runIo } from '../../helpers/cli/run-io.js';
import { withService } from '../../helpers/cli/service.js';
import { NOW } from '../../helpers/galaxy.js';

const PATTERNS = [
  '/character[/{uid}]',
  '/character/handlecheck/{handle}',
  '/character/{uid}/credits',
  '/character/{uid}/creditlog',
  '/character/{uid}/permissions',
  '/datacard/{uid}',
  '/entity/{uid}',
  '/events/{mode}[/{type}]',
  '/event/{uid}',
];

test('one record per line in a pipe, and the call itself is not counted', async (t) => {
  const { run } = await withService(t);
  const stdout = PATTERNS.map((pattern) => `${pattern}\t600\t600\t${NOW + 3600}\n`).join('');
  for (let time = 0; time < 2; time++) t.deepEqual(await run(['ratelimits']), { code: 0, stdout, stderr: '' });
});

test('a bar and the time to the reset on a terminal', async (t) => {
  const { run, server } = await withService(t, { rateLimit: 4 });
  for (let call = 0; call < 3; call++) await server.call('/event/39:1');
  for (let call = 0; call < 5; call++) await server.call('/datacard/14:1');
  const { stdout } = await run(['ratelimits', '--no-color'], { terminal: 100, now: NOW + 3540 });
  t.is(
    stdout,
    `\
┌─────────────────────────────────┬───────┬────────────────┬───────────────────────────────┐
│ pattern                         │ limit │ remaining      │ reset                         │
├─────────────────────────────────┼───────┼────────────────┼───────────────────────────────┤
│ /character[/{uid}]              │     4 │ [##########] 4 │ in 60 s, 2024-06-17T13:00:00Z │
│ /character/handlecheck/{handle} │     4 │ [##########] 4 │ in 60 s, 2024-06-17T13:00:00Z │
│ /character/{uid}/credits        │     4 │ [##########] 4 │ in 60 s, 2024-06-17T13:00:00Z │
│ /character/{uid}/creditlog      │     4 │ [##########] 4 │ in 60 s, 2024-06-17T13:00:00Z │
│ /character/{uid}/permissions    │     4 │ [##########] 4 │ in 60 s, 2024-06-17T13:00:00Z │
│ /datacard/{uid}                 │     4 │ [..........] 0 │ in 60 s, 2024-06-17T13:00:00Z │
│ /entity/{uid}                   │     4 │ [##########] 4 │ in 60 s, 2024-06-17T13:00:00Z │
│ /events/{mode}[/{type}]         │     4 │ [##########] 4 │ in 60 s, 2024-06-17T13:00:00Z │
│ /event/{uid}                    │     4 │ [###.......] 1 │ in 60 s, 2024-06-17T13:00:00Z │
└─────────────────────────────────┴───────┴────────────────┴───────────────────────────────┘
`,
  );
  t.regex((await run(['ratelimits'], { terminal: 100 })).stdout, / in 60 min, 2024-06-17T13:00:00Z /);
  const behind = await run(['ratelimits'], { terminal: 100, now: NOW - 1 });
  t.regex(behind.stdout, / in 60 min, /, 'a clock that is a second behind that of the service');
  t.regex((await run(['ratelimits'], { terminal: 100, now: NOW + 3600 })).stdout, /│ 2024-06-17T13:00:00Z │/);
});

test('a used-up limit is red', async (t) => {
  const { run, server } = await withService(t, { rateLimit: 1 });
  await server.call('/event/39:1');
  const { stdout } = await run(['ratelimits'], { terminal: 100, env: { NO_COLOR: '' } });
  t.true(stdout.includes('\x1b[31m[..........] 0\x1b[39m'));
  t.true(stdout.includes('\x1b[32m[##########] 1\x1b[39m'));
});

test('the JSON of the rate limits, and the unchanged XML', async (t) => {
  const { run, xml } = await withService(t);
  const { stdout } = await run(['ratelimits', '--json', 'pattern,remaining,reset_time']);
  t.deepEqual(JSON.parse(stdout)[0], {
    pattern: '/character[/{uid}]',
    remaining: 600,
    reset_time: 'Mon, 17 Jun 2024 13:00:00 +0000',
  });
  t.is((await run(['ratelimits', '--xml'])).stdout, `${await xml('/api/ratelimits')}\n`);
});

test('--watch redraws the table until Ctrl-C', async (t) => {
  const { server, origin } = await withService(t, { rateLimit: 4 });
  const waits: number[] = [];
  let interrupt: (signal: 'SIGINT') => void = () => {};
  const { code, stdout, stderr } = await runIo(['ratelimits', '--watch', '--interval', '5', '--url', origin], {
    stdout: new Kept(80),
    env: { NO_COLOR: '1', HOME: '/nonexistent' },
    onInterrupt(listener) {
      interrupt = listener;
      return () => {};
    },
    async sleep(milliseconds, signal) {
      waits.push(milliseconds);
      await server.call('/event/39:1');
      if (waits.length === 3) interrupt('SIGINT');
      signal?.throwIfAborted();
    },
  });
  t.deepEqual([code, waits], [130, [5000, 5000, 5000]]);
  t.is(stderr, 'svcapi: interrupted by SIGINT: no longer watching; run the same command again to continue\n');
  const tables = stdout.split('\x1b[H\x1b[J');
  t.deepEqual(
    tables.map((table) => /\/event\/\{uid\} .*\] (\d)/.exec(table)?.[1]),
    [undefined, '4', '3', '2'],
  );
});

const misused: [argv: string[], terminal: number | undefined, message: string][] = [
  [['--watch'], undefined, '--watch shows a table on a terminal; in a pipe, call svcapi ratelimits in a loop'],
  [['--watch', '--json'], 80, '--watch shows a table on a terminal; in a pipe, call svcapi ratelimits in a loop'],
  [['--watch', '--interval', '0'], 80, '--interval is “0”; give a number of seconds from 1 to 3600'],
];

for (const [argv, columns, message] of misused) {
  test(`refused: ratelimits ${argv.join(' ')} ${columns ? 'on a terminal' : 'in a pipe'}`, async (t) => {
    const { run } = await withService(t);
    const ran = await run(['ratelimits', ...argv], columns === undefined ? {} : { terminal: columns });
    t.deepEqual(ran, { code: 2, stdout: '', stderr: `svcapi: ${message}\n` });
  });
}
