import { withoutSlashes } from '../domain/text.js';
import { PREFIX } from '../routes/path.js';
import { errorOf, parseEnvelope } from './answer.js';
import { metadataOf } from './answer-metadata.js';
import { type Clock, orAbort, systemClock } from './clock.js';
import { ServiceError, Unreachable } from './errors.js';
import { exchange, exchangeStream, type Limits, type SentRequest } from './exchange.js';
import { type FollowOptions, follow } from './follow-stream.js';
import type { Signal } from './platform.js';
import { fixedToken, type TokenSource } from './renewed-token.js';
import { type AnyCall, hasField, type RawRequest, requestOf, targetOf } from './request.js';
import { type RetryPolicy, retrying, type Tries } from './retry.js';
import type { OpenAnswer, Transport, TransportAnswer } from './transport/transport.js';
import type { Answer, CallArguments, PayloadOf, RouteName } from './types.js';

/** The settings of a caller. */
export interface CallerOptions {
  baseUrl: string;
  transport: Transport;
  tokens?: TokenSource | undefined;
  /** The value of User-Agent; undefined for that of the transport. */
  userAgent?: string | undefined;
  /** Milliseconds. */
  timeout?: number | undefined;
  /** Bytes. */
  maxBytes?: number | undefined;
  /** 0 by default. */
  retries?: number | undefined;
  /** Milliseconds; none by default. */
  deadline?: number | undefined;
  /** Milliseconds. */
  maxRetryAfter?: number | undefined;
  /** Aborts the calls without a signal. */
  signal?: Signal | undefined;
  /** Called before the wait for a further try, in milliseconds. */
  onRetry?: ((error: unknown, wait: number) => void) | undefined;
  clock?: Clock | undefined;
  random?: (() => number) | undefined;
}

/** A call while it is made. */
interface Course extends Tries {
  /** Milliseconds. */
  readonly timeout: number;
}

