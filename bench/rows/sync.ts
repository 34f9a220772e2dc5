import { once } from 'node:events';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import type { Bench } from '../bench.js';
import { run } from '../child.js';
import { ENVIRONMENT, PROGRAM, script, temporaryFolder } from '../environment.js';
import { copyOf, type Galaxy, galaxy } from '../galaxy.js';
import type { Usage } from '../preload/usage.js';
import { type Line, type Row, Skipped } from '../row.js';
import { type Server, startService } from '../server.js';
import { single } from '../statistics.js';
import { DATACARD } from './assign.js';
import { recordsOf } from './import.js';
import { withDatabase } from './postgres.js';

const RECORDS = 1_000_000;
const DIFFERENCES = 3000;
const NEW_TRANSACTIONS = 100_000;

/** Calls of each kind in a second: changes that are on disk when they are acknowledged, and reads. */
const PER_SECOND = 20;

/** The seconds for which the calls are measured alone. */
const ALONE = 5;

/** Two files of the same galaxy that differ from it, and the number of their records. */
interface Files {
  differing: string;
  longer: string;
  records: number;
}

function syncRow(kind: 'sqlite' | 'postgres', name: string): Row {
  return {
    name: `sync-${kind}`,
    what: `Sync beside a service, ${name}`,
    lasts: ({ quick }) => (quick ? 20 : kind === 'sqlite' ? 70 : 100),
    async measure(bench) {
      const scale = bench.quick ? 0.01 : 1;
      const source = await galaxy(RECORDS * scale);
      const files = await writeFiles(await recordsOf(RECORDS * scale), DIFFERENCES * scale, NEW_TRANSACTIONS * scale);
      if (kind === 'sqlite') return measureSyncs(bench, name, copyOf(source), files);
      const url = process.env.SVCAPI_TEST_POSTGRES_URL;
      if (!url) throw new Skipped('SVCAPI_TEST_POSTGRES_URL does not name a server');
      return withDatabase(url, async (database) => {
        bench.log('filling PostgreSQL');
        await load(database, await recordsOf(RECORDS * scale));
        return measureSyncs(bench, name, { database, token: source.token }, files);
      });
    },
  };
}

async function measureSyncs(bench: Bench, name: string, { database, token }: Galaxy, files: Files): Promise<Line[]> {
  const server = await startService({ database });
  bench.log('calls alone');
  await load(database, await writeDatacard());
  await callsDuring(server, token, () => setTimeout(1000));
  const alone = await callsDuring(server, token, () => setTimeout(ALONE * 1000));
  const lines: Line[] = [];
  for (const [file, what] of [
    [files.differing, 'differences'],
    [files.longer, 'new transactions'],
  ] as const) {
    bench.log(`syncing ${files.records} records with ${what}`);
    const begun = performance.now();
    const calls = await callsDuring(server, token, () => load(database, file, '--sync'));
    const seconds = (performance.now() - begun) / 1000;
    const { memory } = calls.result;
    const subject = `Sync of ${files.records.toLocaleString('en')} records, ${what}, ${name}`;
    lines.push(
      {
        ...{ what: subject, goal: { atMost: 0 }, summary: single(calls.refused), series: [] },
        unit: `of ${calls.durations.length} calls refused`,
        note: `it took ${seconds.toFixed(1)} s, and ${Math.round(memory / 1e6)} MB at the most`,
      },
      {
        ...{
          what: subject,
          goal: { atMost: 100 },
          summary: single(Math.max(...calls.durations)),
          unit: 'ms: the longest call',
        },
        series: [{ name: 'alone, and beside the sync', unit: 'ms', rounds: [alone, calls].map(longest) }],
        note: `alone: ${longest(alone).toFixed(1)} ms, ${alone.refused} refused`,
      },
    );
  }
  await server.stop();
  return lines;
}

const longest = ({ durations }: { durations: number[] }) => Math.max(...durations);

