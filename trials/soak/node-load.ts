import type { LoadTool } from '../../bench/load/load.js';
import { HttpClient } from '../http-client.js';

/** Sends a number of requests from this process, where wrk is not installed. */
export const nodeLoad: LoadTool = {
  name: 'node',
  async send({ url, requests, connections, count = 0, addressesFrom }) {
    const client = new HttpClient(url, connections);
    const begun = performance.now();
    const sample = { requests: 0, seconds: 0, refused: 0, failed: 0 };
    let sent = 0;
    const worker = async () => {
      while (sent < count) {
        sent += 1;
        const number = (addressesFrom ?? 0) + sent;
        const { method = 'GET', headers = {}, ...request } = requests[number % requests.length] ?? { path: '/' };
        const forwarded = { 'X-Forwarded-For': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` };
        const all = { ...headers, ...(addressesFrom !== undefined && forwarded) };
        const reply = await client.send({ ...request, method, headers: all }).catch(() => undefined);
        sample.requests += 1;
        if (reply === undefined) sample.failed += 1;
        else if (reply.status >= 400) sample.refused += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, worker));
    client.close();
    return { ...sample, seconds: (performance.now() - begun) / 1000 };
  },
};
