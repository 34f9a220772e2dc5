import type { RouteName as ResourceName } from '../client/types.js';
import type { ErrorCode } from '../domain/failure.js';
import type { Permission } from '../domain/permission.js';
import type { ClockState, RecordedRequest, ShownFault, ShownSignIn } from '../sandbox/shown.js';

/** A time: Unix seconds, ISO 8601 with its zone, galactic time such as `Year 27 Day 1`, or a Date. */
export type Time = number | string | Date;

/** A duration: milliseconds, or a number with `ms`, `s`, `m`, `h` or `d`, such as `2h`. */
export type Duration = number | string;

/** A route by its method and path, as the client names it, or an endpoint of OAuth 2. */
export type RouteName = ResourceName | `${'GET' | 'POST'} /ws/oauth2/${string}`;

export interface StartOptions {
  /** The end of the demo galaxy’s history, at which the clock stands; `Year 27 Day 1` by default. */
  now?: Time;
  /** Chooses the demo galaxy; 1 by default. */
  seed?: number;
  /** The size of the demo galaxy: 1, the default, has 200 characters and 20,000 transactions. */
  size?: number;
  /** The value of the first token, in visible ASCII without spaces; always the same by default. */
  token?: string;
  /** Settings of the service, as in its config file: `{ rateLimit: 10, rateWindow: '1m' }`. */
  settings?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** Called with each line of the service’s log, which is JSON. */
  log?: (line: string) => void;
  /** The lowest level that is logged; `info` with `log`. */
  logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
}

/** The requests that have all of this. */
export interface Where {
  /** Parameters of the path, the query and the body: `{ uid: '14:7' }`. */
  parameters?: Readonly<Record<string, string | number>>;
  /** Header fields, such as `{ 'Idempotency-Key': 'once' }`. */
  headers?: Readonly<Record<string, string | number>>;
}

/** An answer that a test gives in place of the service. */
export interface OwnAnswer {
  /** The HTTP status, such as 302. */
  status: number;
  headers?: Readonly<Record<string, string | string[]>>;
  /** A text, or anything else as JSON. */
  body?: unknown;
}

/** The effects of faults on requests of a route. A fault has one of them. */
export interface Effects {
  /** Answers with this error code, as the service does by itself. */
  code: ErrorCode;
  /** Answers with the error code of the route that has this HTTP status. */
  status: number;
  /** Answers with this, in place of the service. */
  answer: OwnAnswer;
  /** Closes the connection after this number of bytes of the body. */
  cut: number;
  /** Closes the connection without an answer, as for a blacklisted address. */
  empty: true;
  /** Resets the connection. */
  reset: true;
  /** Sends bytes that are not HTTP. */
  garbage: true;
  /** Sends the head of an answer, and a chunk that is broken. */
  brokenChunk: true;
}

/** The requests that a fault hits, and how long they wait. */
export interface Selection {
  /** Only requests with these parameters and header fields. */
  where?: Where;
  /** The time that a request waits before it is answered, alone or beside another effect. */
  delay?: Duration;
  /** The number of requests that pass first; none by default. */
  after?: number;
  /** The number of requests that it hits then; all of them by default. */
  times?: number;
}

type None<Names extends PropertyKey> = { [Name in Names]?: never };

/** One of some properties, without the others. */
type OneOf<All> = { [Name in keyof All]: Pick<All, Name> & None<Exclude<keyof All, Name>> }[keyof All];

/** A fault: one effect, a delay, or both, and the requests that it hits. */
export type Fault = Selection & (OneOf<Effects> | (None<keyof Effects> & { delay: Duration }));

/** An injected fault. `await using` removes it. */
export interface FaultHandle {
  /** Returns the number of requests that it has hit. */
  hits(): Promise<number>;
  remove(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
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
  /** Only the requests with these parameters and header fields. */
  where?: Where;
}

export interface WaitFilter extends RequestFilter {
  /** The number of requests to wait for; 1 by default. */
  times?: number;
  /** The longest wait, in real time; 4 s by default. */
  timeout?: Duration;
}

export interface VerifyFilter extends RequestFilter {
  /** The number of requests; one or more by default. */
  times?: number;
}

/** A state of the service that it can go back to. */
export interface Snapshot {
  readonly snapshot: string;
  /** Forgets it. */
  drop(): Promise<void>;
}

/** A record of a galaxy file: docs/import-format.md lists the kinds and their fields. */
export interface GalaxyRecord {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** The clock of a service, which stands still unless it was told to run. */
export interface Clock {
  /** Returns the time that the test knows, in Unix milliseconds: that of its last call. */
  readonly now: () => number;
  /** Waits until the clock has moved on. `new Client({ clock: server.clock })` waits with it before a retry. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  state(): Promise<ClockState>;
  set(time: Time): Promise<ClockState>;
  advance(span: Duration): Promise<ClockState>;
  /** Lets the clock run. */
  run(): Promise<ClockState>;
  stop(): Promise<ClockState>;
}

/** The recorded requests. */
export interface Requests {
  /** Returns the requests that came in since the start or the last reset, the oldest first. */
  (filter?: RequestFilter): Promise<RecordedRequest[]>;
  /**
   * Waits until a request has come in, and returns it: when it is answered, or when a delay holds it back.
   *
   * @throws {AssertionError} when the time is up
   */
  waitFor(filter?: WaitFilter): Promise<RecordedRequest>;
  clear(): Promise<void>;
}

/** A running service that a test controls. */
export interface Server extends AsyncDisposable {
  /** Its address, such as `http://127.0.0.1:34567`. */
  readonly url: string;
  /** A token of the demo’s first character, 1:1, with every permission. */
  readonly token: string;
  readonly clock: Clock;
  /** Makes requests of a route, or all with `*`, fail. The first matching fault wins; delays add to it. */
  inject(route: RouteName | '*', fault: Fault): Promise<FaultHandle>;
  removeFaults(): Promise<void>;
  /** Returns the faults that can still hit a request. */
  faults(): Promise<ShownFault[]>;
  readonly requests: Requests;
  /**
   * Rejects unless requests have come in this number of times.
   *
   * @throws {AssertionError} that names the latest requests
   */
  verify(filter?: VerifyFilter): Promise<void>;
  /** Makes a token. */
  createToken(request: TokenRequest): Promise<string>;
  /**
   * Signs a character in to a program by OAuth 2. `new Client({ oauth: await server.createSignIn({ character: '1:1' }) })` renews its
   * tokens as they expire.
   */
  createSignIn(request: SignInRequest): Promise<SignIn>;
  /** Stores the present state of the database and the clock. */
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
