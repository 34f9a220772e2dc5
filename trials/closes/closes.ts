import { fileURLToPath } from 'node:url';
import { type Ended, startProcess } from '../../test/helpers/cli/program.js';
import type { Task, Trial } from '../trial.js';

const TESTING = fileURLToPath(new URL('../../testing.cjs', import.meta.url));

/** Begins a program that has servers whose callers never rest: pollers, a follower, and calls that nobody waits for. */
const BUSY = `
  const { get } = require('node:http');
  const { startServer } = require(${JSON.stringify(TESTING)});
  // The global fetch keeps something for each address for as long as the process lives.
  const call = (server, path, more) => new Promise((resolve, reject) => {
    const headers = { Authorization: 'Bearer ' + server.token, ...more };
    get(server.url + '/ws/v2.0' + path, { agent: false, headers }, (answer) => {
      answer.on('error', reject).on('end', resolve).resume();
    }).on('error', reject);
  });
  async function start() {
    const server = await startServer({ size: 0.1 });
    const log = '/character/1:1/creditlog?item_count=1000';
    const poll = async () => { for (;;) await call(server, log); };
    for (let each = 0; each < 4; each++) poll().catch(() => {});
    call(server, '/events/personal', { Accept: 'text/event-stream' }).catch(() => {});
    const forget = () => void call(server, '/datacards/20:1').catch(() => {});
    forget();
    server.load([{ kind: 'faction', uid: '20:77', name: 'Harbour' }]).catch(() => {});
    await call(server, log);
    forget();
    return server;
  }`;

/** Runs a program that may call `start()`, for a server with calls in flight, and `startServer()`. */
function runBusy(program: string, options: string[] = []): Promise<Ended> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return startProcess([process.execPath, ...options, '-e', `${BUSY}\n${program}`], { env }).ended;
}

/** Servers of a process. */
const SERVERS = 4;

/** Closes in the process whose memory is measured, for each of the others, and megabytes by which it may grow in the last half. */
const IN_ONE = 3;
const GROWTH = 15;

const ALL = `const servers = await Promise.all(Array.from({ length: ${SERVERS} }, start));`;

/** How servers end, the program that shows it, and the exit code of its process. */
const forms: readonly [form: string, program: string, code: number][] = [
  ['close', `for (let each = 0; each < ${SERVERS}; each++) await (await start()).close();`, 0],
  ['await using', `for (let each = 0; each < ${SERVERS}; each++) await (await start())[Symbol.asyncDispose]();`, 0],
  ['all closed at once', `${ALL} await Promise.all(servers.map((server) => server.close()));`, 0],
  ['interrupted', `process.on('SIGINT', () => process.exit(130)); ${ALL} process.kill(process.pid, 'SIGINT');`, 130],
  ['an exception', `${ALL} throw new Error('the test fails');`, 1],
  ['forgotten', `${ALL} process.exit();`, 0],
];

/** Modules that a process imports first, by the fault that they plant. */
const plants: Record<string, string> = {
  abort: `import { ChildProcess } from 'node:child_process';
    ChildProcess.prototype.ref = () => process.abort();`,
  keep: 'globalThis.kept = []; setInterval(() => kept.push(Buffer.alloc(4e6, 1)), 100).unref();',
};

/** A process of a test ends as its program says, whatever its servers are doing. */
export const closes: Trial = {
  name: 'closes',
  what: 'Servers of `svcapi/testing` that are closed, forgotten or interrupted while calls are in flight',
  promise: 'The process of a test ends with its own exit code, and its memory stays flat.',
  unit: 'processes',
  fullSize: 240,
  shortSize: 6,
  backends: ['sqlite'],
  faults: {
    abort: 'a process that aborts when it closes a server',
    keep: 'a process that keeps memory',
  },
  run,
};

async function run(task: Task): Promise<void> {
  const code = plants[task.fault ?? ''];
  const plant = code === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
  // First, since it shows each planted fault.
  await measureMemory(task, plant);
  await task.inParallel(2, async (number) => {
    const [form, program, code] = forms[number % forms.length] as (typeof forms)[number];
    judge(task, number, form, code, await runBusy(`(async () => { ${program} })();`, plant));
    task.count('closes', SERVERS);
  });
}

function judge(task: Task, number: number, form: string, expected: number, { code, signal, stderr }: Ended): void {
  if (code !== expected) task.violate(number, `${form}: ended with ${signal ?? code}, not ${expected}: ${stderr}`);
}

async function measureMemory(task: Task, plant: string[]): Promise<void> {
  const closes = IN_ONE * task.size;
  const program = `(async () => {
    const sizes = [];
    for (let each = 1; each <= ${closes}; each++) {
      await (await start()).close();
      if (each % ${closes / 2} === 0) sizes.push(Math.round((gc(), process.memoryUsage.rss()) / 1e6));
    }
    console.log(JSON.stringify(sizes));
  })();`;
  const ended = await runBusy(program, ['--expose-gc', ...plant]);
  judge(task, task.from, 'in one process', 0, ended);
  if (ended.code !== 0) return;
  const [half = 0, last = 0] = JSON.parse(ended.stdout);
  task.count('closes', closes);
  task.count('MB of memory after half of the closes in one process', half);
  task.count('MB at its end', last);
  if (last - half > GROWTH)
    task.violate(task.from, `the memory grew from ${half} to ${last} MB in ${closes / 2} closes`);
}
