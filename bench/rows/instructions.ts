import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { calls, withBearer } from '../calls.js';
import { startBuilds, startByHand } from '../contenders.js';
import { temporaryFolder } from '../environment.js';
import { type Request, send } from '../request.js';
import type { Bench, Row } from '../row.js';
import type { Server } from '../server.js';

const CONNECTIONS = 8;

const WHAT = ['GET character, different', 'GET datacard, different'];

/**
 * The instructions of the processor for a request, which valgrind counts whatever else the machine does. Each server is
 * started twice, and gets few and then many requests: the difference is what a request costs once the code is compiled.
 */
export const instructionsRow: Row = {
  name: 'instructions',
  isOptional: true,
  async measure(bench) {
    const [few, many] = bench.quick ? ([500, 1500] as const) : ([3000, 13_000] as const);
    const lines: (string | number)[][] = [];
    for (const what of WHAT) {
      const less = await countAll(bench, what, few);
      const more = await countAll(bench, what, many);
      const each = more.map((count, index) => (count - (less[index] ?? 0)) / (many - few));
      const bare = each.at(-1) as number;
      lines.push([what, ...each.slice(0, -1), (each[0] as number) / bare]);
    }
    const note = 'Counted by valgrind, within five percent. The bare service counts and logs nothing.';
    const head = ['Request', ...bench.builds.map(({ name }) => name), 'of bare Koa'];
    return { name: 'instructions', title: 'Instructions', head, lines, note };
  },
};

async function countAll(bench: Bench, what: string, requests: number): Promise<number[]> {
  const logs = join(temporaryFolder, `instructions-${requests}-%p.txt`);
  const output = `--cachegrind-out-file=${join(temporaryFolder, 'cachegrind-%p')}`;
  const tool = ['--tool=cachegrind', '--cache-sim=no', '--smc-check=all-non-file', output];
  const under = ['valgrind', ...tool, `--log-file=${logs}`];
  const contenders = [...(await startBuilds(bench, under)), await startByHand('bare', under)];
  const counted: number[] = [];
  for (const { name, server, token } of contenders) {
    bench.log(`${what}, ${requests} requests to ${name} under valgrind`);
    await callOften(server, withBearer((calls[what] ?? []).slice(0, requests), token));
    const ended = once(server.process, 'exit');
    server.process.kill('SIGTERM');
    await ended;
    const [, digits = ''] =
      /I\s+refs:\s+([\d,]+)/.exec(readFileSync(logs.replace('%p', String(server.pid)), 'utf8')) ?? [];
    counted.push(Number(digits.replaceAll(',', '')));
  }
  return counted;
}

async function callOften({ url }: Server, requests: readonly Request[]): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const left = requests.values();
  const worker = async () => {
    for (const request of left as Iterable<Request>) {
      const { status } = await send(url, request, agent);
      if (status !== 200) throw new Error(`${url}${request.path} answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
}
