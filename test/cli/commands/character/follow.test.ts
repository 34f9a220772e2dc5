import test, { type ExecutionContext } from 'ava';
import { startProgram } from '../../../helpers/cli/program.js';
import { proxy } from '../../../helpers/cli/proxy.js';
import { type Service, withService } from '../../../helpers/cli/service.js';
import { addEvents, addTransactions, numbers } from '../../../helpers/stream.js';
import { until } from '../../../helpers/until.js';

/** Starts a command that follows a list, and waits until its stream is open. */
async function startFollowing(t: ExecutionContext, { server, origin, home }: Service, argv: string[]) {
  const program = startProgram(argv, { HOME: home, SVCAPI_URL: origin, SVCAPI_TOKEN: server.token });
  t.teardown(() => program.child.kill('SIGKILL'));
  let output = '';
  program.child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  const opened = server.log.length;
  const isOpen = () =>
    server.log.slice(opened).some((line) => /"path":"[^"]*\/(events\/personal|creditlog)/.test(line));
  await until(isOpen, { what: 'the stream is open' });
  return { ...program, shows: (text: string) => until(() => output.includes(text), { what: `“${text}” is printed` }) };
}

test('events --follow prints each event as it comes, and dies of Ctrl-C', async (t) => {
  const service = await withService(t);
  const { child, ended, shows } = await startFollowing(t, service, ['events', '--follow']);
  await addEvents(service.server.store, [10], { type: 'XP' });
  await shows('Event 10\n');
  await addEvents(service.server.store, [11]);
  await shows('Event 11\n');
  child.kill('SIGINT');
  const { signal, stdout, stderr } = await ended;
  t.is(signal, 'SIGINT');
  t.deepEqual(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t')[0]),
    ['39:10', '39:11'],
  );
  t.is(stderr, 'svcapi: interrupted by SIGINT: no longer following; continue with --after 39:11\n');
});

for (const argv of [
  ['events', '--follow'],
  ['creditlog', '--follow', '--json', 'id'],
]) {
  test(`${argv.slice(0, 2).join(' ')} ends when its reader has gone`, async (t) => {
    const service = await withService(t);
    const { child, ended, shows } = await startFollowing(t, service, argv);
    const add = (number: number) =>
      argv[0] === 'events'
        ? addEvents(service.server.store, [number])
        : addTransactions(service.server.store, [number]);
    await add(90_000);
    await shows('90000');
    child.stdout.destroy();
    await add(90_001);
    const { code, stderr } = await ended;
    t.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  });
}

test('events --follow --after prints what has come since, oldest first, and goes on', async (t) => {
  const service = await withService(t);
  await addEvents(service.server.store, [10, 11, 12]);
  const { child, ended, shows } = await startFollowing(t, service, [
    ...['events', '--follow', '--after', '39:10', '--json', 'uid'],
  ]);
  await shows('39:12');
  await addEvents(service.server.store, [13]);
  await shows('39:13');
  child.kill('SIGINT');
  t.is((await ended).stdout, '{"uid":"39:11"}\n{"uid":"39:12"}\n{"uid":"39:13"}\n');
});

test('events --follow of a type prints JSON, an event a line', async (t) => {
  const service = await withService(t);
  const { child, ended, shows } = await startFollowing(t, service, [
    ...['events', 'xp', '--follow', '--json', 'uid,type'],
  ]);
  await addEvents(service.server.store, [10]);
  await addEvents(service.server.store, [11, 12], { type: 'XP' });
  await shows('39:12');
  child.kill('SIGTERM');
  t.is((await ended).stdout, '{"uid":"39:11","type":"XP"}\n{"uid":"39:12","type":"XP"}\n');
});

const beginnings: [title: string, after: string, earlier: number[]][] = [
  ['behind a transaction of the character', '90000', [90_001]],
  ['behind a transaction of others', '90003', []],
  ['at the start', '0', [...numbers(1, 2500), 90_000, 90_001]],
];

for (const [title, after, earlier] of beginnings) {
  test(`creditlog --follow --after begins ${title}`, async (t) => {
    const service = await withService(t, { rateLimit: 1e6 });
    await addTransactions(service.server.store, [90_000, 90_001]);
    await addTransactions(service.server.store, [90_002, 90_003], { sender_uid: '1:2', receiver_uid: '20:1' });
    const { child, ended, shows } = await startFollowing(t, service, [
      ...['creditlog', '--follow', '--after', after, '--json', 'id'],
    ]);
    if (earlier.length > 0) await shows('90001');
    await addTransactions(service.server.store, [90_004]);
    await shows('90004');
    child.kill('SIGINT');
    const { stdout, stderr } = await ended;
    t.is(stdout, [...earlier, 90_004].map((id) => `{"id":${id}}\n`).join(''));
    t.is(stderr, 'svcapi: interrupted by SIGINT: no longer following; continue with --after 90004\n');
  });
}

test('a stream that the service refuses is an error', async (t) => {
  const service = await withService(t, { maxStreams: 1 });
  await startFollowing(t, service, ['events', '--follow']);
  const { code, stderr } = await service.run(['events', '--follow'], { onSleep: never });
  t.is(code, 3);
  t.regex(stderr, /open streams/);
});

test('--follow excludes what selects a page, and a table', async (t) => {
  const service = await withService(t);
  for (const argv of [
    ['events', '--follow', '--until', 'now'],
    ['events', '--follow', '--xml'],
    ['events', '--follow', '--output', 'table'],
    ['creditlog', '--follow', '--all'],
    ['creditlog', '--follow', '--item-count', '5'],
  ]) {
    t.is((await service.run(argv)).code, 2, argv.join(' '));
  }
});

test('a stream that does not begin is an error after the timeout', async (t) => {
  const service = await withService(t);
  const { url } = await proxy(t, service.origin, async ({ forward, headers }) =>
    headers.accept === 'text/event-stream' ? 'silence' : forward(),
  );
  const { code, stdout, stderr } = await service.run(['events', '--follow', '--timeout', '1', '--url', url]);
  t.deepEqual([code, stdout], [9, '']);
  t.regex(stderr, /did not answer in time/);
});

/** A wait without an end. */
function never(): Promise<never> {
  return new Promise(() => {});
}
