import http from 'node:http';
import { openSqlite } from '../../src/store/sqlite/open.js';
import { contest, contestLasts, seriesOf, stop } from '../contest.js';
import { copyOf, galaxy } from '../galaxy.js';
import { residentBytes } from '../proc.js';
import type { Row } from '../row.js';
import { type Server, startService } from '../server.js';
import { median, ratios, single, summarize } from '../statistics.js';
import { USUAL, withBearer } from './replayed.js';

const MEGABYTE = 1e6;

const STREAMS = 1000;

/** The maximum number of streams of a token. */
const OF_TOKEN = 10;

/** Trusted proxies have no limit of streams. */
const FLAGS = ['--max-connections', '3000', '--max-streams', '2000', '--trusted-proxies', '127.0.0.1'];

/** The cost of open streams: memory, and what they take from others. */
const streams: Row = {
  name: 'streams',
  what: '1,000 open streams',
  lasts: (bench) => contestLasts(bench, 2),
  async measure(bench) {
    const request = { path: '/ws/v2.0/character' };
    const contestant = async (name: string) => {
      const { database, token } = copyOf(await galaxy(USUAL));
      const tokens = await tokensLike(database, token);
      const server = await startService({ database, flags: FLAGS });
      return { name, server, request: withBearer(request, token), tokens };
    };
    const contestants = { without: await contestant('no stream'), with: await contestant('1,000 streams') };
    const { server, tokens } = contestants.with;
    // The memory of the first requests is none of the streams.
    await bench.tool.send({ url: server.url, requests: [contestants.with.request], connections: 50, count: 20_000 });
    const before = residentBytes(server.pid).now;
    const close = await openStreams(server, tokens);
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

/** Creates more tokens with the permissions of a token. */
async function tokensLike(database: string, token: string): Promise<string[]> {
  const store = await openSqlite({ path: database });
  const now = Math.floor(Date.now() / 1000);
  const principal = await store.tokens.principal(token, now);
  if (!principal) throw new Error('the token is invalid');
  const created = Array.from({ length: STREAMS / OF_TOKEN }, () => store.tokens.create(principal, now));
  const tokens = (await Promise.all(created)).map((each) => each.token);
  await store.close();
  return tokens;
}

/** Opens streams, each on a connection of its own, and returns a function that closes them. */
async function openStreams({ url }: Server, tokens: readonly string[]): Promise<() => void> {
  const requests: http.ClientRequest[] = [];
  for (let opened = 0; opened < STREAMS; opened += 50) {
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const token = tokens[(opened + index) % tokens.length];
        const headers = { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' };
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
