import test, { type ExecutionContext } from 'ava';
import { startProgram } from '../../helpers/cli/program.js';
import { proxy } from '../../helpers/cli/proxy.js';
import { type Service, withService } from '../../helpers/cli/service.js';
import { addEvents, addTransactions, numbers } from '../../helpers/stream.js';
import { until } from '../../helpers/until.js';

/** Starts a command that follows a list, and waits until its stream is open. */
async function startFollowing(t: ExecutionContext, { server, origin, home }: Service, line: string) {
  const program = startProgram(line.split(' '), { HOME: home, SVCAPI_URL: origin, SVCAPI_TOKEN: server.token });
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
  const { child, ended, shows } = await startFollowing(t, service, 'events --follow');
  await addEvents(service.server.store, [10], { type: 'XP' });
  await shows('Event 10\n');
  await addEvents(service.server.store, [11]);
  await shows('Event 11\n');
  child.kill('SIGINT');
  const { signal, stdout, stderr } = await ended;
  t.is(signal, 'SIGINT');
  t.regex(stdout, /^39:10\t.*\n39:11\t.*\n$/);
  t.is(stderr, 'svcapi: interrupted by SIGINT: no longer following; continue with --after 39:11\n');
});

test('events --follow ends when its reader has gone', async (t) => {
  const service = await withService(t);
  const { child, ended, shows } = await startFollowing(t, service, 'events --follow');
  await addEvents(service.server.store, [90_000]);
  await shows('90000');
  child.stdout.destroy();
  await addEvents(service.server.store, [90_001]);
  const { code, stderr } = await ended;
  t.deepEqual({ code, stderr }, { code: 0, stderr: '' });
});

test('events --follow --after of a type prints what has come since, an event of JSON a line, and goes on', async (t) => {
  const service = await withService(t);
  await addEvents(service.server.store, [10, 11], { type: 'XP' });
  await addEvents(service.server.store, [12]);
  const line = 'events xp --follow --after 39:10 --json uid,type';
  const { child, ended, shows } = await startFollowing(t, service, line);
  await shows('39:11');
  await addEvents(service.server.store, [13], { type: 'XP' });
  await shows('39:13');
  child.kill('SIGTERM');
  const { signal, stdout } = await ended;
  t.is(signal, 'SIGTERM');
  t.is(stdout, '{"uid":"39:11","type":"XP"}\n{"uid":"39:13","type":"XP"}\n');
});

const beginnings: [title: string, after: number, earlier: number[]][] = [
  ['after a transaction of others', 90_003, []],
  ['at the start', 0, [...numbers(1, 2500), 90_000, 90_001]],
];

for (const [title, after, earlier] of beginnings) {
  test(`creditlog --follow --after begins ${title}`, async (t) => {
    const service = await withService(t, { rateLimit: 1e6 });
    const { store } = service.server;
    await addTransactions(store, [90_000, 90_001]);
    await addTransactions(store, [90_002, 90_003], { sender_uid: '1:2', receiver_uid: '20:1' });
    const line = `creditlog --follow --after ${after} --json id`;
    const { child, ended, shows } = await startFollowing(t, service, line);
    if (earlier.length > 0) await shows('90001');
    await addTransactions(store, [90_004]);
    await shows('90004');
    child.kill('SIGHUP');
    const { signal, stdout, stderr } = await ended;
    t.is(signal, 'SIGHUP');
    t.is(stdout, [...earlier, 90_004].map((id) => `{"id":${id}}\n`).join(''));
    t.regex(stderr, /no longer following; continue with --after 90004\n$/);
  });
}

test('a stream that the service refuses or does not begin is an error', async (t) => {
  const service = await withService(t, { maxStreams: 1 });
  await startFollowing(t, service, 'events --follow');
  const { code, stderr } = await service.run(['events', '--follow'], { onSleep: () => new Promise(() => {}) });
  t.is(code, 3);
  t.regex(stderr, /open streams/);
  const { url } = await proxy(t, service.origin, async ({ forward, headers }) =>
    headers.accept === 'text/event-stream' ? 'silence' : forward(),
  );
  const silent = await service.run(['events', '--follow', '--timeout', '1', '--url', url]);
  t.deepEqual([silent.code, silent.stdout], [9, '']);
  t.regex(silent.stderr, /did not answer in time/);
});

test('--follow excludes what selects a page, and a table', async (t) => {
  const { run } = await withService(t);
  for (const line of ['events --until now', 'events --xml', 'events --output table', 'creditlog --all']) {
    t.is((await run([...line.split(' '), '--follow'])).code, 2, line);
  }
});
