import { Writable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { startOptions } from '../cli/host/start-options.js';
import { MAX_SIZE } from '../demo/size.js';
import { type OpenSandbox, openSandbox } from '../sandbox/open-sandbox.js';
import { options, readInput, SandboxError, time } from '../sandbox/read-input.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { createLog } from '../server/log.js';
import { settingsOf } from '../settings/index.js';
import { givenSettings } from '../settings/read.js';
import { LOG_LEVELS } from '../settings/server-settings.js';
import { SettingError } from '../settings/setting.js';
import {
  ANSWERED,
  type AnswerMessage,
  type CallMessage,
  CLOSE,
  ENDED,
  HALT,
  type Notice,
  type Problem,
  type ThreadData,
} from './messages.js';
import { OWN_SETTINGS } from './own-settings.js';

/** The thread in which `startServer` runs a service: tests can change time, timers and modules of their own as they like. */

const { options: given, now, later, flags } = workerData as ThreadData;

const tell = (notice: Notice) => parentPort?.postMessage(notice);

type Operation = (sandbox: Sandbox, input: never) => unknown;

const operations: Record<string, Operation> = {
  now: (sandbox) => sandbox.now(),
  clock: (sandbox, input) => sandbox.clock(input),
  fail: (sandbox, input) => sandbox.fail(input),
  heal: (sandbox, input: number | undefined) => sandbox.heal(input),
  faults: (sandbox) => sandbox.faults(),
  strikes: (sandbox, input: number) => sandbox.strikes(input),
  requests: (sandbox, input) => sandbox.requests(input),
  clearRequests: (sandbox) => sandbox.clearRequests(),
  waitFor: (sandbox, input) => sandbox.waitFor(input),
  verify: (sandbox, input) => sandbox.verify(input),
  snapshot: (sandbox) => sandbox.snapshot(),
  drop: (sandbox, input: string) => sandbox.drop(input),
  reset: (sandbox, input) => sandbox.reset(input),
  token: (sandbox, input) => sandbox.token(input),
  signIn: (sandbox, input) => sandbox.signIn(input),
  load: (sandbox, input) => sandbox.load(input),
  loadFile: (sandbox, input: string) => sandbox.loadFile(input),
};

const startInput = options({
  now: time.optional(),
  seed: z.int().optional(),
  size: z.number().gt(0).max(MAX_SIZE).optional(),
  token: z.string().optional(),
  settings: z.record(z.string(), z.unknown()).default({}),
  logLevel: z.enum(LOG_LEVELS),
});

process.on('exit', wake);

let opened: OpenSandbox | undefined;
// Also while the service starts or closes: the process may end at any time.
now.on('message', (call: CallMessage) => {
  if (call.operation === HALT) standStill();
  now.postMessage(answerNow(call));
  Atomics.store(flags, ANSWERED, 1);
  Atomics.notify(flags, ANSWERED);
});
now.unref();
void run();

async function run(): Promise<void> {
  try {
    opened = await open();
    const { sandbox, url, token } = opened;
    later.on('message', async (call: CallMessage) => {
      if (call.operation === CLOSE) await close();
      else later.postMessage(await answerLater(sandbox, call));
    });
    tell({ url, token });
  } catch (error) {
    tell({ problem: problemOf(error) });
  }
}

async function open(): Promise<OpenSandbox> {
  const { now: present, settings, logLevel, ...galaxy } = readInput(startInput, given);
  const own = OWN_SETTINGS.find((name) => name in settings);
  if (own !== undefined) throw new SandboxError(`settings.${own}: the server chooses it itself; leave it out`);
  const write = (chunk: unknown, _: string, done: () => void) => {
    tell({ line: String(chunk) });
    done();
  };
  return openSandbox(
    createLog(logLevel, new Writable({ write })),
    startOptions({
      ...givenSettings(settingsOf('serve'), settings),
      host: '127.0.0.1',
      port: 0,
      metricsPort: 'off',
      // Nothing waits for the requests in flight.
      drainDelay: 0,
      shutdownTimeout: 0,
    }),
    { ...galaxy, now: present === undefined ? undefined : present / 1000 },
  );
}

/** Closes what keeps the thread alive, which then ends by itself. */
async function close(): Promise<void> {
  await opened?.close();
  later.close();
}

/** Tells a caller who waits that no answer will come. */
function wake(): void {
  Atomics.store(flags, ENDED, 1);
  Atomics.store(flags, ANSWERED, 1);
  Atomics.notify(flags, ANSWERED);
}

/** Waits for ever. Here no statement is at work: the end of the process can terminate the thread. */
function standStill(): void {
  wake();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function answerNow({ id, operation, input }: CallMessage): AnswerMessage {
  try {
    return { id, result: opened && operations[operation]?.(opened.sandbox, input as never) };
  } catch (error) {
    return { id, problem: problemOf(error) };
  }
}

async function answerLater(sandbox: Sandbox, { id, operation, input }: CallMessage): Promise<AnswerMessage> {
  try {
    return { id, result: await operations[operation]?.(sandbox, input as never) };
  } catch (error) {
    return { id, problem: problemOf(error) };
  }
}

function problemOf(error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error);
  return {
    message,
    isInput: error instanceof SandboxError || error instanceof SettingError || error instanceof RangeError,
  };
}
