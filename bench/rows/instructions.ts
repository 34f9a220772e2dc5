import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { calls, withBearer } from '../calls.js';
import { type Contender, startBuilds, startByHand } from '../contenders.js';
import { temporaryFolder } from '../environment.js';
import { type Request, send } from '../request.js';
import type { Bench, Row } from '../row.js';

const CONNECTIONS = 8;

const WHAT = 'GET character, different';

/**
 * The instructions of the processor for a request, which valgrind counts whatever else the machine does. Each server is
 * started twice, and gets few and then many requests: the difference is what a request costs once the code is compiled.
 */
export const instructionsRow: Row = {
  name: 'instructions',
  isOptional: true,
  async measure(bench) {
    const [few, many] = bench.quick ? ([500, 1500] as const) : ([3000, 13_000] as const);
    const less = await countAll(bench, few);
    const more = await countAll(bench, many);
    const lines = more.map(({ name, instructions }, index) => [
      name,
      (instructions - (less[index]?.instructions ?? 0)) / (many - few),
    ]);
    const note = 'A character, a different one each time. Counted by valgrind; runs differ by up to five percent.';
    const head = ['Service', 'Instructions a request'];
    return { name: 'instructions', title: 'Instructions of the processor', head, lines, note };
  },
};

async function countAll(bench: Bench, requests: number) {
  const logs = join(temporaryFolder, `instructions-${requests}-%p.txt`);
  const output = `--cachegrind-out-file=${join(temporaryFolder, 'cachegrind-%p')}`;
  const tool = ['--tool=cachegrind', '--cache-sim=no', '--smc-check=all-non-file', output];
  const under = ['valgrind', ...tool, `--log-file=${logs}`];
  const contenders = [...(await startBuilds(bench, under)), await startByHand('koa', under)];
  const counted: { name: string; instructions: number }[] = [];
  for (const contender of contenders) {
    bench.log(`${requests} requests to ${contender.name} under valgrind`);
    await callOften(contender, requests);
    const { name, server } = contender;
    const ended = once(server.process, 'exit');
    server.process.kill('SIGTERM');
    await ended;
    const [, digits = ''] =
      /I\s+refs:\s+([\d,]+)/.exec(readFileSync(logs.replace('%p', String(server.pid)), 'utf8')) ?? [];
    counted.push({ name, instructions: Number(digits.replaceAll(',', '')) });
  }
  return counted;
}

async function callOften({ name, server, token }: Contender, count: number): Promise<void> {
  const requests = withBearer((calls[WHAT] ?? []).slice(0, count), token);
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const left = requests.values();
  const worker = async () => {
    for (const request of left as Iterable<Request>) {
      const { status } = await send(server.url, request, agent);
      if (status !== 200) throw new Error(`${name} answered ${request.path} with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
}
