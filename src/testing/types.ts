import type { ClockState, RecordedRequest, ShownSignIn } from '../sandbox/shown.js';
import type { Permission, RouteFailures, SettingName } from './declared-names.js';

/** A time: Unix seconds, ISO 8601 with its zone, galactic time such as `Year 27 Day 1`, or a Date. */
export type Time = number | string | Date;

/** A span of time: a number of seconds, or a number with `ms`, `s`, `m`, `h` or `d`, such as `2h`. */
export type Duration = number | string;

/** A route by its method and path, without the optional part: `GET /character`. */
export type RouteName = keyof RouteFailures;

/** An error code of a route, or of any route. */
export type ErrorCode<Route extends RouteName | '*' = '*'> = RouteFailures[Route extends RouteName ? Route : RouteName];

export interface StartOptions {
  /** The end of the demo galaxy’s history, at which the clock stands; `Year 27 Day 1` by default. */
  now?: Time;
  /** Chooses the demo galaxy, and which requests a `probability` strikes; 1 by default. */
  seed?: number;
  /** The size of the demo galaxy: 1, the default, has 200 characters and 20,000 transactions. */
  size?: number;
  /** The value of the first token, in visible ASCII without spaces; always the same by default. */
  token?: string;
  /** Settings of the service, as in its config file: `{ rateLimit: 10, rateWindow: '1m' }`. */
  settings?: { readonly [Name in SettingName]?: string | number | boolean | readonly string[] };
  /** Is called with each line of the service’s log, which is JSON. */
  log?: (line: string) => void;
  /** The lowest level that is logged; `info` with `log`. */
  logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
}

/** The effect of a fault on requests of a route. */
export type Fault<Route extends RouteName | '*' = '*'> = (
  | {
      /** Answers with this error code, as the service does by itself. */
      code: ErrorCode<Route>;
    }
  | {
      /** Answers with the error code that has this HTTP status. */
      status: number;
    }
  | {
      /** Lets the answer wait, in real time. */
      delay: Duration;
    }
  | {
      /** Closes the connection after so many bytes of the body. */
      cut: `after ${number} bytes` | 'after 1 byte';
    }
  | {
      /** Closes the connection without an answer, as for a blacklisted address. */
      silence: true;
    }
) & {
  /** The number of requests that it strikes; all of them by default. */
  times?: number;
  /** The share of requests that it strikes, above 0 and at most 1, drawn with the seed. */
  probability?: number;
};

/** A fault that was asked for. */
export interface FaultHandle {
  /** Ends it. */
  stop(): void;
  [Symbol.dispose](): void;
}

export interface TokenRequest {
  /** The uid or the name of the character that the token acts for. */
  character: string;
  /** All of them by default. */
  permissions?: readonly Permission[];
  /** The time until it expires, by the clock of the service; 100 years by default. */
  lifetime?: Duration;
}

/** A sign-in, as the `oauth` option of the client takes it. */
export type SignIn = ShownSignIn;

export interface SignInRequest {
  /** The uid or the name of the character that has signed in. */
  character: string;
  /** The id of the program, `sandbox-program` by default; one that is unknown is registered. */
  client?: string;
  /** The permissions of the program; everything by default. */
  scopes?: readonly Permission[];
}

export interface RequestFilter {
  /** Only the requests of this route. */
  route?: RouteName | '*';
}

/** A state of the service that it can go back to. */
export interface Snapshot {
  readonly snapshot: string;
  /** Forgets it, when it is not needed any more. */
  drop(): Promise<void>;
}

/** A record of a galaxy file: docs/import-format.md lists the kinds and their fields. */
export interface GalaxyRecord {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/**
 * The clock of a service, which stands still unless it was told to run. It is also one for the client:
 * `new Client({ baseUrl: server.url, clock: server.clock })` waits until the test has moved it on.
 */
export interface Clock {
  /** Returns the time in Unix milliseconds. */
  now(): number;
  /** Returns the time in Unix seconds, as galactic time and as a date. */
  state(): ClockState;
  set(time: Time): ClockState;
  advance(span: Duration): ClockState;
  /** Lets the clock run. */
  run(): ClockState;
  stop(): ClockState;
  /** Resolves when the clock has come so many milliseconds further; throws the reason of the signal when it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** A running service that a test controls. */
export interface Server extends AsyncDisposable {
  /** Its address, such as `http://127.0.0.1:34567`. */
  readonly url: string;
  /** A token of the demo’s first character, 1:1, with every permission. */
  readonly token: string;
  readonly clock: Clock;
  /**
   * Makes requests of a route, or all with `*`, fail. Of several faults for a request, the first that was asked for holds; a
   * delay holds beside another.
   */
  fail<Route extends RouteName | '*'>(route: Route, fault: Fault<Route>): FaultHandle;
  /** Ends all faults. */
  heal(): void;
  /** Returns the requests that came in since the start or the last reset, the oldest first, without secrets. */
  requests(filter?: RequestFilter): RecordedRequest[];
  /** Makes a token. */
  createToken(request: TokenRequest): Promise<string>;
  /**
   * Signs a character in to a program by OAuth 2. `new Client({ oauth: await server.createSignIn({ character: '1:1' }) })` renews its
   * tokens as they expire.
   */
  createSignIn(request: SignInRequest): Promise<SignIn>;
  /** Keeps the present state of the database and the clock. */
  snapshot(): Promise<Snapshot>;
  /**
   * Goes back to a snapshot, or to the beginning: the database and the clock. Faults, rate-limit counters, the blacklist and the
   * recorded requests are empty then.
   */
  reset(to?: Snapshot): Promise<void>;
  /** Loads a galaxy file, or records, all of them or none. Returns their number. */
  load(records: string | readonly GalaxyRecord[]): Promise<number>;
  close(): Promise<void>;
}
