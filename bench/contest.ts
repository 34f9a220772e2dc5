import { type Answer, difference, type Request, send } from './answer.js';
import type { Bench } from './bench.js';
import { cpuSeconds } from './proc.js';
import type { Series } from './row.js';
import { type Server, startBare } from './server.js';

/** A server, and what it is recorded. */
export interface Contestant {
  name: string;
  server: Server;
  request: Request;
}

/** What a contestant did, round by round. */
export interface Result {
  perSecond: number[];
  /** Processor time of the server, in microseconds a request. */
  cpu: number[];
}

/**
 * Lets servers answer in turns: one round each, then the next round, so that whatever else happens to the machine happens
 * to all of them.
 */
export async function contest<Name extends string>(
  bench: Bench,
  contestants: Record<Name, Contestant>,
): Promise<Record<Name, Result>> {
  const all = Object.entries<Contestant>(contestants).map(([name, contestant]) => {
    const result: Result = { perSecond: [], cpu: [] };
    return { name, contestant, result };
  });
  for (const { contestant } of all) {
    bench.log(`warming up ${contestant.name}`);
    await loadWith(bench, contestant, bench.warmUpSeconds);
  }
  for (let round = 1; round <= bench.rounds; round += 1) {
    for (const { contestant, result } of all) {
      bench.log(`round ${round} of ${bench.rounds}: ${contestant.name}`);
      const { perSecond, cpu } = await loadWith(bench, contestant, bench.roundSeconds);
      result.perSecond.push(perSecond);
      result.cpu.push(cpu);
    }
  }
  return Object.fromEntries(all.map(({ name, result }) => [name, result])) as Record<Name, Result>;
}

/** How long a contest of so many servers takes, in seconds. */
export function contestLasts({ rounds, roundSeconds, warmUpSeconds }: Bench, contestants: number): number {
  return contestants * (warmUpSeconds + rounds * roundSeconds + 0.5);
}

/** One round of load on a contestant, in which every answer has to be as the first. */
export async function loadWith(bench: Bench, { name, server, request }: Contestant, seconds: number) {
  const isRefusing = (await send(server.url, request)).status > 399;
  const before = cpuSeconds(server.pid);
  const length = bench.requests === undefined ? { seconds } : { count: bench.requests };
  const sample = await bench.tool.send({
    url: server.url,
    requests: [request],
    connections: bench.connections,
    ...length,
  });
  const cpu = cpuSeconds(server.pid) - before;
  if (sample.failed > 0 || sample.refused !== (isRefusing ? sample.requests : 0)) {
    throw new Error(`${name} did not answer as it should: ${JSON.stringify(sample)}`);
  }
  return { perSecond: sample.requests / sample.seconds, cpu: (cpu / sample.requests) * 1e6 };
}

/**
 * Starts bare node:http and bare Koa, which give the answer that the service gives to a request.
 *
 * @throws where they do not give the very same bytes
 */
export async function bareContestants(server: Server, request: Request): Promise<Record<'http' | 'koa', Contestant>> {
  const recorded = await send(server.url, request);
  const [http, koa] = await Promise.all([replay('http', recorded, request), replay('koa', recorded, request)]);
  return { http, koa };
}

async function replay(kind: 'http' | 'koa', recorded: Answer, request: Request): Promise<Contestant> {
  const server = await startBare(kind, recorded);
  const differs = difference(await send(server.url, request), recorded);
  if (differs !== undefined) throw new Error(`Bare ${kind} does not answer like the service: ${differs}`);
  return { name: kind === 'http' ? 'bare node:http' : 'bare Koa', server, request };
}

/** Stops the servers of a contest. */
export async function stop(contestants: Record<string, Contestant>): Promise<void> {
  await Promise.all(Object.values(contestants).map(({ server }) => server.stop()));
}

/** What the contestants did, as the report shows it. */
export function seriesOf<Name extends string>(
  contestants: Record<Name, Contestant>,
  results: Record<Name, Result>,
): Series[] {
  return (Object.keys(results) as Name[]).flatMap((name) => [
    { name: contestants[name].name, unit: 'requests/s', rounds: results[name].perSecond },
    { name: `${contestants[name].name}, processor time`, unit: 'µs/request', rounds: results[name].cpu },
  ]);
}
