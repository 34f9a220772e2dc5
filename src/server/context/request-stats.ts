/** Upper bounds of the buckets of durations, in seconds; one more bucket has the longer ones. */
export const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** The status of an answer, or `closed` if the connection ended without one. */
export type Outcome = number | 'closed';

/** The stats of a method of a path. */
export class MethodStats {
  /** The number of requests in each bucket. */
  readonly durations: number[] = BOUNDS.map(() => 0).concat(0);
  readonly outcomes = new Map<Outcome, number>();
  /** The total duration of all requests. */
  seconds = 0;

  observe(outcome: Outcome, seconds: number): void {
    let at = 0;
    while (at < BOUNDS.length && seconds > (BOUNDS[at] as number)) at += 1;
    this.durations[at] = (this.durations[at] as number) + 1;
    this.seconds += seconds;
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }
}

/** The methods with stats of their own. Clients can send many others, which are counted together. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']);

/** The stats of a path. */
export class PathStats {
  readonly methods = new Map<string, MethodStats>();
  /** Calls refused by the rate limit. */
  refused = 0;

  observe(method: string, outcome: Outcome, seconds: number): void {
    this.#of(METHODS.has(method) ? method : 'other').observe(outcome, seconds);
  }

  #of(method: string): MethodStats {
    const known = this.methods.get(method);
    if (known) return known;
    const made = new MethodStats();
    this.methods.set(method, made);
    return made;
  }
}

/** Refusals by the limit that was exceeded: that of all clients, or that of one client address. */
export interface LimitCounts {
  total: number;
  address: number;
}

/**
 * The stats of all requests. They are plain numbers, because every request changes them; the metrics are made of them at
 * each scrape.
 */
export class RequestStats {
  /** By path, spelled as in the index; `other` has the requests on no path of the service. */
  readonly paths = new Map<string, PathStats>();
  readonly other = this.of('other');
  /** Requests that were refused since too many were in flight. */
  readonly shed: LimitCounts = { total: 0, address: 0 };
  /** Connections that were closed at once, since too many were open. */
  readonly refusedConnections: LimitCounts = { total: 0, address: 0 };

  of(path: string): PathStats {
    const known = this.paths.get(path);
    if (known) return known;
    const made = new PathStats();
    this.paths.set(path, made);
    return made;
  }
}
