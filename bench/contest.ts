import { cpuSeconds } from './proc.js';
import { type Request, send } from './request.js';
import type { Bench } from './row.js';
import type { Server } from './server.js';
import { sendLoad } from './wrk.js';

/** A server and the requests that it gets in turn. */
export interface Contestant {
  name: string;
  server: Server;
  requests: readonly Request[];
}

/** The measurements of a contestant, round by round. */
export interface Result {
  perSecond: number[];
  /** Processor time of the server, in microseconds a request. */
  cpu: number[];
}

/** The length of a round, and of the one before the first, in seconds. */
export const ROUND_SECONDS = 1;
const WARM_UP = 2;

/** Measures servers in turns, one round each, so that other load on the machine disturbs all of them alike. */
export async function contest(
  bench: Bench,
  contestants: readonly Contestant[],
  connections: number,
): Promise<Result[]> {
  const results = contestants.map((): Result => ({ perSecond: [], cpu: [] }));
  // The first round warms up.
  for (let round = 0; round <= bench.rounds; round += 1) {
    for (const [index, contestant] of contestants.entries()) {
      bench.log(`${connections} connections, round ${round} of ${bench.rounds}: ${contestant.name}`);
      const { perSecond, cpu } = await loadOnce(contestant, connections, round === 0 ? WARM_UP : ROUND_SECONDS);
      if (round === 0) continue;
      results[index]?.perSecond.push(perSecond);
      results[index]?.cpu.push(cpu);
    }
  }
  return results;
}

/** The number of requests that a server was sent, by which a round goes on where the one before it ended. */
const sent = new WeakMap<Server, number>();

/** @throws where an answer is refused or missing */
async function loadOnce({ name, server, requests }: Contestant, connections: number, seconds: number) {
  const before = cpuSeconds(server.pid);
  const first = (sent.get(server) ?? 0) % requests.length;
  const sample = await sendLoad({ url: server.url, requests, first, connections, seconds });
  const cpu = cpuSeconds(server.pid) - before;
  if (sample.requests === 0 || sample.failed + sample.refused > 0)
    throw new Error(`${name} gave unexpected answers: ${JSON.stringify(sample)}`);
  sent.set(server, first + sample.requests);
  return { perSecond: sample.requests / sample.seconds, cpu: (cpu / sample.requests) * 1e6 };
}

/** @throws where servers answer with different bodies, apart from their timestamps and addresses */
export async function insistOnSame(contestants: readonly Contestant[]): Promise<void> {
  for (const share of [0, 0.5, 1]) {
    const bodies = contestants.map(async ({ name, server: { url }, requests }) => {
      const request = requests[Math.floor((requests.length - 1) * share)] as Request;
      const { status, body } = await send(url, request);
      if (status !== 200) throw new Error(`${name} answered ${request.path} with ${status}: ${body}`);
      return body.replaceAll(/"(timestamp|mins|secs)":\d+/g, '').replaceAll(new URL(url).host, 'host');
    });
    const different = [...new Set(await Promise.all(bodies))];
    if (different.length > 1) throw new Error(`The servers answer differently:\n${different.join('\n')}`);
  }
}
