// The types are looked up, so that programs need the types of neither the DOM nor Node.js.

export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer S } } ? S : AnySignal;

export type Fetch = typeof globalThis extends { fetch: infer F } ? F : AnyFetch;

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
