import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { AnswerMessage, CallMessage, Notice, ThreadData } from './messages.js';

/** The longest time that a call is waited for, in milliseconds: the thread has ended, or is stopped in a debugger. */
const PATIENCE = 30_000;

/** A service in a thread of its own. */
export class ServerThread {
  readonly #worker: Worker;
  readonly #now: MessageChannel['port1'];
  readonly #later: MessageChannel['port1'];
  readonly #flag: Int32Array;
  readonly #waiting = new Map<number, (answer: AnswerMessage) => void>();
  #latest = 0;
  #hasEnded = false;

  /** Starts the thread, and resolves when its service listens. */
  static async start(
    file: string | URL,
    data: Pick<ThreadData, 'galaxy' | 'settings' | 'logLevel'>,
    onLine: ((line: string) => void) | undefined,
  ): Promise<{ thread: ServerThread; url: string; token: string }> {
    const thread = new ServerThread(file, data);
    const { url, token } = await thread.#listening(onLine);
    // From here on the service keeps no process alive, which ends with its last test.
    thread.#worker.unref();
    return { thread, url, token };
  }

  private constructor(file: string | URL, data: Pick<ThreadData, 'galaxy' | 'settings' | 'logLevel'>) {
    const now = new MessageChannel();
    const later = new MessageChannel();
    this.#flag = new Int32Array(new SharedArrayBuffer(4));
    this.#now = now.port1;
    this.#later = later.port1;
    this.#worker = new Worker(file, {
      workerData: { ...data, now: now.port2, later: later.port2, flag: this.#flag } satisfies ThreadData,
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
    this.#worker.once('exit', () => {
      this.#hasEnded = true;
      for (const [id, settle] of this.#waiting) settle({ id, problem: 'the server was closed' });
      this.#waiting.clear();
    });
  }

  /** Calls an operation, and waits for its result without letting anything else run. */
  callNow(operation: string, input?: unknown): unknown {
    const id = this.#send(this.#now, operation, input);
    for (;;) {
      const status = Atomics.wait(this.#flag, 0, 0, PATIENCE);
      Atomics.store(this.#flag, 0, 0);
      const answer = receiveMessageOnPort(this.#now)?.message as AnswerMessage | undefined;
      if (answer?.id === id) return resultOf(answer);
      if (!answer && status === 'timed-out') throw new Error('the server does not answer');
    }
  }

  /** Calls an operation that takes time. */
  async call(operation: string, input?: unknown): Promise<unknown> {
    const id = this.#send(this.#later, operation, input);
    this.#later.ref();
    return resultOf(await new Promise<AnswerMessage>((resolve) => this.#waiting.set(id, resolve)));
  }

  /** Ends the thread and its service. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #send(port: MessageChannel['port1'], operation: string, input: unknown): number {
    if (this.#hasEnded) throw new Error('the server was closed');
    this.#latest += 1;
    port.postMessage({ id: this.#latest, operation, input } satisfies CallMessage);
    return this.#latest;
  }

  #listening(onLine: ((line: string) => void) | undefined): Promise<{ url: string; token: string }> {
    return new Promise((resolve, reject) => {
      this.#worker.on('message', (notice: Notice) => {
        if ('line' in notice) onLine?.(notice.line);
        else if ('problem' in notice) reject(new TypeError(`The server does not start: ${notice.problem}`));
        else resolve(notice);
      });
      this.#worker.once('error', reject);
      this.#worker.once('exit', () => reject(new Error('the server ended while it was starting')));
    });
  }
}

function resultOf({ result, problem }: AnswerMessage): unknown {
  if (problem !== undefined) throw new TypeError(problem);
  return result;
}
