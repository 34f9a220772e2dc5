import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
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
import { clearTimeout, setTimeout } from './real-timers.js';
import {
  InvalidOptionError,
  ServerClosedError,
  ServerStartError,
  ServerTimeoutError,
  TestingError,
} from './testing-error.js';

/** The longest time that a call is waited for, in milliseconds: the thread is stopped in a debugger. */
const PATIENCE = 30_000;

/**
 * The longest time that closing takes, in milliseconds, before the thread is terminated: which aborts the process if SQLite is at work
 * in it, so a slow machine has time.
 */
const CLOSING = 60_000;

/** A service in a thread of its own. */
export class ServerThread {
  readonly #worker: Worker;
  readonly #now: MessageChannel['port1'];
  readonly #later: MessageChannel['port1'];
  readonly #flags: Int32Array;
  readonly #waiting = new Map<number, (answer: AnswerMessage) => void>();
  readonly #ended: Promise<void>;
  #latest = 0;
  #closing: Promise<void> | undefined;
  #crash: unknown;

  /** Starts the thread, and resolves when its service listens. */
  static async start(
    file: string | URL,
    options: unknown,
    onLine: ((line: string) => void) | undefined,
  ): Promise<{ thread: ServerThread; url: string; token: string }> {
    const thread = create(file, options);
    const { url, token } = await thread.#listening(onLine);
    // From here on the service keeps no process alive, which ends with its last test.
    thread.#worker.unref();
    return { thread, url, token };
  }

  constructor(file: string | URL, options: unknown) {
    const now = new MessageChannel();
    const later = new MessageChannel();
    this.#flags = new Int32Array(new SharedArrayBuffer(8));
    this.#now = now.port1;
    this.#later = later.port1;
    this.#worker = new Worker(file, {
      workerData: { options, now: now.port2, later: later.port2, flags: this.#flags } satisfies ThreadData,
      transferList: [now.port2, later.port2],
      // Neither loaders nor variables of the tests change the service.
      execArgv: [],
      env: {},
    });
    this.#later.on('message', (answer: AnswerMessage) => {
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
      if (this.#waiting.size === 0) this.#later.unref();
    });
    this.#later.unref();
    this.#worker.on('error', (error) => {
      this.#crash = error;
    });
    running.add(this);
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        running.delete(this);
        Atomics.store(this.#flags, ENDED, 1);
        this.#later.close();
        for (const [id, settle] of this.#waiting) settle({ id });
        this.#waiting.clear();
        resolve();
      });
    });
  }

  /** Calls an operation, and waits for its result without letting anything else run. */
  callNow(operation: string, input?: unknown, patience = PATIENCE): unknown {
    const id = this.#send(this.#now, operation, input);
    for (;;) {
      const status = Atomics.wait(this.#flags, ANSWERED, 0, patience);
      Atomics.store(this.#flags, ANSWERED, 0);
      const answer = receiveMessageOnPort(this.#now)?.message as AnswerMessage | undefined;
      if (answer?.id === id) return resultOf(answer);
      if (this.#hasEnded) throw this.#closed();
      if (!answer && status === 'timed-out')
        throw new ServerTimeoutError(`the server has not answered for ${patience / 1000} s`);
    }
  }

  /** Calls an operation that takes time. */
  async call(operation: string, input?: unknown): Promise<unknown> {
    const id = this.#send(this.#later, operation, input);
    this.#later.ref();
    const answer = await new Promise<AnswerMessage>((resolve) => this.#waiting.set(id, resolve));
    if (!('result' in answer || 'problem' in answer)) throw this.#closed();
    return resultOf(answer);
  }

  /**
   * Ends the service, and waits until its thread has ended by itself. To terminate a thread while SQLite is at work in it aborts
   * the process (Node-API cannot throw in an environment that is being torn down).
   *
   * @throws {ServerTimeoutError} when the thread had to be terminated
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    if (!this.#hasEnded) this.#later.postMessage({ id: 0, operation: CLOSE, input: undefined } satisfies CallMessage);
    this.#worker.ref();
    let late: NodeJS.Timeout | undefined;
    const limit = new Promise<true>((resolve) => {
      late = setTimeout(() => resolve(true), CLOSING);
    });
    const isLate = await Promise.race([this.#ended, limit]);
    clearTimeout(late);
    if (!isLate) return;
    await this.#worker.terminate();
    throw new ServerTimeoutError(`the server did not close within ${CLOSING / 1000} s, and was terminated`);
  }

  /** Waits until the thread stands still, or has ended: the end of the process terminates it. */
  halt(): void {
    try {
      if (!this.#hasEnded) this.callNow(HALT, undefined, CLOSING);
    } catch {
      // It has ended meanwhile, or hangs: nobody can wait any longer.
    }
  }

  get #hasEnded(): boolean {
    return Atomics.load(this.#flags, ENDED) === 1;
  }

  #closed(): ServerClosedError {
    return this.#crash === undefined
      ? new ServerClosedError('the server was closed')
      : new ServerClosedError('the server has ended by itself', { cause: this.#crash });
  }

  #send(port: MessageChannel['port1'], operation: string, input: unknown): number {
    if (this.#hasEnded || (this.#closing && operation !== HALT)) throw this.#closed();
    this.#latest += 1;
    try {
      port.postMessage({ id: this.#latest, operation, input } satisfies CallMessage);
    } catch (error) {
      throw new InvalidOptionError(`${operation}: expected plain values (${(error as Error).message})`);
    }
    return this.#latest;
  }

  #listening(onLine: ((line: string) => void) | undefined): Promise<{ url: string; token: string }> {
    return new Promise((resolve, reject) => {
      this.#worker.on('message', (notice: Notice) => {
        if ('line' in notice) onLine?.(notice.line);
        else if ('problem' in notice) reject(startError(notice.problem));
        else resolve(notice);
      });
      this.#worker.once('error', (error) => reject(new ServerStartError(error.message, { cause: error })));
      this.#worker.once('exit', () => reject(new ServerStartError('the server ended while it was starting')));
    });
  }
}

/** @throws {InvalidOptionError} for options that cannot be passed on, such as functions */
function create(file: string | URL, options: unknown): ServerThread {
  try {
    return new ServerThread(file, options);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    throw new InvalidOptionError(`expected plain values as options (${error.message})`);
  }
}

/** The threads of this process that have not ended. */
const running = new Set<ServerThread>();

process.on('exit', () => {
  for (const thread of running) thread.halt();
});

function resultOf({ result, problem }: AnswerMessage): unknown {
  if (problem) throw errorOf(problem);
  return result;
}

function errorOf({ message, isInput }: Problem): TestingError {
  return isInput ? new InvalidOptionError(message) : new TestingError(message);
}

function startError(problem: Problem): TestingError {
  return problem.isInput ? new InvalidOptionError(problem.message) : new ServerStartError(problem.message);
}
