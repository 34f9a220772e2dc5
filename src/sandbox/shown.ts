/** The answers of a sandbox. This file imports nothing: the package contains it unchanged. */

/** The state of the clock. */
export interface ClockState {
  /** Unix seconds. */
  now: number;
  /** The same as galactic time: `Year 27 Day 1, 00:00:00`. */
  cgt: string;
  /** The same as an ISO 8601 date. */
  date: string;
  /** False while the clock stands still. */
  running: boolean;
}

/** An injected fault. */
export interface ShownFault {
  id: number;
  /** The route, or `*`. */
  route: string;
  /** Its effect on a request, as JSON. */
  effect: string;
  /** The number of requests that it will still hit; absent without a limit. */
  left: number | undefined;
  /** The number of requests that it has hit. */
  hits: number;
}

/** A request that came in. */
export interface RecordedRequest {
  method: string;
  /** As it was sent, without the query. */
  path: string;
  /** The route that it was for, such as `GET /character`. */
  route: string | undefined;
  query: Record<string, unknown>;
  /** Names are in lower case. */
  headers: Record<string, unknown>;
  /** The fields of a form or of JSON; other bodies as text. */
  body: unknown;
  /** The time of the service at which it came in, in Unix seconds. */
  time: number;
  /** The HTTP status of the answer; undefined while there is none, and for a connection that was closed without one. */
  status: number | undefined;
  /** The error code of the answer. */
  error: string | undefined;
}

/** A token that was made. */
export interface ShownToken {
  token: string;
  /** The uid of its character. */
  character: string;
  permissions: readonly string[];
  /** Unix seconds. */
  expires: number;
}

/** A sign-in that was made, as the `oauth` option of the client takes it. */
export interface ShownSignIn {
  clientId: string;
  tokens: {
    accessToken: string;
    refreshToken: string;
    /** The expiry of the access token, in Unix seconds. */
    expiresAt: number;
  };
}
