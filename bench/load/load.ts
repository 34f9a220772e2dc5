import type { Request } from '../answer.js';

/** The task of a load generator. */
export interface Load {
  url: string;
  /** One request, or several that take turns, in this order: as many as a row needs to ask for something else each time. */
  requests: readonly Request[];
  /** The index of the request that comes first (0). */
  first?: number;
  connections: number;
  /** The duration or the number of requests; exactly one of them. */
  seconds?: number;
  count?: number;
  /** Every request has another client address in X-Forwarded-For, of 10.0.0.0/8, from this number on. */
  addressesFrom?: number;
  /** The time after which wrk counts an answer as missing, in seconds (2). */
  timeout?: number;
}

/** The results of a load generator. */
export interface Sample {
  requests: number;
  seconds: number;
  /** The 99th percentile of the time to an answer, in milliseconds; absent where the program does not measure it. */
  p99?: number;
  /** Answers with a status of 400 or above. */
  refused: number;
  /** Failed connections and missing answers. */
  failed: number;
}

/** A program that calls a server as fast as it answers, in a process of its own. */
export interface LoadTool {
  name: string;
  send(load: Load): Promise<Sample>;
}
