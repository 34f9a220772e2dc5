import type { MessagePort } from 'node:worker_threads';

/** The setup of a thread, as its `workerData`. */
export interface ThreadData {
  /** The options of the server, unread. */
  options: unknown;
  /** The port on which calls are answered while the caller waits. */
  now: MessagePort;
  /** The port on which all other calls are answered. */
  later: MessagePort;
  /** At `ANSWERED` and `ENDED`. */
  flags: Int32Array;
}

/** The flag that becomes 1 when the answer to a call that is waited for lies in the port. */
export const ANSWERED = 0;

/** The flag that becomes 1 when the thread answers no more calls. */
export const ENDED = 1;

/** The call that ends the service, and the thread with it. It has no answer. */
export const CLOSE = 'close';

/** The call after which the thread stands still, so that it can be terminated. */
export const HALT = 'halt';

/** A call of an operation. */
export interface CallMessage {
  id: number;
  operation: string;
  input: unknown;
}

/** An error that was thrown in the thread. */
export interface Problem {
  message: string;
  /** True where the input was wrong. */
  isInput: boolean;
}

/** The outcome of a call. */
export interface AnswerMessage {
  id: number;
  result?: unknown;
  problem?: Problem;
}

/** A message of the thread that is no answer: it listens, or a line of its log. */
export type Notice = { url: string; token: string } | { problem: Problem } | { line: string };