/** Calls a service, by any transport. */
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

  /**
   * Calls a route. The type of the payload is that of the declaration of the route; the payload itself is not checked.
   *
   * @throws {ServiceError} if the service answers with an error
   * @throws {Unreachable} if there is no connection or no answer
   * @throws {WrongAnswer} if the answer is not one of this API
   * @throws {TypeError} if a parameter of the path is empty
   */
  async call<R extends RouteName>(route: R, ...[call]: CallArguments<R>): Promise<Answer<PayloadOf<R>>> {
    const answer = await this.send(withKey(requestOf(route, call as AnyCall | undefined)));
    const envelope = parseEnvelope<PayloadOf<R>>(answer);
    return { ...metadataOf(answer), data: envelope.svcapi, envelope };
  }

  /**
   * Sends any request, and returns the answer unparsed, also a 304 to a request with an If-None-Match. Only a GET, a HEAD or a
   * request with an Idempotency-Key, or one that is marked as idempotent, is sent again after an error.
   *
   * @throws like `call`, except that an answer need not be an envelope
   */
  async send(request: RawRequest): Promise<TransportAnswer> {
    const course = this.#begin(request);
    return this.#withToken(course, (token) => {
      const sent = this.#build(request, token);
      const attempt = async () => {
        const answer = await exchange(this.#options.transport, sent, this.#limits(course));
        const isUnchanged = answer.status === 304 && hasField(sent, 'if-none-match');
        return isUnchanged || (answer.status >= 200 && answer.status < 300) ? answer : this.#fail(answer);
      };
      return isRepeatable(request) ? this.#retrying(course, attempt) : attempt();
    });
  }

  /**
   * Follows the new items of a list, from now on or after a known one. A stream that ends is opened again where it left off.
   *
   * @throws like `send` if the stream cannot be opened, or for an error that another try would not change
   */
  follow<Item>(request: RawRequest, options: FollowOptions = {}): AsyncGenerator<Item> {
    let course: Course;
    const open = (lastEventId: string | undefined, isFirst: boolean) => {
      const id = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
      const headers = { Accept: 'text/event-stream', ...id, ...request.headers };
      // A stream that was open is opened again for as long as it takes.
      course = this.#begin(isFirst ? request : { ...request, retries: 0, deadline: Number.POSITIVE_INFINITY });
      return this.#withToken(course, (token) => {
        const sent = this.#build({ ...request, headers }, token);
        return this.#retrying(course, async (): Promise<OpenAnswer> => {
          const answer = await exchangeStream(this.#options.transport, sent, this.#limits(course));
          return 'text' in answer ? this.#fail(answer) : answer;
        });
      });
    };
    const sleep = (wait: number, error: unknown) => this.#sleep(course, wait, error);
    return follow(open, { ...options, signal: request.signal ?? this.#options.signal }, this.#retry, sleep);
  }

  #begin(request: RawRequest): Course {
    const { timeout = 30_000, retries = 0, deadline = Number.POSITIVE_INFINITY, signal } = this.#options;
    return {
      timeout: request.timeout ?? timeout,
      retries: request.retries ?? retries,
      until: this.#retry.clock.now() + (request.deadline ?? deadline),
      signal: request.signal ?? signal,
      failed: 0,
    };
  }

  /** Returns the limits of the next try, which ends with the whole call. */
  #limits({ timeout, until, signal }: Course): Limits {
    const { maxBytes = 64 * 1024 * 1024 } = this.#options;
    return { timeout: Math.min(timeout, until - this.#retry.clock.now()), maxBytes, signal };
  }

  /**
   * Makes a call with a token. If the service refuses the token, the call is made once more with the next one. A renewal has its
   * own retries, so an error of it does not repeat the call.
   */
  async #withToken<T>({ signal, until }: Course, call: (token: string | undefined) => Promise<T>): Promise<T> {
    // Many calls share the source: each waits no longer than it may take.
    const waitFor = (work: () => Promise<string | undefined>) => {
      const milliseconds = until - this.#retry.clock.now();
      const error = () => new Unreachable('timeout', this.#url);
      return orAbort(signal, work, milliseconds === Number.POSITIVE_INFINITY ? undefined : { milliseconds, error });
    };
    const token = await waitFor(() => this.#tokens.current());
    try {
      return await call(token);
    } catch (error) {
      const isRefused = error instanceof ServiceError && error.status === 401 && error.code !== 'permission_missing';
      const next = token !== undefined && isRefused ? await waitFor(() => this.#tokens.replace(token)) : undefined;
      if (next === undefined) throw error;
      return call(next);
    }
  }

  #retrying<T>(course: Course, call: () => Promise<T>): Promise<T> {
    return retrying(this.#retry, course, call, (wait, error) => this.#sleep(course, wait, error));
  }

  /** Waits, after an error if there was one. A clock that ignores the signal does not delay an aborted call. */
  async #sleep({ signal }: Course, wait: number, error: unknown): Promise<void> {
    if (error !== undefined) this.#options.onRetry?.(error, wait);
    await orAbort(signal, () => this.#retry.clock.sleep(wait, signal));
  }

  #fail(answer: TransportAnswer): never {
    throw errorOf(answer, this.#retry.clock.now());
  }

  #build({ method, path, query, body, headers, format = 'json' }: RawRequest, token: string | undefined): SentRequest {
    const { userAgent } = this.#options;
    return {
      method,
      url: this.#url,
      target: targetOf(this.#url, path, query),
      headers: {
        Accept: `application/${format}`,
        ...(userAgent !== undefined && { 'User-Agent': userAgent }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: typeof body === 'object' ? JSON.stringify(body) : body,
    };
  }
}

/** Adds an idempotency key to a change: a proxy may repeat even a change that the client does not repeat. */
function withKey(request: RawRequest): RawRequest {
  if (isRepeatable(request)) return request;
  // `crypto.randomUUID` is missing on web pages without https.
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'));
  return { ...request, headers: { 'Idempotency-Key': bytes.join(''), ...request.headers } };
}

function isRepeatable(request: RawRequest): boolean {
  const { method, idempotent = false } = request;
  return method === 'GET' || method === 'HEAD' || idempotent || hasField(request, 'idempotency-key');
}
