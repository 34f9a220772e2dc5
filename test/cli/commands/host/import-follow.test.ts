import { renameSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import { changesOf } from '../../../helpers/changes-of.js';
import { openPipe } from '../../../helpers/cli/pipe.js';
import { PROGRAM, startProgram } from '../../../helpers/cli/program.js';
import { refuses, run, temporaryFolder } from '../../../helpers/cli/run.js';
import { galaxyFile, lastingDatabase, openTestStore } from '../../../helpers/database.js';
import { loadGalaxy, NOW } from '../../../helpers/galaxy.js';
import { inTime, until } from '../../../helpers/until.js';

/** A wait that never ends by itself. */
const forEver = (_: number, signal?: AbortSignal) =>
  new Promise<void>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

/** Returns what a pipe reports of itself: on PostgreSQL, imports of other tests have their turns, too. */
function messagesOf({ stderr }: { stderr: { text: string } }): string {
  return stderr.text.replaceAll('Another import is running: waiting until it has ended\n', '');
}

async function galaxy(t: ExecutionContext) {
  const database = await lastingDatabase(t, true);
  const store = await openTestStore(database);
  if (await store.metadata.isEmpty()) await loadGalaxy(store);
  t.teardown(() => store.close());
  return { database, store };
}

const faction = (number: number) => ({ kind: 'faction', uid: `20:${number}`, name: `Faction ${number}` });
const event = (number: number) => ({
  ...{ kind: 'event', uid: `39:${number}`, receiver: '1:1', time: NOW, text: `Event ${number}` },
});

test('a line is committed when its number is printed, while the pipe is open', async (t) => {
  const { database, store } = await galaxy(t);
  const pipe = openPipe(database);
  pipe.send(faction(801));
  await pipe.prints('1');
  t.like(await store.entities.find('20:801'), { name: 'Faction 801' });
  pipe.send({ ...faction(801), name: 'Renamed' }, '', { kind: 'faction', uid: '20:2', removed: true });
  await pipe.prints('4');
  t.like(await store.entities.find('20:801'), { name: 'Renamed' });
  t.is(await store.entities.find('20:2'), undefined);
  t.is(await pipe.close(JSON.stringify(faction(802))), 0);
  t.regex(pipe.stdout.text, /\n5\n$/, 'the last line needs no end');
  t.is(messagesOf(pipe), '');
  t.like(await store.entities.find('20:802'), { name: 'Faction 802' });
});

test('a refused line is named and left out, and the others are committed', async (t) => {
  const { database, store } = await galaxy(t);
  const membership = { kind: 'membership', character: '1:99', faction: '20:803' };
  const end = { kind: 'end', records: 5 };
  const lines = ['{', faction(803), membership, { ...faction(804), colour: 'red' }, end, faction(805)];
  const pipe = openPipe(database);
  pipe.send(...lines);
  await pipe.prints('6');
  t.regex(
    messagesOf(pipe),
    /^svcapi: standard input, line 1: it is not JSON.*\n.*line 3: .*1:99.*\n.*line 4: .*colour.*\n.*line 5: a pipe has no end.*\n$/,
  );
  t.like(await store.entities.find('20:803'), { name: 'Faction 803' });
  t.is(await store.entities.find('20:804'), undefined);
  t.like(await store.entities.find('20:805'), { name: 'Faction 805' });
  t.is(await pipe.close(), 0);

  const asJson = openPipe(database, ['--json', '--keep-events', '10d'], { sleep: forEver });
  asJson.send({ ...event(902), time: NOW - 11 * 86_400 }, 'nonsense', event(903));
  t.is(await asJson.close(), 0);
  const [refused, committed] = asJson.stdout.text.split('\n').map((line) => line && JSON.parse(line));
  t.like(refused, { line: 2 });
  t.regex(refused.refused, /not JSON/);
  t.deepEqual(committed, { committed: 3 });
  t.is(messagesOf(asJson), '');
  t.is(await store.events.find('39:902'), undefined, 'it is older than events are kept');
  t.like(await store.events.find('39:903'), { text: 'Event 903' });
});

test('what arrives within a second is committed together, 1,000 lines or 8 MB at most', async (t) => {
  const { database } = await galaxy(t);
  let elapse = () => {};
  const waits: number[] = [];
  const sleep = (milliseconds: number, signal?: AbortSignal) => {
    waits.push(milliseconds);
    return Promise.race([forEver(0, signal), new Promise<void>((resolve) => (elapse = resolve))]);
  };
  const pipe = openPipe(database, [], { sleep });
  pipe.send(...Array.from({ length: 2500 }, (_, index) => event(10_000 + index)));
  await pipe.prints('2000');
  t.is(pipe.stdout.text, '1000\n2000\n');
  elapse();
  await pipe.prints('2500');
  pipe.send(...Array.from({ length: 10 }, () => 'x'.repeat(1_000_000)));
  await pipe.prints('2509');
  t.is(await pipe.close(), 0);
  t.is(pipe.stdout.text, '1000\n2000\n2500\n2509\n2510\n');
  t.deepEqual([...new Set(waits)], [1000]);
});

test('uses and reclaimed uses come by a pipe, a use once, and one that is too much is refused', async (t) => {
  const { database, store } = await galaxy(t);
  const pipe = openPipe(database);
  const use = (id: string, uses: number) => ({
    ...{ kind: 'use', id, datacard: '14:3', location: '4:1', uses, time: NOW },
  });
  pipe.send(use('ship-1', 1));
  await pipe.prints('1');
  // Sent again, as an outbox does that has seen no number; then more than is left there.
  pipe.send(use('ship-1', 1), use('ship-2', 2), use('ship-3', 9));
  await pipe.prints('4');
  t.regex(messagesOf(pipe), /^svcapi: standard input, line 4: .*ship-3.*\n$/);
  t.like(await store.datacards.lockUses('14:3', '4:1'), { assigned: 1, ofLocation: 1 });
  t.like(await store.datacards.find('14:3'), { total_uses: 7 });

  t.is(await pipe.close(), 0);
  const reclaiming = openPipe(database, ['--reclaim']);
  reclaiming.send({ kind: 'datacard', uid: '14:3', owner: '20:1', entity: '2:1', total_uses: 0 });
  await reclaiming.prints('1');
  t.is(await reclaiming.close(), 0);
  t.like(await store.datacards.lockUses('14:3', '4:1'), { assigned: 0, ofLocation: undefined });
  const changes = await changesOf(store, '14:3');
  const told = changes.map((each) => `${each.action} ${each.uses_before} ${each.request_id}`);
  t.deepEqual(told, ['use 4 ship-1', 'use 3 ship-2', 'reclaim 1 null']);
});

test('a pipe waits while the database is away, and goes on when it is back', async (t) => {
  const path = await galaxyFile();
  const pipe = openPipe(path);
  pipe.send(faction(808));
  await pipe.prints('1');
  renameSync(path, `${path}.away`);
  pipe.send(faction(809), '{');
  await until(() => messagesOf(pipe) !== '', { what: 'it says that the database is away' });
  renameSync(`${path}.away`, path);
  await pipe.prints('3');
  t.is(await pipe.close(), 0);
  t.regex(
    messagesOf(pipe),
    /^The database is unavailable \(.*galaxy\.db was deleted.*\): waiting until it is back; nothing is lost\nThe database is back\nsvcapi: .*line 3.*\n$/,
  );
});

test('a pipe whose database was replaced by a restore ends, so that it can be started again', async (t) => {
  const [path, backup] = [await galaxyFile(), await galaxyFile()];
  const pipe = openPipe(path);
  pipe.send(faction(808));
  await pipe.prints('1');
  renameSync(backup, path);
  pipe.send(faction(809));
  const { code } = await inTime(pipe.ended, 'the pipe waits');
  t.not(code, 0);
  t.regex(messagesOf(pipe), /galaxy\.db was deleted or replaced while in use; restore it, and start svcapi again.*\n$/);
});

test('a signal keeps what was acknowledged and nothing else, and says how to go on', async (t) => {
  const { database, store } = await galaxy(t);
  const pipe = openPipe(database, [], { sleep: forEver });
  pipe.send(...Array.from({ length: 1000 }, (_, index) => event(50_000 + index)), faction(810));
  await pipe.prints('1000');
  await pipe.interrupt('SIGTERM');
  t.is((await pipe.ended).code, 143);
  t.is(messagesOf(pipe), 'svcapi: interrupted by SIGTERM: committed up to line 1000; send later lines again\n');
  t.is(await store.entities.find('20:810'), undefined);

  const idle = openPipe(database);
  await idle.interrupt('SIGINT');
  t.is((await idle.ended).code, 130);
  t.regex(messagesOf(idle), /interrupted by SIGINT: nothing was committed; send all lines again\n$/);
});

if (process.platform === 'linux') {
  test('a pipe whose acknowledgements nobody reads any more ends quietly at the next one', async (t) => {
    const svcapi = `'${process.execPath}' '${PROGRAM}' import --follow -`;
    // The shell itself keeps the pipe open.
    const [first, next] = [faction(1), faction(2)].map((record) => `echo '${JSON.stringify(record)}' >&5`);
    const reader = `{ head -n 1; exec 0<&-; ${next}; }`;
    const line = `mkfifo pipe; exec 5<>pipe; ${first}; { ${svcapi} <&5; echo "code $?" >&2; } | ${reader}`;
    const { ended } = startProgram(
      [],
      { SVCAPI_DATABASE: await galaxyFile() },
      { before: ['sh', '-c', line], cwd: await temporaryFolder(t) },
    );
    t.like(await ended, { stdout: '1\n', stderr: 'code 0\n' });
  });
}

test('a pipe does not go with a file, a sync or another format', async (t) => {
  for (const [argv, message, stdin = ''] of [
    [['--follow', 'a.ndjson'], /--follow reads one pipe: give - as the only file/],
    [['--follow', '--sync', '-'], /'--follow' cannot be used with option '--sync'/],
    [['--follow', '-'], /standard input is not NDJSON/, '[\n]'],
  ] as [string[], RegExp, string?][]) {
    const env = { SVCAPI_DATABASE: await galaxyFile() };
    await refuses(t, run(['import', ...argv], { stdin: [Buffer.from(stdin)], env }), 2, message);
  }
});
