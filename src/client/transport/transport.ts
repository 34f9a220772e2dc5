import type { Signal, Url } from '../platform.js';

/** A request as a transport sends it. */
export interface TransportRequest {
  method: string;
  /** The address of the service; its origin is called. */
  url: Url;
  /** Path and query, byte for byte: a URL would resolve `..`, which can be a name here. */
  target: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  /** Aborts the request and its answer; its reason is thrown. */
  signal: Signal;
}

/** The head of an answer. */
export interface AnswerHead {
  status: number;
  /** The header fields by their names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The status line and the header fields as they were received, in lines, where the transport has them. */
  head?: string | undefined;
}

/** An answer whose body is still arriving. */
export interface OpenAnswer extends AnswerHead {
  body: AsyncIterable<Uint8Array>;
}

/** A whole answer. */
export interface TransportAnswer extends AnswerHead {
  text: string;
}

/**
 * Sends a request, and resolves when the head of the answer has arrived. Redirects are not followed, so that the token reaches no
 * other server.
 *
 * It throws Unreachable if there is no connection or no answer, and WrongAnswer if the answer is not HTTP.
 */
export type Transport = (request: TransportRequest) => Promise<OpenAnswer>;
