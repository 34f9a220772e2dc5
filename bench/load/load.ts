import type { Request } from '../answer.js';

/** What a load generator is asked to do. */
export interface Load {
  url: string;
  /** One request, or several that take turns. */
  requests: readonly Request[];
  connections: number;
  /** For how long, or how many requests; one of them. */
  seconds?: number;
  count?: number;
  /** Every request names another caller in X-Forwarded-For: addresses of 10.0.0.0/8, from the one of this number on. */
  addressesFrom?: number;
}

/** What it saw. */
export interface Sample {
  requests: number;
  seconds: number;
  /** Answers with a status over 399. */
  refused: number;
  /** Connections that failed, and answers that did not come. */
  failed: number;
}

/** A program that calls a server as fast as it answers, from a process of its own. */
export interface LoadTool {
  name: string;
  send(load: Load): Promise<Sample>;
}
