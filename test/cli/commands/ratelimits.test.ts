import test from 'ava';
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
┌─────────────────────────────────┬───────┬────────────────┬─────────┐
│ pattern                         │ limit │ remaining      │ reset   │
├─────────────────────────────────┼───────┼────────────────┼─────────┤
│ /character[/{uid}]              │     4 │ [##########] 4 │ in 60 s │
│ /character/handlecheck/{handle} │     4 │ [##########] 4 │ in 60 s │
│ /character/{uid}/credits        │     4 │ [##########] 4 │ in 60 s │
│ /character/{uid}/creditlog      │     4 │ [##########] 4 │ in 60 s │
│ /character/{uid}/permissions    │     4 │ [##########] 4 │ in 60 s │
│ /datacard/{uid}                 │     4 │ [..........] 0 │ in 60 s │
│ /entity/{uid}                   │     4 │ [##########] 4 │ in 60 s │
│ /events/{mode}[/{type}]         │     4 │ [##########] 4 │ in 60 s │
│ /event/{uid}                    │     4 │ [###.......] 1 │ in 60 s │
└─────────────────────────────────┴───────┴────────────────┴─────────┘
`,
  );
  t.regex((await run(['ratelimits'], { terminal: 100 })).stdout, / in 60 min /);
  const behind = await run(['ratelimits'], { terminal: 100, now: NOW - 1 });
  t.regex(behind.stdout, / in 60 min /, 'a clock that is a second behind that of the service');
  t.regex((await run(['ratelimits'], { terminal: 100, now: NOW + 3600 })).stdout, /│ now +│/);
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
