import type http from 'node:http';
import type net from 'node:net';
import { normalizeAddress } from '../request/address.js';
import type { RequestTurns } from './request-turns.js';
import { limitUnread } from './unread.js';

/**
 * The requests of one connection, which are handled one at a time.
 *
 * Node parses everything that a client has pipelined, and would start all of it at once. Here a request waits for the answer
 * to the one before it, other connections have their turn in between, and nothing more is read from the connection while a
 * request waits.
 */
export class RequestQueue {
  readonly #connection: net.Socket;
  readonly #turns: RequestTurns;
  readonly #address: string;
  readonly #handle: http.RequestListener;
  readonly #waiting: Parameters<http.RequestListener>[] = [];
  #isBusy = false;

  constructor(connection: net.Socket, turns: RequestTurns, handle: http.RequestListener) {
    [this.#connection, this.#turns, this.#handle] = [connection, turns, handle];
    this.#address = normalizeAddress(connection.remoteAddress ?? '') ?? 'unknown';
    // Node itself resumes reading at the end of each parsed request.
    connection.on('resume', () => this.#pauseWhileWaiting());
  }

  /** True while a request of the connection is in flight. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Handles a request, at once or after those before it. */
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
    request[1].once('close', this.#next).once('prefinish', this.#limit);
    this.#turns.add(this.#address, () => {
      if (this.#connection.destroyed) this.#drop(request);
      else this.#handle(...request);
    });
  }

  readonly #limit = (): void => limitUnread(this.#connection);

  readonly #next = (): void => {
    if (this.#waiting.length > 0) setImmediate(() => this.#startNext());
    else this.#isBusy = false;
  };

  #startNext(): void {
    if (this.#isClosing) {
      for (const request of this.#waiting.splice(0)) this.#drop(request);
    }
    const request = this.#waiting.shift();
    if (this.#waiting.length === 0) this.#connection.resume();
    if (request) this.#start(request);
  }

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
