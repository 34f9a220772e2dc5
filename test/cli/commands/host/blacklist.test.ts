import test from 'ava';
import { withGalaxy } from '../../../helpers/cli/run.js';
import { NOW } from '../../../helpers/galaxy.js';

const HOUR = 3600;

const added: [argv: string[], env: Record<string, string>, address: string, lasts: number, reason: string][] = [
  [['192.0.2.7'], {}, '192.0.2.7', 24 * HOUR, 'added by hand'],
  [['::ffff:192.0.2.7', '--for', '90s'], {}, '192.0.2.7', 90, 'added by hand'],
  [
    ['2001:db8:1:2:3::4', '--for', '7d', '--reason', 'reads every profile'],
    {},
    '2001:db8:1:2::/64',
    168 * HOUR,
    'reads every profile',
  ],
  [['192.0.2.7', '--for', '600'], { SVCAPI_BLACKLIST_FOR: '2h' }, '192.0.2.7', 600, 'added by hand'],
];

for (const [argv, env, address, lasts, reason] of added) {
  test(`blacklist add ${argv.join(' ')} ${JSON.stringify(env)}`, async (t) => {
    const { run, look } = await withGalaxy(t);
    const { code, stdout, stderr } = await run(['blacklist', 'add', ...argv], { env });
    t.is(code, 0);
    t.is(stdout, '');
    t.regex(stderr, /^\S+ gets no answer until 2024-06-\S+Z\.\n$/);
    const entry = { address, created_at: NOW, expires_at: NOW + lasts, reason };
    t.deepEqual(await look((store) => store.blacklist.list(NOW)), [entry]);
  });
}

test('blacklist list prints those that hold', async (t) => {
  const { run } = await withGalaxy(t);
  const empty = { code: 0, stdout: '', stderr: 'The blacklist is empty.\n' };
  t.deepEqual(await run(['blacklist', 'list'], { terminal: 80 }), empty);
  t.deepEqual(await run(['blacklist', 'list']), { ...empty, stderr: '' });
  await run(['blacklist', 'add', '192.0.2.8', '--for', '10']);
  await run(['blacklist', 'add', '192.0.2.7', '--for', '1h']);
  t.is(
    (await run(['blacklist', 'list'], { now: NOW + 10 })).stdout,
    '192.0.2.7\t2024-06-17T12:00:00Z\t2024-06-17T13:00:00Z\tadded by hand\n',
  );
});

test('blacklist remove takes an address, or one within it, off the list', async (t) => {
  const { run, look } = await withGalaxy(t);
  await run(['blacklist', 'add', '2001:db8::1']);
  t.deepEqual(await run(['blacklist', 'remove', '2001:db8::2']), {
    code: 0,
    stdout: '',
    stderr: '2001:db8::/64 gets answers again.\n',
  });
  await run(['blacklist', 'add', '2001:db8::1']);
  t.is((await run(['blacklist', 'remove', '2001:db8::/64'])).code, 0, 'as the list shows it');
  t.deepEqual(await look((store) => store.blacklist.list(NOW)), []);
  t.deepEqual(await run(['blacklist', 'remove', '192.0.2.7']), {
    code: 6,
    stdout: '',
    stderr: 'svcapi: 192.0.2.7 is not on the blacklist; see svcapi blacklist list\n',
  });
});
