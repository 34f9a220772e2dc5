import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { LoadTool } from '../../bench/load/load.js';
import { hasWrk, wrk } from '../../bench/load/wrk.js';
import { type Server, startService } from '../../bench/server.js';
import { median } from '../../bench/statistics.js';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import { faultsOf } from '../../test/helpers/audit.js';
import { loadGalaxy, tokenFor } from '../../test/helpers/galaxy.js';
import { addEvents, openStream } from '../../test/helpers/stream.js';
import { type Database, prepareDatabase } from '../backends/database.js';
import { HttpClient } from '../http-client.js';
import { inScope } from '../scope.js';
import type { Task } from '../task.js';
import type { Trial } from '../trial.js';
import { growthOf, type Measurement, measure } from './measurement.js';
import { nodeLoad } from './node-load.js';
import { randomRequest } from './requests.js';

const CONNECTIONS = 16;

/** Different requests, which take turns. */
const REQUESTS = 2000;

/** The time after which an answer counts as missing, in seconds: a busy machine is slow. */
const TIMEOUT = 60;

/** The largest share of a part that is refused: more of them would be a load of refusals. */
const MOST_REFUSED = 0.3;

/** Milliseconds between two requests whose time is measured. */
const PROBE_EVERY = 50;

/** Streams that are open during a part of the load. */
const STREAMS = 5;

/** A service under load for long uses no more in the end than at first. */
export const soak: Trial = {
  name: 'soak',
  what: 'A mixture of requests for half an hour to an hour',
  promise:
    'Memory, descriptors and latency do not grow, no answer is missing or a 5xx, the log has no error, and uses add up.',
  unit: 'requests',
  fullSize: 10_000_000,
  shortSize: 1000,
  backends: ['sqlite'],
  faults: {
    memory: 'a service that keeps 160 KB of each request',
    descriptors: 'a service that opens a file with each request and never closes it',
    latency: 'a service whose every answer takes a little longer',
    failures: 'a service that answers a 500 now and then',
    uses: 'a use that comes from nowhere',
  },
  method: `Reads, lists, refused calls, changes of datacards and documents, as JSON and XML, from very many client addresses: 2,000 different requests, which
wrk sends on ${CONNECTIONS} connections in a hundred parts of equal size; none of them is to be answered with 5xx, and about a tenth is refused. Beside them ${STREAMS} streams of events are opened and closed in each part, and events arrive. After each part
the service collects its garbage, and its reachable memory, resident memory and open descriptors are taken, with the median time of an answer to
somebody who calls twenty times a second meanwhile. The last ten parts are compared with the second ten: reachable memory may have grown by 10 % and 20 MB, resident memory by
15 % and 30 MB, latency by half and 5 ms, and descriptors by 20. The audit trail is replayed in the end. The short size looks at reachable memory and descriptors.`,
  run,
};

/** The script that is loaded before the service, by planted fault; observe.js where there is none. */
const PRELOADS: Readonly<Record<string, string>> = {
  memory: 'leak-memory.js',
  descriptors: 'leak-descriptors.js',
  latency: 'leak-latency.js',
  failures: 'fail-sometimes.js',
};

const JUDGED = ['reachable', 'resident', 'descriptors', 'latency'] as const;

async function run(task: Task): Promise<void> {
  const template = await prepareDatabase(task, async (store) => {
    await loadGalaxy(store);
    return tokenFor(store, '1:1', undefined, { expiresAt: Math.floor(Date.now() / 1000) + 7 * 86_400 });
  });
  const database = await template.copy();
  const log = join(task.folder, 'log');
  const preload = PRELOADS[task.fault ?? ''] ?? 'observe.js';
  const service = await startService({
    database: database.address,
    flags: ['--metrics-port', 'off', '--log-level', 'error', '--trusted-proxies', '127.0.0.1'],
    ...{ preload: `../trials/soak/${preload}`, log },
  });
  const store = await openStore({ database: database.address, connections: 2, patient: true });
  const measurements = await loadInParts(task, service, store, template.made);
  await service.stop();
  // A task that has ended early has too few measurements to compare.
  if (!task.isOver) judgeGrowth(task, measurements);
  const errors = readFileSync(log, 'utf8').trim();
  if (errors !== '') task.violate(task.from, `the service logged ${errors.split('\n', 1)[0]}`);
  await audit(task, database, store);
  await store.close();
}

