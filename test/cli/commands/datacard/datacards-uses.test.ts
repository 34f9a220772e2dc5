import test from 'ava';
import { onTerminal, terminal } from '../../../helpers/cli/pty.js';
import { hurriedClock, Kept, runIo } from '../../../helpers/cli/run.js';
import { withService } from '../../../helpers/cli/service.js';
import { NOW } from '../../../helpers/galaxy.js';

const CLEAR_LINE = '\r\u001b[2K';

const uses = ['datacards', '20:1', '--uses'];

test('a line for each datacard and location', async (t) => {
  const { run } = await withService(t);
  const { code, stdout, stderr } = await run(uses);
  t.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  const shown = await Promise.all(['14:1', '14:2', '14:3'].map((uid) => run(['datacard', 'show', uid])));
  t.is(stdout, shown.map((each) => each.stdout).join(''), 'as svcapi datacard show prints them');
});

test('JSON has the datacards as svcapi datacard show has them', async (t) => {
  const { run } = await withService(t);
  const list = JSON.parse((await run([...uses, '--json', 'uid,assignedlocations'])).stdout);
  t.deepEqual(
    list.map(({ uid }: { uid: string }) => uid),
    ['14:1', '14:2', '14:3'],
  );
  const { stdout } = await run(['datacard', 'show', '14:3', '--json', 'uid,assignedlocations']);
  t.deepEqual(list[2], JSON.parse(stdout));
});

terminal('80 columns: uses and locations of all datacards in one table', async (t) => {
  const { origin, server, home } = await withService(t);
  const env = { HOME: home, SVCAPI_URL: origin, SVCAPI_TOKEN: server.token, NO_COLOR: '1' };
  t.regex(
    await onTerminal('svcapi datacards 20:1 --uses', { columns: 80, env }),
    /│ uid +│ entity +│ +uses │ location_uid │ location +│ quantity │\n[^$]*│ 14:3 │ Heron freighter │ +6 │ 4:1 +│ Ember Works │ +4 │\n/,
  );
});

test('progress is shown on a terminal, and removed', async (t) => {
  const { origin, server, home } = await withService(t);
  const around = {
    env: { HOME: home, SVCAPI_URL: origin, SVCAPI_TOKEN: server.token, NO_COLOR: '1', LC_ALL: 'C.UTF-8' },
    now: hurriedClock(1000),
  };
  const { stdout, stderr } = await runIo(uses, { ...around, stdout: new Kept(80), stderr: new Kept(80) });
  const parts = stderr.split(CLEAR_LINE);
  t.true(parts.includes('Reading the datacards [################........]  66 % 2 of 3'), stderr);
  t.is(parts.at(-1), '');
  t.regex(stdout, /│ 14:3 /);
});

test('it stops before the rate limit, without a refused call', async (t) => {
  const { run, server } = await withService(t, { rateLimit: 2 });
  const { code, stdout, stderr } = await run(uses);
  t.is(code, 7);
  t.deepEqual(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t')[0]),
    ['14:1', '14:2'],
  );
  t.is(
    stderr,
    'svcapi: a datacard is missing, since no call is left until 2024-06-17T13:00:00Z: try again then, or use --retry to wait\n',
  );
  t.is(server.log.filter((line) => line.includes('"path":"/ws/v2.0/datacard/')).length, 2);
});

test('with --retry it waits for the reset', async (t) => {
  const { run, server } = await withService(t, { rateLimit: 2 });
  const waits: number[] = [];
  const onSleep = (milliseconds: number) => {
    waits.push(milliseconds);
    server.time.now += milliseconds;
  };
  const { code, stdout, stderr } = await run([...uses, '--retry'], { onSleep });
  t.deepEqual([code, stderr], [0, 'Rate limited: waiting 3600 s, until 2024-06-17T13:00:00Z.\n']);
  t.is(waits.length, 1);
  t.is(stdout.trimEnd().split('\n').length, 3);
  t.is(NOW + 3600, 1718629200);
});

test('a datacard that the token may not read ends it with the reason', async (t) => {
  const { run } = await withService(t);
  const { code, stdout, stderr } = await run(uses, { env: { SVCAPI_TOKEN: '' } });
  t.deepEqual([code, stdout], [4, '']);
  t.regex(stderr, /^svcapi: this needs a token; /);
});

test('--xml is refused', async (t) => {
  const { run } = await withService(t);
  const { code, stderr } = await run([...uses, '--xml']);
  t.deepEqual([code, stderr], [2, 'svcapi: --uses cannot be combined with --xml\n']);
});
