import process from 'node:process';
import v8 from 'node:v8';
import vm from 'node:vm';
import test from 'ava';
import { RawClient, request } from '../helpers/raw.js';
import { withServer } from '../helpers/server.js';

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc') as () => void;

/** Returns the bytes of reachable memory, heap and buffers, after finished requests have taken their last step. */
async function reached(): Promise<number> {
  await new Promise(setImmediate);
  collect();
  // What the first collection freed can have held on to more.
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const json = { 'Content-Type': 'application/json' };
const text = 'x'.repeat(15_000);

/** Each of about 16 KB, so that whatever is kept of them adds up. */
const malformed: ((index: number) => string | Buffer)[] = [
  (index) => request('POST /ws/v2.0/api/time', json, `{"a${index}":"${text}"`),
  (index) => request('POST /ws/v2.0/api/time', { ...json, 'Content-Length': '16000' }, `{"b${index}":"${text}"`),
  (index) => request('GET /', { Authorization: `${text.slice(0, 8000)}${index}` }),
  (index) => `${text}${index}\r\n\r\n`,
  (index) => request(`GET /ws/v2.0/character?${index}${text.slice(0, 5000)}`),
  (index) => request('GET /ws/v2.0/event/39:1', { 'X-Forwarded-For': `198.51.100.7, ${text.slice(0, 6000)}${index}` }),
];

test(
  'a flood of malformed requests leaves no memory in use',
  withServer,
  async (t, server) => {
    const flood = async (requests: number) => {
      const worker = async (from: number) => {
        for (let index = from; index < requests; index += 20) {
          const client = await RawClient.connect(server.url);
          client.end(malformed[index % malformed.length]?.(index));
          await client.closed;
        }
      };
      await Promise.all(Array.from({ length: 20 }, (_, from) => worker(from)));
      server.log.length = 0;
    };
    await flood(1000);
    const before = await reached();
    await flood(2500);
    const grown = (await reached()) - before;
    // 30 MB would stay if the requests were kept; what stays is code that was compiled, some 4 MB.
    t.true(grown < 10e6, `grown by ${grown} bytes`);
  },
  { rateLimit: 1e9 },
);
