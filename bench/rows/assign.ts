import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { send } from '../answer.js';
import type { Laps, Script } from '../bare/statements.js';
import type { Bench } from '../bench.js';
import { run } from '../child.js';
import { type Contestant, contestLasts, loadWith } from '../contest.js';
import { ENVIRONMENT, PROGRAM, script, temporaryFolder } from '../environment.js';
import { copyOf, type Galaxy, galaxy } from '../galaxy.js';
import type { RecordedStatement } from '../preload/statements.js';
import type { Row } from '../row.js';
import { queryChild, type Server, start, startService } from '../server.js';
import { ratios, summarize } from '../statistics.js';
import { USUAL, withBearer } from './replayed.js';

/** A datacard of the demo character's faction with enough uses for every round. */
export const DATACARD = { kind: 'datacard', uid: '14:900000001', owner: '20:1', entity: '2:1', total_uses: 1e15 };

export const assign = {
  path: `/ws/v2.0/datacard/${DATACARD.uid}`,
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: 'production_entity_uid=4:1&uses=1',
};

/** A change that is on disk when it is acknowledged. */
const durableAssign: Row = {
  name: 'assign',
  what: 'Assign a datacard, durable',
  lasts: (bench) => contestLasts(bench, 2) + 3,
  async measure(bench) {
    const [ours, bares] = await Promise.all([withDatacard(), withDatacard()]);
    const watched = await watchAssign(await withDatacard());
    const contestant = {
      name: 'svcapi',
      server: await startService(ours),
      request: withBearer(assign, ours.token),
    };
    const bare = await startLoop(watched, bares);
    const [svcapi, loop] = await inTurns(bench, contestant, bare);
    await Promise.all([contestant.server.stop(), bare.stop()]);
    return [
      {
        what: this.what,
        goal: { atLeast: 0.7 },
        summary: summarize(ratios(svcapi, loop)),
        unit: `of a bare loop of the same ${watched.statements.length} statements`,
        series: [
          { name: 'svcapi', unit: 'changes/s', rounds: svcapi },
          { name: 'bare loop', unit: 'changes/s', rounds: loop },
        ],
      },
    ];
  },
};

export async function withDatacard(): Promise<Galaxy> {
  const copy = copyOf(await galaxy(USUAL));
  const records = join(temporaryFolder, 'datacard.ndjson');
  writeFileSync(records, JSON.stringify(DATACARD));
  await run(process.execPath, [PROGRAM, 'import', '--database', copy.database, records], { env: ENVIRONMENT });
  return copy;
}

/** Records the statements that a service runs on its database for one assignment. */
async function watchAssign({ database, token }: Galaxy): Promise<Script> {
  const service = await startService({ database, preload: 'preload/statements.js' });
  const opening = await queryChild<RecordedStatement[]>(service, 'report');
  const seen: RecordedStatement[][] = [];
  // The first assignment inserts the row that the others update. Some recordings may hold the statements of a timer.
  for (let time = 0; time < 5; time += 1) {
    await send(service.url, withBearer(assign, token));
    seen.push(await queryChild<RecordedStatement[]>(service, 'report'));
  }
  await service.stop();
  const [statements = []] = seen.slice(1).sort((one, other) => one.length - other.length);
  const ran = (pattern: RegExp) => statements.some(({ sql }) => pattern.test(sql));
  if (!ran(/^begin immediate/i) || !ran(/^commit/i))
    throw new Error('The statements of an assignment were not recorded.');
  return { settings: opening.filter(({ method, sql }) => method === 'exec' && /^\s*pragma/i.test(sql)), statements };
}

function startLoop(watched: Script, { database }: Galaxy): Promise<Server> {
  const file = join(temporaryFolder, 'statements.json');
  writeFileSync(file, JSON.stringify(watched));
  return start([script('bare/statements.js'), file, database], ['ignore', 'pipe', 'inherit', 'ipc']);
}

/** Measures the changes a second of both, in turns. */
async function inTurns(bench: Bench, contestant: Contestant, bare: Server): Promise<[number[], number[]]> {
  const svcapi: number[] = [];
  const loop: number[] = [];
  for (let round = 0; round <= bench.rounds; round += 1) {
    bench.log(round === 0 ? 'warming up' : `round ${round} of ${bench.rounds}`);
    svcapi.push((await loadWith(bench, contestant, bench.roundSeconds)).perSecond);
    const answered = once(bare.process, 'message');
    bare.process.send(String(bench.roundSeconds));
    const { laps, seconds } = (await answered)[0] as Laps;
    loop.push(laps / seconds);
  }
  return [svcapi.slice(1), loop.slice(1)];
}

export const assignRows = [durableAssign];
