import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { PROGRAM } from '../../../helpers/cli/program.js';
import { run } from '../../../helpers/cli/run.js';
import { lastingDatabase } from '../../../helpers/database.js';
import { NOW } from '../../../helpers/galaxy.js';
import { readContents } from '../../../helpers/kill/galaxy-after-kill.js';
import { startServer } from '../../../helpers/server.js';
import { openStream } from '../../../helpers/stream.js';
import { inTime, LONG } from '../../../helpers/until.js';

const RECORDS = 12_000;
const KILLS = 8;

/** An outbox of events and transactions, which nothing replaces. */
const outbox = Array.from({ length: RECORDS }, (_, index) =>
  index % 2 === 0
    ? { kind: 'event', uid: `39:${10_000 + index}`, receiver: '1:1', time: NOW + index, text: `Event ${index}` }
    : { kind: 'transaction', id: 10_000 + index, time: NOW + index, amount: index, sender: '1:1', receiver: '20:1' },
);

interface Sent {
  /** The number of the last line that was acknowledged. */
  acknowledged: number;
  code: number | null;
}

/** Sends what is left of the outbox, and kills the program some milliseconds after so many acknowledgements. */
async function send(database: string, from: number, kill?: { after: number; milliseconds: number }): Promise<Sent> {
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', SVCAPI_DATABASE: database };
  const child = spawn(process.execPath, [PROGRAM, 'import', '--follow', '--json', '-'], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exit = once(child, 'close');
  // It may be killed before it has read everything.
  child.stdin.on('error', () => {});
  child.stdin.end(
    outbox
      .slice(from)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join(''),
  );
  let [acknowledged, acknowledgements] = [0, 0];
  for await (const line of createInterface(child.stdout)) {
    acknowledged = JSON.parse(line).committed;
    acknowledgements += 1;
    if (acknowledgements === kill?.after) {
      await setTimeout(kill.milliseconds);
      child.kill('SIGKILL');
    }
  }
  const [code] = (await inTime(exit, 'the pipe lives')) as [number | null];
  return { acknowledged, code };
}

test('what a pipe acknowledged is there after each kill, and nothing comes twice', async (t) => {
  t.timeout(LONG);
  const database = await lastingDatabase(t, true);
  const server = await startServer({ database });
  t.teardown(() => server.close());
  const stream = await openStream(t, server, '/events/personal');
  const stored = async () => {
    const { stdout } = await run(['export', '--galaxy'], { env: { SVCAPI_DATABASE: database } });
    const { histories } = readContents(stdout);
    return outbox.flatMap(({ kind, ...record }, index) =>
      histories.has(`${kind} ${'uid' in record ? record.uid : record.id}`) ? [index] : [],
    );
  };
  let from = 0;
  for (let round = 0; round < KILLS; round += 1) {
    const { acknowledged } = await send(database, from, { after: 1, milliseconds: round * 4 });
    from += acknowledged;
    const there = await stored();
    t.true(there.length >= from, `${from} are acknowledged, and ${there.length} are there`);
    t.deepEqual(there, [...there.keys()], 'one that is missing comes before one that is there');
    t.is((there.length - from) % 1000, 0, 'a batch is there in part');
  }
  t.deepEqual(await send(database, from), { acknowledged: RECORDS - from, code: 0 });
  t.is((await stored()).length, RECORDS);
  const uids = outbox.flatMap((record) => ('uid' in record ? [String(record.uid)] : []));
  await stream.has(...uids);
  t.deepEqual(stream.ids(), uids, 'a follower has each once');
});
