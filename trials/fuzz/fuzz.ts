import { setTimeout } from 'node:timers/promises';
import type { RawAnswer } from '../../test/helpers/raw.js';
import { HttpClient } from '../harness.js';
import type { Task, Trial } from '../trial.js';
import { faultsOf, judge, readAnswers } from './answers.js';
import { mutate, randomPipelined } from './bytes.js';
import { bytesOf, randomRequest } from './requests.js';
import { exchangeBytes, type FuzzedService, startFuzzed } from './service.js';

/** Connections at a time, and requests on each. */
const CONNECTIONS = 8;
const REQUESTS = 20;

/** The share of connections whose bytes are damaged, and their requests; that on which anything comes behind requests. */
const DAMAGED = { share: 0.2, requests: 3 };
const PIPELINED = 0.05;

/** Times of 3 s that a connection may be silent: one, or as long as the service waits for the rest of a request. */
const SILENCES = { answer: 1, timeout: 7 };

/** Milliseconds between two honest calls, and their longest time. */
const EVERY = 20;
const LONGEST = 250;

/** Time for the last connections to be closed, in milliseconds; a tenth with a planted fault. */
const CLOSING = 120_000;

/** How much more memory is allowed after the trial than after its first tenth, in megabytes. */
const GROWTH = 100;

/** Whatever is sent, the service answers as it is described, and goes on. */
export const fuzz: Trial = {
  name: 'fuzz',
  what: 'Random and damaged requests to all routes, documents, OAuth endpoints and account pages',
  promise:
    'Every answer is documented. The service does not crash, hang for 3 s, delay another client by 250 ms, leave a connection open, log an error, or keep 100 MB.',
  unit: `connections of ${REQUESTS} requests`,
  fullSize: 80_000,
  shortSize: 60,
  backends: ['sqlite'],
  faults: {
    hang: 'no answer to every hundredth request',
    description: 'an envelope with another version for every hundredth request',
    leak: 'a service that keeps 256 KB of each request',
    stall: 'half a second in which nobody is served, for every long body',
  },
  run,
};

async function run(task: Task): Promise<void> {
  const service = await startFuzzed(task);
  let atFirst: number | undefined;
  const stopHonestClient = startHonestClient(task, service.server.url);
  await task.inParallel(CONNECTIONS, async (number) => {
    if (task.done >= task.size / 10) atFirst ??= service.megabytes();
    const random = task.random(number);
    if (random.chance(PIPELINED)) await sendPipelined(task, service, number);
    else if (random.chance(DAMAGED.share)) await sendDamaged(task, service, number);
    else await sendWellFormed(task, service, number);
    for (const line of service.newErrors()) task.violate(number, `the service logged ${line.slice(0, 1000)}`);
    if (!service.isRunning() && !task.isOver) task.violate(number, 'the service ended');
  });
  await stopHonestClient();
  if (!(await service.isAlive())) {
    if (!task.isOver) task.violate(task.from, 'the service ended');
    return;
  }
  await judgeConnections(task, service);
  await setTimeout(Math.min(2000, task.size * 20));
  const growth = Math.round(service.megabytes() - (atFirst ?? 0));
  task.count('megabytes of memory more than after the first tenth', growth);
  if (growth > GROWTH) task.violate(task.from, `the service has ${growth} MB more than after the first tenth`);
  await service.server.stop();
}

/** Asks for the time beside all others, one call after the other, until the returned function is called. */
function startHonestClient(task: Task, url: string): () => Promise<void> {
  const client = new HttpClient(`${url}/ws/v2.0`, 1);
  const judgesTime = task.size >= fuzz.fullSize || task.fault === 'stall';
  let isOver = false;
  const call = async () => {
    while (!isOver) {
      const begun = performance.now();
      // A service that has ended is reported elsewhere.
      await client.send({ method: 'GET', path: '/api/time' }).catch(() => {});
      const took = Math.ceil(performance.now() - begun);
      if (judgesTime && took > LONGEST) task.violate(task.from + task.done, `an honest call took ${took} ms`);
      await setTimeout(EVERY);
    }
  };
  const calls = call();
  return async () => {
    isOver = true;
    // Ends a call, too, that gets no answer.
    client.close();
    await calls;
  };
}

