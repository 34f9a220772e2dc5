import { withoutSlashes } from '../domain/text.js';
import { retry } from '../retry.js';
import { PREFIX } from '../routes/path.js';
import { errorOf, parseEnvelope } from './answer.js';
import { type Clock, orAbort, systemClock } from './clock.js';
import { metadataOf, ServiceError } from './errors.js';
import { exchange, type Limits, type SentRequest } from './exchange.js';
import type { FollowOptions } from './follow-stream.js';
import { fixedToken, type TokenSource } from './renewed-token.js';
import {
  type AnyCall,
  type CallOptions,
  hasField,
  mergeFields,
  type RawRequest,
  requestOf,
  targetOf,
} from './request.js';
import { type RetryPolicy, waitBefore } from './retry.js';
import type { OpenAnswer, Transport, TransportAnswer } from './transport/transport.js';
import type { Answer, CallArguments, PayloadOf, RouteName } from './types.js';

export interface CommonOptions extends Pick<CallOptions, 'timeout' | 'retries' | 'deadline'> {
  /** The value of User-Agent, such as `my-program/1.0`. Browsers send their own. */
  userAgent?: string | undefined;
  /** The longest Retry-After to wait for, in milliseconds; 60,000 by default. Beyond it, the error is thrown. */
  maxRetryAfter?: number | undefined;
  /** For tests; the system clock by default. */
  clock?: Clock | undefined;
  /** Returns a number from 0 to 1, without 1, for the waits between tries; `Math.random` by default. */
  random?: (() => number) | undefined;
}

export interface CallerOptions extends CommonOptions {
  baseUrl: string;
  transport: Transport;
  tokens?: TokenSource | undefined;
  /** Aborts the calls without a signal. */
  signal?: AbortSignal | undefined;
  onRetry?: ((error: unknown, wait: number) => void) | undefined;
}

interface Course {
  readonly timeout: number;
  readonly retries: number;
  /** Unix milliseconds; Infinity for none. */
  readonly until: number;
  readonly signal: AbortSignal | undefined;
}

export class Caller {
  readonly #options: CallerOptions;
  readonly #url: URL;
  readonly #tokens: TokenSource;
  readonly #retry: RetryPolicy;

  constructor(options: CallerOptions) {
    const { maxRetryAfter = 60_000, clock = systemClock, random = Math.random } = options;
    this.#options = options;
    const address = withoutSlashes(options.baseUrl);
    this.#url = new URL(address.endsWith(PREFIX) ? address.slice(0, -PREFIX.length) : address);
    this.#tokens = options.tokens ?? fixedToken(undefined);
    this.#retry = { maxRetryAfter, clock, random };
  }

  /** Calls a route. The payload is not checked. Throws ServiceError, Unreachable or WrongAnswer. */
  async call<R extends RouteName>(route: R, ...[call]: CallArguments<R>): Promise<Answer<PayloadOf<R>>> {
    const answer = await this.send(withKey(requestOf(route, call as AnyCall | undefined)));
    const envelope = parseEnvelope<PayloadOf<R>>(answer);
    return { ...metadataOf(answer), data: envelope.svcapi, envelope };
  }

  /** Sends any request, and returns the answer unparsed, also a 304 to If-None-Match. Throws as `call`. */
  async send(request: RawRequest): Promise<TransportAnswer> {
    const course = this.#begin(request);
    return this.#withToken(course, (token) => {
      const sent = this.#build(request, token);
      const attempt = async () => {
        const answer = (await exchange(this.#options.transport, sent, this.#limits(course))) as TransportAnswer;
        const isUnchanged = answer.status === 304 && hasField(sent, 'if-none-match');
        return isUnchanged || (answer.status >= 200 && answer.status < 300) ? answer : this.#fail(answer);
      };
      return isRepeatable(request) ? this.#retrying(course, attempt) : attempt();
    });
  }

