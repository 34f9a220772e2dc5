import { createReadStream } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { calls, withBearer } from '../calls.js';
import { run, startChild } from '../child.js';
import { ENVIRONMENT, temporaryFolder } from '../environment.js';
import { type Build, FIRST, galaxyFor, writeRecords } from '../galaxy.js';
import { ownCpuSeconds, residentBytes } from '../proc.js';
import { type Request, send } from '../request.js';
import type { Bench, Row } from '../row.js';
import { startService } from '../server.js';
import { median } from '../statistics.js';

/** Every such record of a kind differs. */
const DIFFERS = 100;

const NEW_TRANSACTIONS = 100_000;

/** Calls of each kind in a second: a change that is on disk when it is acknowledged, and a read. */
const PER_SECOND = 20;

/** How long calls wait while a galaxy is brought up to date beside the service. */
export const syncRow: Row = {
  name: 'sync',
  async measure(bench) {
    const syncs = bench.builds.map(({ name }) => ({ name, all: [] as Measured[] }));
    for (const _ of Array.from({ length: bench.rounds }))
      for (const [index, build] of bench.builds.entries()) syncs[index]?.all.push(await measureSync(build, bench));
    const lines = syncs.map(({ name, all }) => [
      name,
      ...(all[0] as Measured).map((_, column) => median(all.map((each) => each[column] as number))),
    ]);
    const head = ['Build', 'Seconds', 's of processor time', 'MB', 'ms of the longest call'];
    const note =
      `An import with --sync beside ${PER_SECOND} assignments and ${PER_SECOND} reads a second: ` +
      'one record of a hundred differs, and 100,000 transactions are new.';
    return { name: 'sync', title: 'Syncs', head, lines, note };
  },
};

/** The numbers of a line, one for each column. */
type Measured = readonly number[];

/** @throws where a call is refused */
async function measureSync(build: Build, bench: Bench): Promise<Measured> {
  const { database, token } = await galaxyFor(build);
  const [source, changed] = ['source', 'changed'].map((name) => join(temporaryFolder, `${name}.ndjson`));
  const exporting = ['export', '--database', database, source as string];
  await run(process.execPath, [build.program, ...exporting], { env: ENVIRONMENT });
  await writeRecords(changed as string, changesOf(source as string, NEW_TRANSACTIONS / (bench.quick ? 100 : 1)));
  const server = await startService({ program: build.program, database });
  const requests = withBearer(
    [calls['POST datacard, an assignment'], calls['GET creditlog, repeated']].flatMap((each) => each ?? []),
    token,
  );
  bench.log(build.name);
  const [begun, spent] = [performance.now(), ownCpuSeconds('children')];
  const work = () => sync(build, database, changed as string);
  const { durations, refused, result } = await callsDuring(server.url, requests, work);
  if (refused > 0) throw new Error(`${refused} calls were refused beside a sync of ${build.name}`);
  const seconds = [(performance.now() - begun) / 1000, ownCpuSeconds('children') - spent];
  const longest = durations.reduce((most, each) => Math.max(most, each), 0);
  await server.stop();
  return [...seconds, result / 1e6, longest];
}

/** Runs an import, and returns the most memory that it was seen to use, in bytes. */
async function sync({ program }: Build, database: string, file: string): Promise<number> {
  const args = [program, 'import', '--database', database, '--sync', file];
  const child = startChild(process.execPath, args, { env: ENVIRONMENT, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let most = 0;
  const timer = setInterval(() => {
    // It may have ended, and have no memory.
    if (child.exitCode === null) most = Math.max(most, residentBytes(child.pid as number).peak || 0);
  }, 20);
  const code = await ended;
  clearInterval(timer);
  if (code !== 0) throw new Error(`The sync ended with ${code}`);
  return most;
}

/** Calls a service at a steady rate, whether it has answered or not, until some work is done. */
async function callsDuring<T>(url: string, requests: readonly Request[], work: () => Promise<T>) {
  const durations: number[] = [];
  let refused = 0;
  const agent = new http.Agent({ keepAlive: true });
  const pending = new Set<Promise<void>>();
  const call = (request: Request) => {
    const begun = performance.now();
    const answered = send(url, request, agent).then(
      ({ status }) => status === 200,
      () => false,
    );
    const counted = answered.then((isGood) => {
      durations.push(performance.now() - begun);
      if (!isGood) refused += 1;
      pending.delete(counted);
    });
    pending.add(counted);
  };
  const timer = setInterval(() => requests.forEach(call), 1000 / PER_SECOND);
  const result = await work();
  clearInterval(timer);
  await Promise.all(pending);
  agent.destroy();
  return { durations, refused, result };
}

/** Yields the records of a file, of which some differ, and new transactions. */
async function* changesOf(source: string, transactions: number): AsyncGenerator<object> {
  let count = 0;
  for await (const line of createInterface({ input: createReadStream(source) })) {
    const record = JSON.parse(line) as Record<string, unknown>;
    // It counts the records, and others come behind it.
    if (record.kind === 'end') continue;
    count += 1;
    const differs = count % DIFFERS === 0;
    if (differs && record.kind === 'transaction') yield { ...record, communication: 'corrected' };
    else yield differs && record.kind === 'character' ? { ...record, name: `${record.name} II` } : record;
  }
  for (let n = 1; n <= transactions; n += 1) {
    const parties = { sender: '1:1', receiver: '20:1', communication: `Lot ${n}` };
    yield { kind: 'transaction', id: 2 * FIRST + n, time: 1_771_000_000, amount: n, ...parties };
  }
}