/** Waits until every connection is closed. */
async function judgeConnections(task: Task, service: FuzzedService): Promise<void> {
  const end = performance.now() + (task.fault === undefined ? CLOSING : CLOSING / 10);
  let open = await service.connections();
  while (open > 0 && performance.now() < end && !task.isOver) {
    await setTimeout(100);
    open = await service.connections();
  }
  if (open > 0) task.violate(task.from, `${open} connections stay open`);
}

function randomRequests(task: Task, { secrets }: FuzzedService, number: number, length: number) {
  const random = task.random(number, 'requests');
  return Array.from({ length }, () => randomRequest(random, secrets));
}

async function sendWellFormed(task: Task, service: FuzzedService, number: number): Promise<void> {
  const requests = randomRequests(task, service, number, REQUESTS);
  const bytes = Buffer.concat(requests.map((request, index) => bytesOf(request, index === REQUESTS - 1)));
  const methods = requests.map(({ method }) => method);
  const answers = await answersTo(task, service, number, { bytes, methods, end: false });
  if (answers === undefined) return;
  for (const [index, answer] of answers.entries()) {
    const request = requests[index];
    const found = request === undefined ? ['an answer to nothing'] : judge(request, answer);
    if (found.length > 0) task.violate(number, `${found.join('; ')}\n  the request: ${JSON.stringify(request)}`);
  }
  const last = answers.at(-1);
  const next = JSON.stringify(requests[answers.length]);
  if (answers.length < REQUESTS && last?.headers.connection !== 'close')
    task.violate(number, `the connection was closed after ${answers.length} answers: ${next}`);
  task.count('well-formed requests', answers.length);
}

async function sendDamaged(task: Task, service: FuzzedService, number: number): Promise<void> {
  const requests = randomRequests(task, service, number, DAMAGED.requests);
  const whole = Buffer.concat(requests.map((request) => bytesOf(request, false)));
  const bytes = mutate(whole, task.random(number, 'damage'));
  // Behind the damage, nobody knows which request an answer is for, and answers to HEAD have no body.
  const mayBeHead = bytes.includes('HEAD ');
  const answers = await answersTo(task, service, number, { bytes, mayBeHead, end: true });
  for (const what of (answers ?? []).flatMap(faultsOf)) task.violate(number, `${what}\n  the bytes: ${show(bytes)}`);
  task.count('damaged requests', DAMAGED.requests);
}

async function sendPipelined(task: Task, service: FuzzedService, number: number): Promise<void> {
  const random = task.random(number, 'pipelined');
  const { bytes, methods, whole } = randomPipelined(random, service.secrets);
  const silences = task.fault === undefined ? SILENCES.timeout : SILENCES.answer;
  // A HEAD that the service cannot read as one is answered with a body.
  const mayBeHead = methods.at(-1) === 'HEAD';
  const end = random.chance(0.5);
  const answers = await answersTo(task, service, number, { bytes, methods, mayBeHead, end, silences });
  if (answers === undefined) return;
  if (answers.length < whole)
    task.violate(number, `${answers.length} answers to ${whole} requests\n  the bytes: ${show(bytes)}`);
  for (const what of answers.flatMap(faultsOf)) task.violate(number, `${what}\n  the bytes: ${show(bytes)}`);
  task.count('connections on which anything came behind requests');
}

/** The bytes of a connection. */
interface Sent {
  bytes: Buffer;
  /** The methods of its requests; none where nobody knows them. */
  methods?: string[];
  /** True if an answer may be one to HEAD, or not. */
  mayBeHead?: boolean;
  end: boolean;
  silences?: number;
}

const show = (bytes: Buffer) => JSON.stringify(bytes.toString('latin1'));

/** Sends bytes and reads the answers; undefined where there are none to judge. */
async function answersTo(
  task: Task,
  service: FuzzedService,
  number: number,
  { bytes, methods, mayBeHead, end, silences = SILENCES.answer }: Sent,
): Promise<RawAnswer[] | undefined> {
  const { received, isHanging } = await exchangeBytes(service.port, bytes, { end, silences }, service.isAlive);
  if (!service.isRunning()) return undefined;
  if (isHanging) task.violate(number, `no answer for ${3 * silences} s\n  the bytes: ${show(bytes)}`);
  try {
    const answers = readAnswers(received, methods ?? []);
    for (const { status } of answers) task.count(`answers with ${status}`);
    return answers;
  } catch (error) {
    if (!mayBeHead && !isHanging) task.violate(number, `${(error as Error).message}\n  the bytes: ${show(bytes)}`);
    return undefined;
  }
}
