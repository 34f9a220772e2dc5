/**
 * The types that Node.js, browsers and the others share. They are looked up, so that programs need neither the types of the DOM
 * nor those of Node.js.
 */

/** An AbortSignal. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer S } } ? S : AnySignal;

/** A function like the global `fetch`. */
export type Fetch = typeof globalThis extends { fetch: infer F } ? F : AnyFetch;

/** A URL. */
export type Url = typeof globalThis extends { URL: { prototype: infer U } } ? U : AnyUrl;

interface AnyUrl {
  readonly href: string;
  readonly origin: string;
  readonly hostname: string;
}

interface AnySignal {
  readonly aborted: boolean;
  readonly reason: unknown;
}

type AnyFetch = (url: string, init: object) => Promise<object>;