  /** Follows the new items of a list. A stream that ends is opened again where it left off. Throws as `send`. */
  async *follow<Item>(request: RawRequest, options: FollowOptions = {}): AsyncGenerator<Item> {
    const { follow } = await import('./follow-stream.js');
    let course: Course;
    const open = (lastEventId: string | undefined, isFirst: boolean) => {
      const id = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
      const headers = mergeFields(request, { Accept: 'text/event-stream', ...id });
      // A stream that was open is opened again for as long as it takes.
      course = this.#begin(isFirst ? request : { ...request, retries: 0, deadline: Number.POSITIVE_INFINITY });
      return this.#withToken(course, (token) => {
        const sent = this.#build({ ...request, headers }, token);
        return this.#retrying(course, async (): Promise<OpenAnswer> => {
          const answer = await exchange(this.#options.transport, sent, this.#limits(course), true);
          return 'text' in answer ? this.#fail(answer) : answer;
        });
      });
    };
    const sleep = (wait: number, error: unknown) => this.#sleep(course, wait, error);
    yield* follow(open, { ...options, signal: request.signal ?? this.#options.signal }, this.#retry, sleep);
  }

  #begin(request: RawRequest): Course {
    const { timeout = 30_000, retries = 0, deadline = Number.POSITIVE_INFINITY, signal } = this.#options;
    return {
      timeout: request.timeout ?? timeout,
      retries: request.retries ?? retries,
      until: this.#retry.clock.now() + (request.deadline ?? deadline),
      signal: request.signal ?? signal,
    };
  }

  #limits({ timeout, until, signal }: Course): Limits {
    return { timeout: Math.min(timeout, until - this.#retry.clock.now()), signal };
  }

  /** Calls again with the next token if the service refuses one. An error of the renewal does not repeat the call. */
  async #withToken<T>({ signal }: Course, call: (token: string | undefined) => Promise<T>): Promise<T> {
    // Many calls share a renewal, which none of them aborts.
    const token = await orAbort(signal, () => this.#tokens.current());
    try {
      return await call(token);
    } catch (error) {
      const isRefused = error instanceof ServiceError && error.status === 401 && error.code !== 'permission_missing';
      if (token === undefined || !isRefused) throw error;
      const next = await orAbort(signal, () => this.#tokens.replace(token));
      if (next === undefined) throw error;
      return call(next);
    }
  }

  /** No wait ends after the deadline. */
  #retrying<T>(course: Course, call: () => Promise<T>): Promise<T> {
    const waitAfter = (error: unknown, failed: number) => {
      const wait = failed < course.retries ? waitBefore(error, failed, this.#retry) : undefined;
      return wait !== undefined && this.#retry.clock.now() + wait < course.until ? wait : undefined;
    };
    return retry(call, waitAfter, (wait, error) => this.#sleep(course, wait, error));
  }

  /** Ends with the signal, even if the clock ignores it. */
  async #sleep({ signal }: Course, wait: number, error: unknown): Promise<void> {
    if (error !== undefined) this.#options.onRetry?.(error, wait);
    await orAbort(signal, () => this.#retry.clock.sleep(wait, signal));
  }

  #fail(answer: TransportAnswer): never {
    throw errorOf(answer, this.#retry.clock.now());
  }

  #build(request: RawRequest, token: string | undefined): SentRequest {
    const { method, path, query, body, format = 'json' } = request;
    const { userAgent } = this.#options;
    return {
      method,
      url: this.#url,
      target: targetOf(this.#url, path, query),
      headers: mergeFields(request, {
        Accept: `application/${format}`,
        ...(userAgent !== undefined && { 'User-Agent': userAgent }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      }),
      body: typeof body === 'object' ? JSON.stringify(body) : body,
    };
  }
}

/** Adds an idempotency key to a change: a proxy may repeat even a change that the client does not repeat. */
export function withKey(request: RawRequest): RawRequest {
  if (isRepeatable(request)) return request;
  // `crypto.randomUUID` is missing on web pages without https.
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'));
  return { ...request, headers: { 'Idempotency-Key': bytes.join(''), ...request.headers } };
}

function isRepeatable(request: RawRequest): boolean {
  const { method, idempotent = false } = request;
  return method === 'GET' || method === 'HEAD' || idempotent || hasField(request, 'idempotency-key');
}
