/** Bounds of the classes that durations fall into, in seconds; a last class has what took longer. */
export const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** A status, or `closed` where the connection ended without an answer. */
export type Outcome = number | 'closed';

/** What was measured of one method of a path. */
export class MethodStats {
  /** How many requests took up to each of the bounds, but longer than the one before. */
  readonly durations: number[] = BOUNDS.map(() => 0).concat(0);
  readonly outcomes = new Map<Outcome, number>();
  /** Of all requests together. */
  seconds = 0;

  observe(outcome: Outcome, seconds: number): void {
    let at = 0;
    while (at < BOUNDS.length && seconds > (BOUNDS[at] as number)) at += 1;
    this.durations[at] = (this.durations[at] as number) + 1;
    this.seconds += seconds;
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }
}

/** The methods that have stats of their own. Node understands many more, and a caller chooses freely among them. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']);

/** What was measured of one path. */
export class PathStats {
  readonly methods = new Map<string, MethodStats>();
  /** Calls that were over the rate limit. */
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
 * What the service counts of itself: plain numbers, since every request changes some of them and few are ever read. What is
 * told of them to Prometheus is drawn when it asks.
 */
export class RequestStats {
  /** By the path as the index spells it; `other` has what is on no path of the service. */
  readonly paths = new Map<string, PathStats>();
  readonly other = this.of('other');
  /** Requests that were refused since too many were in flight. */
  readonly shed: LimitCounts = { total: 0, address: 0 };
  /** Connections that were closed at once, since too many were open. */
  readonly refusedConnections: LimitCounts = { total: 0, address: 0 };
  /** What came in and was no request. */
  malformed = 0;

  of(path: string): PathStats {
    const known = this.paths.get(path);
    if (known) return known;
    const made = new PathStats();
    this.paths.set(path, made);
    return made;
  }
}