function judgeGrowth(task: Task, measurements: readonly Measurement[]): void {
  const isFull = task.size >= soak.fullSize;
  const judged = JUDGED.filter(
    (name) => isFull || name === 'reachable' || name === 'descriptors' || name === task.fault,
  );
  for (const growth of growthOf(measurements, judged)) task.violate(task.from, growth);
}

/** Sends the requests of a task, and measures after each part of them. */
async function loadInParts(task: Task, service: Server, store: Store, token: string): Promise<Measurement[]> {
  // The short size is what the self-test and the tests run, with wrk installed or not.
  const tool = task.size > soak.shortSize && (await hasWrk()) ? wrk : nodeLoad;
  const parts = Math.min(100, Math.max(10, Math.floor(task.size / 1000)));
  const requests = Array.from({ length: Math.min(REQUESTS, task.size) }, (_, number) =>
    randomRequest(task.random(number), token),
  );
  const measurements: Measurement[] = [];
  let failures = 0;
  for (let part = 0; part < parts && !task.isOver; part += 1) {
    const count = Math.floor((task.size * (part + 1)) / parts) - Math.floor((task.size * part) / parts);
    const latency = await inScope(async (scope) => {
      const opened = Array.from({ length: STREAMS }, () =>
        openStream(scope, { url: `${service.url}/ws/v2.0`, token }, '/events/personal'),
      );
      const streams = await Promise.all(opened);
      const uid = 100 + part;
      await addEvents(store, [uid]);
      const median = await sendPart(task, tool, service, { requests, count, token });
      await Promise.all(streams.map((stream) => stream.has(`39:${uid}`)));
      task.count('events that streams were sent', streams.length);
      return median;
    });
    const { measurement, serverErrors } = await measure(service, latency);
    measurements.push(measurement);
    if (serverErrors > failures) task.violate(task.from, `${serverErrors - failures} answers had a status of 5xx`);
    failures = serverErrors;
    task.advance(count);
  }
  return measurements;
}

interface Part {
  requests: ReturnType<typeof randomRequest>[];
  count: number;
  token: string;
}

/** Sends a part, and returns the median time of an answer to somebody else meanwhile, in milliseconds. */
async function sendPart(
  task: Task,
  tool: LoadTool,
  { url }: Server,
  { requests, count, token }: Part,
): Promise<number> {
  const client = new HttpClient(`${url}/ws/v2.0`, 1);
  const times: number[] = [];
  let isOver = false;
  const probing = (async () => {
    while (!isOver || times.length === 0) {
      const begun = performance.now();
      const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': '192.0.2.1' };
      const { status } = await client.send({ method: 'GET', path: '/character/1:1', headers });
      times.push(performance.now() - begun);
      if (status !== 200) task.violate(task.from, `GET /character/1:1 got ${status}`);
      await setTimeout(PROBE_EVERY);
    }
  })();
  const sample = await tool.send({
    url,
    connections: CONNECTIONS,
    requests,
    count,
    addressesFrom: task.done,
    timeout: TIMEOUT,
  });
  isOver = true;
  await probing;
  client.close();
  if (sample.refused > MOST_REFUSED * sample.requests) {
    task.violate(task.from, `${sample.refused} of ${sample.requests} requests were refused`);
  }
  if (sample.failed > 0) task.violate(task.from, `${sample.failed} requests were not answered`);
  task.count('requests answered', sample.requests);
  task.count('of them refused, as they should be', sample.refused);
  return median(times);
}

async function audit(task: Task, database: Database, store: Store): Promise<void> {
  if (task.fault === 'uses') await database.execute('update assignments set uses = uses + 1 where uses > 0');
  for (const fault of await faultsOf(store, [])) task.violate(task.from, fault);
}
