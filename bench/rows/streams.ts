import http from 'node:http';
import { contest, contestLasts, seriesOf, stop } from '../contest.js';
import { copyOf, galaxy } from '../galaxy.js';
import { residentBytes } from '../proc.js';
import type { Row } from '../row.js';
import { type Server, startService } from '../server.js';
import { median, ratios, single, summarize } from '../statistics.js';
import { USUAL, withBearer } from './replayed.js';

const MEGABYTE = 1e6;

const STREAMS = 1000;

const FLAGS = ['--max-connections', '3000', '--max-streams', '2000', '--max-streams-per-token', '2000'];

/** The cost of open streams: memory, and what they take from others. */
const streams: Row = {
  name: 'streams',
  what: '1,000 open streams',
  lasts: (bench) => contestLasts(bench, 2),
  async measure(bench) {
    const request = { path: '/ws/v2.0/character' };
    const contestant = async (name: string) => {
      const { database, token } = copyOf(await galaxy(USUAL));
      const server = await startService({ database, flags: FLAGS });
      return { name, server, request: withBearer(request, token), token };
    };
    const contestants = { without: await contestant('no stream'), with: await contestant('1,000 streams') };
    const { server, token } = contestants.with;
    // The memory of the first requests is none of the streams.
    await bench.tool.send({ url: server.url, requests: [contestants.with.request], connections: 50, count: 20_000 });
    const before = residentBytes(server.pid).now;
    const close = await openStreams(server, token);
    const after = residentBytes(server.pid).now;
    const results = await contest(bench, contestants);
    close();
    await stop(contestants);
    const cpu = median(ratios(results.with.cpu, results.without.cpu));
    return [
      {
        what: `Memory of ${this.what}`,
        goal: { atMost: 30 },
        summary: single((after - before) / MEGABYTE),
        unit: 'MB more',
        series: [{ name: 'before and after', unit: 'MB', rounds: [before / MEGABYTE, after / MEGABYTE] }],
      },
      {
        what: `GET character beside ${this.what}`,
        goal: { atLeast: 0.95 },
        summary: summarize(ratios(results.with.perSecond, results.without.perSecond)),
        unit: 'of the requests a second without them',
        series: seriesOf(contestants, results),
        note: `${cpu.toFixed(2)} of the processor time of a request`,
      },
    ];
  },
};

/** Opens streams, each on a connection of its own, and returns a function that closes them. */
async function openStreams({ url }: Server, token: string): Promise<() => void> {
  const headers = { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' };
  const requests: http.ClientRequest[] = [];
  for (let opened = 0; opened < STREAMS; opened += 50) {
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const request = http.get(`${url}/ws/v2.0/events/personal`, { headers, agent: false });
        requests.push(request);
        // Closing it is no error.
        request.on('error', () => {});
        await new Promise<void>((resolve, reject) => {
          request.once('response', (response) => {
            if (response.statusCode !== 200) reject(new Error(`a stream is answered with ${response.statusCode}`));
            response.once('data', () => resolve()).resume();
            response.on('error', () => {});
          });
        });
      }),
    );
  }
  return () => {
    for (const request of requests) request.destroy();
  };
}

export const streamRows = [streams];
