export interface TransportRequest {
  method: string;
  /** Only its origin is called. */
  url: URL;
  /** Path and query, byte for byte: a URL would resolve `..`, which can be a name here. */
  target: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  signal: AbortSignal;
}

export interface AnswerHead {
  status: number;
  /** Names are in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The status line and the header fields as received, in lines, where the transport has them. */
  head?: string | undefined;
}

/** An answer whose body is still arriving. */
export interface OpenAnswer extends AnswerHead {
  body: AsyncIterable<Uint8Array>;
}

export interface TransportAnswer extends AnswerHead {
  text: string;
}

/** Follows no redirect, so that no other server gets the token. Throws Unreachable, or WrongAnswer if the answer is not HTTP. */
export type Transport = (request: TransportRequest) => Promise<OpenAnswer>;
