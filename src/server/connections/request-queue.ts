import type http from 'node:http';
import type net from 'node:net';
import { noteArrival } from '../../turn.js';
import type { Lifecycle } from '../context/lifecycle.js';

/** The maximum number of requests that one turn of the event loop starts. */
const MOST = 16;

/** The same in a turn in which a connection has arrived: others may wait behind it, of which Node accepts one a turn. */
const MOST_AFTER_ARRIVAL = 2;

/**
 * The requests of all connections that wait to be started. Up to sixteen are started together, in the phase of the event loop that
 * follows the reading of sockets.
 *
 * A request that is started in the callback of its socket costs about twice as much with eight connections: each callback ends with its own
 * look for changes, its own microtasks and its own wake-up of a client, and the loop comes back for the next one. Beside sixty connections that
 * pipeline, while forty others are opened at a time, a new one waited for up to 137 ms if each turn started sixteen.
 */
export class RequestQueue {
  readonly #waiting: (() => void)[] = [];
  readonly #lifecycle: Pick<Lifecycle, 'accepting'>;
  #isScheduled = false;
  #hasArrived = false;

  constructor(lifecycle: Pick<Lifecycle, 'accepting'>) {
    this.#lifecycle = lifecycle;
  }

  /** Starts a request behind those that came before it. */
  add(start: () => void): void {
    this.#waiting.push(start);
    if (!this.#isScheduled) this.#schedule();
  }

  /** Notes that a connection has arrived in this turn. */
  noteConnection(): void {
    this.#hasArrived = true;
    noteArrival();
  }

  #schedule(): void {
    this.#isScheduled = true;
    setImmediate(this.#startSome);
  }

  readonly #startSome = (): void => {
    const most = this.#hasArrived ? MOST_AFTER_ARRIVAL : MOST;
    this.#hasArrived = false;
    const some = this.#waiting.splice(0, this.#lifecycle.accepting ? 0 : most);
    if (this.#waiting.length > 0) this.#schedule();
    else this.#isScheduled = false;
    for (const start of some) start();
  };
}

/**
 * The requests of one connection, which are handled one at a time.
 *
 * Node parses everything that a client has pipelined, and would start all of it at once. Here a request waits for the answer
 * to the one before it, other connections have their turn in between, and nothing more is read from the connection while a
 * request waits.
 */
export class ConnectionQueue {
  readonly #connection: net.Socket;
  readonly #requests: RequestQueue;
  readonly #handle: http.RequestListener;
  readonly #waiting: Parameters<http.RequestListener>[] = [];
  #isBusy = false;

  constructor(connection: net.Socket, requests: RequestQueue, handle: http.RequestListener) {
    this.#connection = connection;
    this.#requests = requests;
    this.#handle = handle;
    // Node itself resumes reading at the end of each parsed request.
    connection.on('resume', () => this.#pauseWhileWaiting());
  }

  /** True while a request of the connection is in flight. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Handles a request, behind those before it. */
  add(...request: Parameters<http.RequestListener>): void {
    if (this.#isClosing) {
      this.#drop(request);
    } else if (this.#isBusy) {
      this.#waiting.push(request);
      this.#pauseWhileWaiting();
    } else {
      this.#start(request);
    }
  }

  #start(request: Parameters<http.RequestListener>): void {
    this.#isBusy = true;
    request[1].once('close', this.#next);
    this.#requests.add(() => {
      if (this.#connection.destroyed) this.#drop(request);
      else this.#handle(...request);
    });
  }

  readonly #next = (): void => {
    this.#isBusy = false;
    if (this.#isClosing) {
      for (const request of this.#waiting.splice(0)) this.#drop(request);
    }
    const request = this.#waiting.shift();
    if (!request) return;
    if (this.#waiting.length === 0) this.#connection.resume();
    this.#start(request);
  };

  /** Discards a request behind the last answer. */
  #drop([request]: Parameters<http.RequestListener>): void {
    request.resume();
  }

  #pauseWhileWaiting(): void {
    if (this.#waiting.length > 0 && !this.#isClosing) this.#connection.pause();
  }

  get #isClosing(): boolean {
    return this.#connection.writableEnded || this.#connection.destroyed;
  }
}
