import type { MessagePort } from 'node:worker_threads';

/** The setup of a thread, as its `workerData`. */
export interface ThreadData {
  galaxy: {
    now?: number | string | undefined;
    seed?: number | undefined;
    size?: number | undefined;
    token?: string | undefined;
  };
  settings: Record<string, unknown>;
  /** The lowest level that is logged. */
  logLevel: string;
  /** The port on which calls are answered while the caller waits. */
  now: MessagePort;
  /** The port on which all other calls are answered. */
  later: MessagePort;
  /** Becomes 1 when the answer to a call that is waited for lies in the port. */
  flag: Int32Array;
}

/** A call of an operation. */
export interface CallMessage {
  id: number;
  operation: string;
  input: unknown;
}

/** The outcome of a call. */
export interface AnswerMessage {
  id: number;
  result?: unknown;
  /** The message of the error that was thrown. */
  problem?: string;
}

/** A message of the thread that is no answer: it listens, or a line of its log. */
export type Notice = { url: string; token: string } | { problem: string } | { line: string };
