// This file imports nothing: the package contains it unchanged.

export interface ClockState {
  /** Unix seconds. */
  now: number;
  /** Galactic time: `Year 27 Day 1, 00:00:00`. */
  cgt: string;
  /** ISO 8601. */
  date: string;
  running: boolean;
}

export interface ShownFault {
  id: number;
  /** A route, or `*`. */
  route: string;
  /** JSON. */
  effect: string;
  /** The number of requests that it will still hit; absent without a limit. */
  left: number | undefined;
  hits: number;
}

export interface RecordedRequest {
  method: string;
  /** Without the query. */
  path: string;
  /** Such as `GET /character`. */
  route: string | undefined;
  query: Record<string, unknown>;
  /** Names are in lower case. */
  headers: Record<string, unknown>;
  /** The fields of a form or of JSON; other bodies as text. */
  body: unknown;
  /** Unix seconds, by the clock of the service. */
  time: number;
  /** Undefined until there is an answer, and for a connection that was closed without one. */
  status: number | undefined;
  error: string | undefined;
}

export interface ShownSignIn {
  clientId: string;
  tokens: {
    accessToken: string;
    refreshToken: string;
    /** Unix seconds. */
    expiresAt: number;
  };
}
