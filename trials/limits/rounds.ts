import type { Answer } from '../../bench/request.js';
import type { Random } from '../../src/demo/random.js';
import { type ClientAddress, clientOf, PATHS } from './client-address.js';
import type { Cluster } from './cluster.js';

/** A round with a client that has not called before. */
export interface Round {
  cluster: Cluster;
  random: Random;
  number: number;
  limit: number;
  /** Whether the instances may refuse early what another one has set aside for itself. */
  mayRefuseEarly: boolean;
  /** True where counts end with the process. */
  isForgetful: boolean;
  violate(what: string): void;
}

/** Milliseconds in a window, by default. */
const WINDOW = 3_600_000;

/** Every kind of round. They take turns. */
export const plays: readonly [name: string, play: (round: Round) => Promise<void>][] = [
  ['bursts on one instance', burstOnOne],
  ['bursts on all instances', burstOnAll],
  ['calls one after the other', oneAfterTheOther],
  ['windows that end', windowEnds],
  ['clocks that are set back', clockBack],
  ['neighbours', neighbours],
  ['restarts', restart],
];

/** Chooses the instance of a round, and the client. */
const begin = (round: Round) => ({
  ...round,
  instance: round.random.below(round.cluster.instances.length),
  client: clientOf(round.number),
});

/** Every call beyond the limit is refused, and none before, however the client and the path are spelled. */
async function burstOnOne(round: Round): Promise<void> {
  const { limit, instance, client } = begin(round);
  expectAdmitted(round, await burst(round, client, () => instance), limit, limit);
}

async function burstOnAll(round: Round): Promise<void> {
  const { cluster, random, limit } = round;
  const replies = await burst(round, clientOf(round.number), () => random.below(cluster.instances.length));
  expectAdmitted(round, replies, round.mayRefuseEarly ? 0 : limit, limit);
}

/** The header fields count down by one, and a refused call says when to come back. */
async function oneAfterTheOther(round: Round): Promise<void> {
  const { limit, instance, client } = begin(round);
  for (let call = 1; call <= limit + 2; call += 1) {
    const { status, headers } = await send(round, client, instance);
    const remaining = headers['x-ratelimit-remaining'];
    if (remaining !== String(Math.max(0, limit - call))) round.violate(`call ${call} of ${limit} leaves ${remaining}`);
    if ((status === 200) !== call <= limit) round.violate(`call ${call} of ${limit} is answered with ${status}`);
    const wait = Number(headers['retry-after'] ?? Number.NaN);
    if (call > limit && !(wait > 0 && wait <= WINDOW / 1000)) round.violate(`Retry-After of a refused call is ${wait}`);
  }
}

/** A window ends at the moment that the answers named, and not before. */
async function windowEnds(round: Round): Promise<void> {
  const { cluster, limit, instance, client } = begin(round);
  const before = await burst(round, client, () => instance);
  expectAdmitted(round, before, limit, limit);
  const reset = Number(before[0]?.headers['x-ratelimit-reset']) * 1000;
  await cluster.moveClock(reset - 5000 - cluster.now);
  // On a slow machine the next call may arrive when the window is over.
  const early = await send(round, client, instance);
  if (early.status === 200 && cluster.now < reset - 1000)
    round.violate('a call was admitted before the window had ended');
  await cluster.moveClock(Math.max(0, reset + 1 - cluster.now));
  expectAdmitted(round, await burst(round, client, () => instance), limit, limit);
}

/** A clock that is set back gives no new calls. */
async function clockBack(round: Round): Promise<void> {
  const { cluster, random, limit, instance, client } = begin(round);
  const used = 1 + random.below(limit - 1);
  const first = await burst(round, client, () => instance, used);
  await cluster.moveClock(-WINDOW / 2);
  const later = await burst(round, client, () => instance);
  await cluster.moveClock(WINDOW / 2);
  expectAdmitted(round, [...first, ...later], limit, limit);
}

/** The calls of a neighbour, and those of another path, count by themselves. */
async function neighbours(round: Round): Promise<void> {
  const { limit, instance } = begin(round);
  // Two numbers on are the next address of the same kind: for IPv6, the next /64.
  const clients = [clientOf(round.number), clientOf(round.number + 2)];
  const bursts = clients.flatMap((client) =>
    Object.keys(PATHS).map((path) => burst(round, client, () => instance, limit, path)),
  );
  for (const replies of await Promise.all(bursts)) expectAdmitted(round, replies, limit, limit);
}

/** Instances that count together remember what they have counted; a process alone forgets it. */
async function restart(round: Round): Promise<void> {
  const { cluster, random, limit, instance, client } = begin(round);
  const used = 1 + random.below(limit - 1);
  const before = await burst(round, client, () => instance, used);
  await cluster.restart(instance, random.pick(['SIGTERM', 'SIGKILL']));
  const after = await burst(round, client, () => instance);
  const all = round.isForgetful ? after : [...before, ...after];
  expectAdmitted(round, all, round.mayRefuseEarly ? used : limit, limit);
}

/** Sends calls at the same time, each spelled in its own way; more than the limit unless a number is given. */
function burst(
  round: Round,
  client: ClientAddress,
  instance: () => number,
  calls?: number,
  path?: string,
): Promise<Answer[]> {
  const length = calls ?? round.limit + 1 + round.random.below(10);
  return Promise.all(Array.from({ length }, () => send(round, client, instance(), path)));
}

function send({ cluster, random }: Round, client: ClientAddress, instance: number, path = 'entity'): Promise<Answer> {
  return cluster.send(instance, random.pick(PATHS[path] ?? ['/']), client.spell(random));
}

function expectAdmitted(round: Round, replies: Answer[], atLeast: number, atMost: number): void {
  const admitted = replies.filter(({ status }) => status === 200).length;
  const odd = replies.find(({ status }) => status !== 200 && status !== 400);
  if (odd) round.violate(`a call was answered with ${odd.status} ${odd.body}`);
  const most = Math.min(atMost, replies.length);
  const least = Math.min(atLeast, replies.length);
  if (admitted > most) round.violate(`${admitted} of ${replies.length} calls were admitted, and only ${most} may be`);
  if (admitted < least) round.violate(`${admitted} of ${replies.length} calls were admitted, and ${least} must be`);
}
