import { maskTokens } from '../domain/mask-tokens.js';
import { type Metadata, metadataOf } from './answer-metadata.js';
import type { SentRequest } from './exchange.js';
import type { TransportAnswer } from './transport/transport.js';

/** A request, as it is sent. */
export interface Attempt extends SentRequest {
  /** The number of the request within its call, from 1. */
  attempt: number;
  /** Unix milliseconds. */
  startedAt: number;
}

/** The functions that a caller calls while it works, with all that it sends and receives. What they throw is thrown by the call. */
export interface Hooks {
  onRequest?: ((request: Attempt) => unknown) | undefined;
  onResponse?: ((request: Attempt, answer: TransportAnswer) => unknown) | undefined;
  onRetry?: ((request: Attempt, error: unknown, wait: number) => unknown) | undefined;
}

/** A request that a hook sees. It has no body, and its tokens are masked. */
export interface SeenRequest {
  method: string;
  /** The address, with the query. */
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The number of the request within its call, from 1. */
  attempt: number;
}

/** The head of an answer that a hook sees. */
export interface SeenResponse extends Metadata {
  request: SeenRequest;
  /** The time from the request to the end of the answer, or to its head for a stream, in milliseconds. */
  duration: number;
}

/** A wait before a further try. */
export interface SeenRetry {
  /** The request that failed. */
  request: SeenRequest;
  /** The error of that request. */
  error: unknown;
  /** The wait, in milliseconds. */
  wait: number;
}

/** Functions that see the requests of a client, for logs and metrics. Calls wait for them; an error that one throws is that of the call. */
export interface ClientHooks {
  /** Is called before each request, also that of a renewal. If it throws, the request is not sent. */
  onRequest?: ((request: SeenRequest) => void | Promise<void>) | undefined;
  /** Is called after each answer, whatever its status. */
  onResponse?: ((response: SeenResponse) => void | Promise<void>) | undefined;
  /** Is called before the wait for a further try. */
  onRetry?: ((retry: SeenRetry) => void | Promise<void>) | undefined;
}

/** Returns the hooks of a caller that call those of a program with what they may see. */
export function withoutSecrets({ onRequest, onResponse, onRetry }: ClientHooks, now: () => number): Hooks {
  // All hooks see one object for one request, by which a program can find its own data.
  const known = new WeakMap<Attempt, SeenRequest>();
  const seen = (request: Attempt) => {
    const found = known.get(request) ?? withoutTokens(request);
    known.set(request, found);
    return found;
  };
  return {
    onRequest: onRequest && ((request) => onRequest(seen(request))),
    onResponse:
      onResponse &&
      ((request, answer) =>
        onResponse({ request: seen(request), ...metadataOf(answer), duration: now() - request.startedAt })),
    onRetry: onRetry && ((request, error, wait) => onRetry({ request: seen(request), error, wait })),
  };
}

/** Header fields that carry secrets. */
const SECRET = /^(?:authorization|proxy-authorization|cookie)$/i;

function withoutTokens({ method, url, target, headers, attempt }: Attempt): SeenRequest {
  const fields = Object.entries(headers).map(([name, value]) => [name, SECRET.test(name) ? '***' : maskTokens(value)]);
  return { method, url: url.origin + maskQuery(maskTokens(target)), headers: Object.fromEntries(fields), attempt };
}

/** Masks the parameter that carries a token, in any spelling. */
function maskQuery(target: string): string {
  return target.replace(/([?&])([^=&?]*)=[^&]*/g, (whole, mark: string, name: string) =>
    /^access_token=$/i.test(new URLSearchParams(`${name}=`).toString()) ? `${mark}${name}=***` : whole,
  );
}
