import type { RouteName as ResourceName } from '../client/types.js';
import type { ErrorCode } from '../domain/failure.js';
import type { Permission } from '../domain/permission.js';
import type { ClockState, RecordedRequest, ShownFault, ShownSignIn } from '../sandbox/shown.js';

/** Unix seconds, ISO 8601 with its zone, galactic time such as `Year 27 Day 1`, or a Date. */
export type Time = number | string | Date;

/** Milliseconds, or a number with `ms`, `s`, `m`, `h` or `d`, such as `2h`. */
export type Duration = number | string;

export type RouteName = ResourceName | `${'GET' | 'POST'} /ws/oauth2/${string}`;

export interface StartOptions {
  /** The end of the demo galaxy’s history, at which the clock stands; `Year 27 Day 1` by default. */
  now?: Time;
  /** Chooses the demo galaxy; 1 by default. */
  seed?: number;
  /** 1, the default, has 200 characters and 20,000 transactions. */
  size?: number;
  /** The first token, `svcapi_` and 43 letters, digits, `-` or `_`; always the same by default. */
  token?: string;
  /** As in the config file: `{ rateLimit: 10, rateWindow: '1m' }`. */
  settings?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** Called with each line of the log, which is JSON. */
  log?: (line: string) => void;
  /** `info` by default with `log`. */
  logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
}

export interface Where {
  /** Of the path, the query and the body: `{ uid: '14:7' }`. */
  parameters?: Readonly<Record<string, string | number>>;
  headers?: Readonly<Record<string, string | number>>;
}

export interface OwnAnswer {
  status: number;
  headers?: Readonly<Record<string, string | string[]>>;
  /** A text, or anything else as JSON. */
  body?: unknown;
}

export interface Effects {
  /** Answers with this error code, as the service does by itself. */
  code: ErrorCode;
  /** Answers with the error code of the route that has this HTTP status. */
  status: number;
  answer: OwnAnswer;
  /** Closes the connection after this number of bytes of the body. */
  cut: number;
  /** Closes the connection without an answer, as for a blacklisted address. */
  empty: true;
  reset: true;
  /** Sends bytes that are not HTTP. */
  garbage: true;
  brokenChunk: true;
}

export interface Selection {
  where?: Where;
  /** The wait before an answer. It adds to another effect. */
  delay?: Duration;
  /** The number of requests that pass first; 0 by default. */
  after?: number;
  /** The number of requests that it hits; all by default. */
  times?: number;
}

type None<Names extends PropertyKey> = { [Name in Names]?: never };

/** One property, without the others. */
type OneOf<All> = { [Name in keyof All]: Pick<All, Name> & None<Exclude<keyof All, Name>> }[keyof All];

/** One effect, a delay, or both. */
export type Fault = Selection & (OneOf<Effects> | (None<keyof Effects> & { delay: Duration }));

/** `await using` removes the fault. */
export interface FaultHandle {
  hits(): Promise<number>;
  remove(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface TokenRequest {
  /** A uid or a name. */
  character: string;
  /** All by default. */
  permissions?: readonly Permission[];
  /** By the clock of the service; 100 years by default. */
  lifetime?: Duration;
}

/** A sign-in for the option `oauth` of the client. */
export type SignIn = ShownSignIn;

export interface SignInRequest {
  /** A uid or a name. */
  character: string;
  /** `sandbox-program` by default; an unknown id is registered. */
  client?: string;
  /** All by default. */
  scopes?: readonly Permission[];
}

export interface RequestFilter {
  route?: RouteName | '*';
  where?: Where;
}

export interface WaitFilter extends RequestFilter {
  /** 1 by default. */
  times?: number;
  /** In real time; 4 s by default. */
  timeout?: Duration;
}

export interface VerifyFilter extends RequestFilter {
  /** One or more by default. */
  times?: number;
}

export interface Snapshot {
  readonly snapshot: string;
  drop(): Promise<void>;
}

/** docs/import-format.md lists the kinds and their fields. */
export interface GalaxyRecord {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** A clock that stands still unless it was told to run. */
export interface Clock {
  /** Returns Unix milliseconds, as of the last call. */
  readonly now: () => number;
  /** Waits until the clock has moved on. `new Client({ clock: server.clock })` waits with it before a retry. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  state(): Promise<ClockState>;
  set(time: Time): Promise<ClockState>;
  advance(span: Duration): Promise<ClockState>;
  run(): Promise<ClockState>;
  stop(): Promise<ClockState>;
}

export interface Requests {
  /** Returns the requests since the start or the last reset, the oldest first. */
  (filter?: RequestFilter): Promise<RecordedRequest[]>;
  /** Waits until a request is answered, or a delay holds it back. Throws AssertionError after the timeout. */
  waitFor(filter?: WaitFilter): Promise<RecordedRequest>;
  clear(): Promise<void>;
}

export interface Server extends AsyncDisposable {
  /** Such as `http://127.0.0.1:34567`. */
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
  /** Throws AssertionError unless this number of requests came in. */
  verify(filter?: VerifyFilter): Promise<void>;
  createToken(request: TokenRequest): Promise<string>;
  /** Signs a character in: `new Client({ oauth: await server.createSignIn({ character: '1:1' }) })` renews the tokens. */
  createSignIn(request: SignInRequest): Promise<SignIn>;
  /** Stores the database and the clock. */
  snapshot(): Promise<Snapshot>;
  /** Restores a snapshot or the beginning, without faults, rate-limit counters, the blacklist and recorded requests. */
  reset(to?: Snapshot): Promise<void>;
  /** Loads a galaxy file or records, all or none, and returns their number. */
  load(records: string | readonly GalaxyRecord[]): Promise<number>;
  close(): Promise<void>;
}
