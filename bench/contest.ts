import { type Answer, difference, type Request, send } from './answer.js';
import type { Bench } from './bench.js';
import { cpuSeconds } from './proc.js';
import type { Series } from './row.js';
import { type BareServer, bareServers, type Server, startBare } from './server.js';

/** A server and the requests that it gets. */
export interface Contestant {
  name: string;
  server: Server;
  /** The request; where there are several, one like all of them. */
  request: Request;
  /** The requests that take turns. */
  requests?: readonly Request[];
}

/** The measurements of a contestant, round by round. */
export interface Result {
  perSecond: number[];
  /** Processor time of the server, in microseconds a request. */
  cpu: number[];
  /** The 99th percentile of the time to an answer, in milliseconds. */
  p99: number[];
}

/** Measures servers in turns, one round each, so that other load on the machine disturbs all of them alike. */
export async function contest<Name extends string>(
  bench: Bench,
  contestants: Record<Name, Contestant>,
): Promise<Record<Name, Result>> {
  const all = Object.entries<Contestant>(contestants).map(([name, contestant]) => {
    const result: Result = { perSecond: [], cpu: [], p99: [] };
    return { name, contestant, result };
  });
  for (const { contestant } of all) {
    bench.log(`warming up ${contestant.name}`);
    await loadWith(bench, contestant, bench.warmUpSeconds);
  }
  for (let round = 1; round <= bench.rounds; round += 1) {
    for (const { contestant, result } of all) {
      bench.log(`round ${round} of ${bench.rounds}: ${contestant.name}`);
      const { perSecond, cpu, p99 } = await loadWith(bench, contestant, bench.roundSeconds);
      result.perSecond.push(perSecond);
      result.cpu.push(cpu);
      result.p99.push(p99);
    }
  }
  return Object.fromEntries(all.map(({ name, result }) => [name, result])) as Record<Name, Result>;
}

/** Estimates the duration of a contest, in seconds. */
export function contestLasts({ rounds, roundSeconds, warmUpSeconds }: Bench, contestants: number): number {
  return contestants * (warmUpSeconds + rounds * (roundSeconds + 0.1) + 0.5);
}

/** The number of requests that a server was sent, by which a round goes on where the one before it ended. */
const sent = new WeakMap<Server, number>();

/** Sends one round of load to a contestant. Throws where its answers differ from the first in being refused or not. */
export async function loadWith(
  bench: Bench,
  { name, server, request, requests = [request] }: Contestant,
  seconds: number,
) {
  const isRefusing = (await send(server.url, request)).status > 399;
  const before = cpuSeconds(server.pid);
  const length = bench.requests === undefined ? { seconds } : { count: bench.requests };
  const sample = await bench.tool.send({
    url: server.url,
    requests,
    first: (sent.get(server) ?? 0) % requests.length,
    connections: bench.connections,
    ...length,
  });
  const cpu = cpuSeconds(server.pid) - before;
  if (sample.requests === 0) throw new Error(`${name} gave no answer within ${seconds} s`);
  sent.set(server, (sent.get(server) ?? 0) + sample.requests);
  if (sample.failed > 0 || sample.refused !== (isRefusing ? sample.requests : 0)) {
    throw new Error(`${name} gave unexpected answers: ${JSON.stringify(sample)}`);
  }
  return {
    perSecond: sample.requests / sample.seconds,
    cpu: (cpu / sample.requests) * 1e6,
    p99: sample.p99 ?? Number.NaN,
  };
}

/** The servers that each row is compared with. */
const USUAL = ['http', 'koa', 'koa-write-head'] as const;
export type UsualServer = (typeof USUAL)[number];

/**
 * Starts bare servers, which replay the service's answer to a request.
 *
 * @throws where their bytes differ from the service's
 */
export async function bareContestants<Kind extends BareServer = UsualServer>(
  server: Server,
  request: Request,
  kinds: readonly Kind[] = USUAL as readonly BareServer[] as readonly Kind[],
): Promise<Record<Kind, Contestant>> {
  const recorded = await send(server.url, request);
  const started = kinds.map(async (kind) => [kind, await replay(kind, recorded, request)] as const);
  return Object.fromEntries(await Promise.all(started)) as Record<Kind, Contestant>;
}

async function replay(kind: BareServer, recorded: Answer, request: Request): Promise<Contestant> {
  const server = await startBare(kind, recorded);
  const differs = difference(await send(server.url, request), recorded);
  if (differs !== undefined) throw new Error(`${bareServers[kind]} does not answer like the service: ${differs}`);
  return { name: bareServers[kind], server, request };
}

/** Stops the servers of a contest. */
export async function stop(contestants: Record<string, Contestant>): Promise<void> {
  await Promise.all(Object.values(contestants).map(({ server }) => server.stop()));
}

/** Returns the measurements of the contestants as the report shows them. */
export function seriesOf<Name extends string>(
  contestants: Record<Name, Contestant>,
  results: Record<Name, Result>,
): Series[] {
  return (Object.keys(results) as Name[]).flatMap((name) => [
    { name: contestants[name].name, unit: 'requests/s', rounds: results[name].perSecond },
    { name: `${contestants[name].name}, processor time`, unit: 'µs/request', rounds: results[name].cpu },
  ]);
}
