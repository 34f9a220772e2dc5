import test, { type ExecutionContext } from 'ava';
import { Kept, refuses, signals } from '../../helpers/cli/run.js';
import { type Service, withService } from '../../helpers/cli/service.js';
import { strangeServer } from '../../helpers/cli/strange-server.js';
import { addEvents, addTransactions, numbers } from '../../helpers/stream.js';
import { until } from '../../helpers/until.js';

/** Starts a command that follows a list, and waits until its stream is open. */
async function startFollowing(t: ExecutionContext, service: Service, line: string) {
  const stdout = new Kept();
  const { onInterrupt, send } = signals();
  const before = service.server.log.length;
  const isStream = (line: string) => /"path":"[^"]*\/(events\/personal|creditlog)/.test(line);
  const ended = service.run(line.split(' '), { stdout, onInterrupt });
  t.teardown(() => send());
  await until(() => service.server.log.slice(before).some(isStream), { what: 'the stream is open' });
  return {
    shows: (text: string) => until(() => stdout.text.includes(text), { what: `“${text}” is printed` }),
    async end(signal: 'SIGINT' | 'SIGHUP' = 'SIGINT') {
      send(signal);
      return { ...(await ended), stdout: stdout.text };
    },
  };
}

test('events --follow prints each event as it comes, of a type and since another one if that is asked for', async (t) => {
  const service = await withService(t);
  const { store } = service.server;
  await addEvents(store, [8, 9], { type: 'XP' });
  const all = await startFollowing(t, service, 'events --follow');
  const some = await startFollowing(t, service, 'events xp --follow --after 39:8 --json uid,type');
  await some.shows('39:9');
  await addEvents(store, [10], { type: 'XP' });
  await all.shows('Event 10\n');
  await addEvents(store, [11]);
  await all.shows('Event 11\n');
  await addEvents(store, [12], { type: 'XP' });
  for (const { shows } of [all, some]) await shows('39:12');
  const { code, stdout, stderr } = await all.end();
  t.is(code, 130);
  t.regex(stdout, /^39:10\t.*\n39:11\t.*\n39:12\t.*\n$/);
  t.is(stderr, 'svcapi: interrupted by SIGINT: no longer following; continue with --after 39:12\n');
  t.is((await some.end()).stdout, [9, 10, 12].map((id) => `{"uid":"39:${id}","type":"XP"}\n`).join(''));
});

test('creditlog --follow --after begins at the start, or after a transaction of others', async (t) => {
  const service = await withService(t, { rateLimit: 1e6 });
  const { store } = service.server;
  await addTransactions(store, [90_000, 90_001]);
  await addTransactions(store, [90_002, 90_003], { sender_uid: '1:2', receiver_uid: '20:1' });
  const late = await startFollowing(t, service, 'creditlog --follow --after 90003 --json id');
  const early = await startFollowing(t, service, 'creditlog --follow --after 0 --json id');
  await early.shows('90001');
  await addTransactions(store, [90_004]);
  for (const [{ shows, end }, earlier] of [
    [late, []],
    [early, [...numbers(1, 2500), 90_000, 90_001]],
  ] as const) {
    await shows('90004');
    const { code, stdout, stderr } = await end('SIGHUP');
    t.is(code, 129);
    t.is(stdout, [...earlier, 90_004].map((id) => `{"id":${id}}\n`).join(''));
    t.regex(stderr, /no longer following; continue with --after 90004\n$/);
  }
});

test('a stream that the service refuses or does not begin is an error', async (t) => {
  const service = await withService(t, { maxStreams: 1 });
  await startFollowing(t, service, 'events --follow');
  const refused = service.run(['events', '--follow'], { onSleep: () => new Promise(() => {}) });
  await refuses(t, refused, 3, /open streams/);
  const { url, requests } = await strangeServer(t, (response) => {
    const status = [200, 503, 404][requests.length - 1];
    if (status !== undefined) response.writeHead(status, { 'Content-Type': 'text/event-stream' }).end();
  });
  const follow = () => service.run(['events', '--follow', '--timeout', '1', '--url', url]);
  const again = /^the server answers with status 503; trying again in 1 s\.\nsvcapi: .* 404\n$/;
  await refuses(t, follow(), 6, again, 'one that ends is opened again');
  await refuses(t, follow(), 9, /did not answer in time/);
  for (const line of ['events --until now', 'events --xml', 'events --output table', 'creditlog --all']) {
    t.is((await service.run([...line.split(' '), '--follow'])).code, 2, `${line} excludes --follow`);
  }
});
