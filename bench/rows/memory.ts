import { calls, withBearer } from '../calls.js';
import { startBuilds, startByHand, stopAll } from '../contenders.js';
import { residentBytes } from '../proc.js';
import type { Request } from '../request.js';
import type { Row } from '../row.js';
import { sendLoad } from '../wrk.js';

const MEGABYTE = 1e6;
const CONNECTIONS = 32;

/** Requests that repeat, each with one that does not. */
function mixture(token: string): Request[] {
  const [time, character, different] = ['GET api/time', 'GET character, repeated', 'GET character, different'].map(
    (name) => calls[name] as Request[],
  );
  return withBearer(
    (different ?? []).flatMap((each) => [...(time ?? []), ...(character ?? []), each]),
    token,
  );
}

/** The memory that answered requests leave behind. */
export const memoryRow: Row = {
  name: 'memory',
  async measure(bench) {
    const count = bench.quick ? 10_000 : 1_000_000;
    const contenders = [...(await startBuilds(bench)), await startByHand('koa')];
    const lines: (string | number)[][] = [];
    for (const { name, server, token } of contenders) {
      const megabytes = () => residentBytes(server.pid).now / MEGABYTE;
      const line = [name, megabytes()];
      for (const share of [0.1, 0.8, 0.1]) {
        bench.log(`memory of ${name}: ${share * count} requests`);
        const load = { url: server.url, requests: mixture(token), connections: CONNECTIONS, count: count * share };
        const { failed, refused } = await sendLoad(load);
        if (failed + refused > 0) throw new Error(`${name} did not answer ${failed + refused} requests`);
        line.push(megabytes());
      }
      lines.push([...line, residentBytes(server.pid).peak / MEGABYTE]);
    }
    await stopAll(contenders);
    const head = ['Service', 'MB at first', 'a tenth', 'nine tenths', 'all', 'peak'];
    const requests = count.toLocaleString('en');
    const note = `Resident memory around ${requests} requests, of which a third ask for something else.`;
    return { name: 'memory', title: 'Memory', head, lines, note };
  },
};