/** Calls a service at a steady rate, whether it has answered or not, until some work is done. */
async function callsDuring<T>({ url }: Server, token: string, work: () => Promise<T>) {
  const durations: number[] = [];
  let refused = 0;
  const agent = new http.Agent({ keepAlive: true });
  const pending = new Set<Promise<void>>();
  const send = (method: string, path: string, body?: string) => {
    const begun = performance.now();
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-www-form-urlencoded' };
    const answered = new Promise<boolean>((resolve) => {
      const request = http.request(new URL(path, url), { method, agent, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode === 200));
      });
      request.once('error', () => resolve(false)).end(body);
    });
    const call = answered.then((isGood) => {
      durations.push(performance.now() - begun);
      if (!isGood) refused += 1;
      pending.delete(call);
    });
    pending.add(call);
  };
  const timer = setInterval(() => {
    send('POST', `/ws/v2.0/datacard/${DATACARD.uid}`, 'production_entity_uid=4:1&uses=1');
    send('GET', '/ws/v2.0/character/1:1/creditlog');
  }, 1000 / PER_SECOND);
  const result = await work();
  clearInterval(timer);
  await Promise.all(pending);
  agent.destroy();
  return { durations, refused, result };
}

/** Runs an import to its end, and returns what it has used. */
async function load(database: string, file: string, ...flags: string[]): Promise<Usage> {
  const usage = join(temporaryFolder, 'usage.json');
  const args = ['--import', script('preload/usage.js'), PROGRAM, 'import', '--database', database, ...flags, file];
  await run(process.execPath, args, { env: { ...ENVIRONMENT, SVCAPI_BENCH_USAGE: usage } });
  return JSON.parse(readFileSync(usage, 'utf8')) as Usage;
}

async function writeDatacard(): Promise<string> {
  const file = join(temporaryFolder, 'datacard.ndjson');
  await write(file, [JSON.stringify(DATACARD)]);
  return file;
}

/** Writes a galaxy with differences in its characters, entities and transactions, and the same with new transactions. */
async function writeFiles(source: string, differences: number, transactions: number): Promise<Files> {
  const [differing, longer] = [join(temporaryFolder, 'differing.ndjson'), join(temporaryFolder, 'longer.ndjson')];
  let records = 1;
  let last = 0;
  let left = differences;
  let toPass = 0;
  function* change(line: string): Generator<string> {
    const record = JSON.parse(line) as Record<string, unknown> & { kind: string; id: number };
    // Records are added behind it.
    if (record.kind === 'end') return;
    if (record.kind === 'transaction') last = record.id;
    records += 1;
    const isTransaction = record.kind === 'transaction' && left > 0 && toPass-- <= 0;
    if (isTransaction) toPass = 97;
    const isOther = (record.kind === 'character' || record.kind === 'entity') && left > differences / 2;
    if (isTransaction || isOther) left -= 1;
    if (isTransaction) yield JSON.stringify({ ...record, communication: 'corrected' });
    else yield isOther ? JSON.stringify({ ...record, name: `${record.name} II` }) : line;
  }
  await write(
    differing,
    (async function* () {
      for await (const line of linesOf(source)) yield* change(line);
      yield JSON.stringify(DATACARD);
    })(),
  );
  await write(
    longer,
    (async function* () {
      yield* linesOf(differing);
      for (let n = 1; n <= transactions; n += 1) {
        const parties = { sender: '1:1', receiver: '20:1', communication: `Lot ${n}` };
        yield JSON.stringify({ kind: 'transaction', id: last + n, time: 1_771_000_000, amount: n, ...parties });
      }
    })(),
  );
  return { differing, longer, records };
}

function linesOf(file: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(file) });
}

async function write(file: string, lines: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const stream = createWriteStream(file);
  for await (const line of lines) if (!stream.write(`${line}\n`)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'finish');
}

export const syncRows = [syncRow('sqlite', 'SQLite'), syncRow('postgres', 'PostgreSQL')];
