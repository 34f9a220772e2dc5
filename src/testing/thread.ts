import { Writable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { startOptions } from '../cli/host/start-options.js';
import { openSandbox } from '../sandbox/open-sandbox.js';
import { readInput, time } from '../sandbox/read-input.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { createLog } from '../server/log.js';
import { givenSettings } from '../settings/read.js';
import { settingsOf } from '../settings.js';
import type { AnswerMessage, CallMessage, Notice, ThreadData } from './messages.js';

/** The thread in which `startServer` runs a service: tests can change time, timers and modules of their own as they like. */

const { galaxy, settings, logLevel, now, later, flag } = workerData as ThreadData;

const tell = (notice: Notice) => parentPort?.postMessage(notice);

type Operation = (sandbox: Sandbox, input: never) => unknown;

const operations: Record<string, Operation> = {
  clock: (sandbox, input) => sandbox.clock(input),
  fail: (sandbox, input) => sandbox.fail(input),
  heal: (sandbox, input: number | undefined) => sandbox.heal(input),
  requests: (sandbox, input) => sandbox.requests(input),
  snapshot: (sandbox) => sandbox.snapshot(),
  drop: (sandbox, input: string) => sandbox.drop(input),
  reset: (sandbox, input) => sandbox.reset(input),
  token: (sandbox, input) => sandbox.token(input),
  load: (sandbox, input) => sandbox.load(input),
  loadFile: (sandbox, input: string) => sandbox.loadFile(input),
};

void run();

async function run(): Promise<void> {
  try {
    const log = createLog(
      logLevel as 'info',
      new Writable({
        write(chunk, _encoding, done) {
          tell({ line: String(chunk) });
          done();
        },
      }),
    );
    const options = startOptions({
      ...givenSettings(settingsOf('serve'), settings),
      host: '127.0.0.1',
      port: 0,
      metricsPort: 'off',
    });
    const present = galaxy.now === undefined ? undefined : readInput(time, galaxy.now) / 1000;
    const { sandbox, url, token } = await openSandbox(log, options, { ...galaxy, now: present });
    now.on('message', (call: CallMessage) => {
      now.postMessage(answerNow(sandbox, call));
      Atomics.store(flag, 0, 1);
      Atomics.notify(flag, 0);
    });
    later.on('message', async (call: CallMessage) => later.postMessage(await answerLater(sandbox, call)));
    tell({ url, token });
  } catch (error) {
    tell({ problem: problemOf(error) });
  }
}

function answerNow(sandbox: Sandbox, { id, operation, input }: CallMessage): AnswerMessage {
  try {
    return { id, result: operations[operation]?.(sandbox, input as never) };
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

function problemOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
