import { withoutSlashes } from '../domain/text.js';
import { PREFIX } from '../routes/path.js';
import { errorOf, parseEnvelope } from './answer.js';
import { metadataOf } from './answer-metadata.js';
import { checkOptions } from './check-options.js';
import { type Clock, orAbort, systemClock } from './clock.js';
import type { MemoryStore } from './conditional/memory-store.js';
import { isConditional, revalidate } from './conditional/revalidate.js';
import { NotModified, Unreachable } from './errors.js';
import { exchange, exchangeStream, type Limits, type SentRequest } from './exchange.js';
import { type FollowOptions, follow, followChecks } from './follow-stream.js';
import type { Attempt, Hooks } from './hooks.js';
import type { Signal } from './platform.js';
import { fixedToken, type TokenSource, withToken } from './renewed-token.js';
import { type AnyCall, checkRequest, type RawRequest, requestOf, targetOf } from './request.js';
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
  /** Seconds. */
  maxRetryAfter?: number | undefined;
  /** Aborts the calls that have no signal of their own. */
  signal?: Signal | undefined;
  hooks?: Hooks | undefined;
  /** Keeps answers, which are asked for again by their ETag; none are kept without it. */
  answers?: MemoryStore | undefined;
  clock?: Clock | undefined;
  random?: (() => number) | undefined;
}

/** A call while it is made. */
interface Course extends Tries {
  /** Milliseconds. */
  readonly timeout: number;
  /** The latest request. */
  latest: Attempt | undefined;
}

/** Calls a service, by whatever transport. */
export class Caller {
  readonly #options: CallerOptions;
  readonly #url: URL;
  readonly #tokens: TokenSource;
  readonly #retry: RetryPolicy;

  constructor(options: CallerOptions) {
    const { maxRetryAfter = 60, clock = systemClock, random = Math.random } = options;
    this.#options = options;
    const address = withoutSlashes(options.baseUrl);
    this.#url = new URL(address.endsWith(PREFIX) ? address.slice(0, -PREFIX.length) : address);
    this.#tokens = options.tokens ?? fixedToken(undefined);
    this.#retry = { maxRetryAfter, clock, random };
  }

  /**
   * Calls a route.
   *
   * The type of the payload is that of the declaration of the route. The payload itself is not checked.
   *
   * @throws {ServiceError} if the service answers with an error
   * @throws {NotModified} if the call has an `ifNoneMatch`, and the answer is still that one
   * @throws {Unreachable} if there is no connection or no answer
   * @throws {WrongAnswer} if the answer is not one of this API
   * @throws {TypeError} if a parameter of the path is empty
   */
  async call<R extends RouteName>(route: R, ...[call]: CallArguments<R>): Promise<Answer<PayloadOf<R>>> {
    const answer = await this.send(this.#keyed(requestOf(route, call as AnyCall | undefined)));
    if (answer.status === 304) throw new NotModified(answer);
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
    checkRequest(request);
    const { transport, hooks, answers } = this.#options;
    const course = this.#begin(request);
    const exchangeOnce = async (sent: SentRequest) => {
      const attempt = await this.#announce(sent, course);
      const answer = await exchange(transport, sent, this.#limits(course));
      await hooks?.onResponse?.(attempt, answer);
      return this.#successful(sent, answer);
    };
    return this.#withToken(course, (token) => {
      const sent = this.#sent(request, token);
      const attempt = () => (answers ? revalidate(answers, sent, exchangeOnce) : exchangeOnce(sent));
      return isRepeatable(request) ? this.#retrying(course, attempt) : attempt();
    });
  }

  /**
   * Follows the new items of a list, from now on or behind a known one. A stream that ends is opened again where it left off.
   *
   * @throws like `send` if the stream cannot be opened, or for an error that another try would not change
   */
  follow<Item>(request: RawRequest, options: FollowOptions = {}): AsyncGenerator<Item> {
    checkRequest(request);
    checkOptions(options, followChecks);
    let course: Course;
    const open = (lastEventId: string | undefined, isFirst: boolean) => {
      const id = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
      const headers = { Accept: 'text/event-stream', ...id, ...request.headers };
      // A stream that was open is opened again for as long as it takes.
      course = this.#begin(isFirst ? request : { ...request, retries: 0, deadline: Number.POSITIVE_INFINITY });
      return this.#withToken(course, (token) => {
        const sent = this.#sent({ ...request, headers }, token);
        return this.#retrying(course, () => this.#openStream(sent, course));
      });
    };
    const sleep = (wait: number, error: unknown) => this.#sleep(course, wait, error);
    return follow(open, { ...options, signal: this.#signalOf(request) }, this.#retry, sleep);
  }

  async #openStream(sent: SentRequest, course: Course): Promise<OpenAnswer> {
    const { transport, hooks } = this.#options;
    const attempt = await this.#announce(sent, course);
    const answer = await exchangeStream(transport, sent, this.#limits(course));
    await hooks?.onResponse?.(attempt, 'text' in answer ? answer : { ...answer, text: '' });
    return 'text' in answer ? this.#failed(answer) : answer;
  }

  #begin(request: RawRequest): Course {
    const { timeout = 30_000, retries = 0, deadline = Number.POSITIVE_INFINITY } = this.#options;
    return {
      timeout: request.timeout ?? timeout,
      retries: request.retries ?? retries,
      until: this.#retry.clock.now() + (request.deadline ?? deadline),
      signal: this.#signalOf(request),
      failed: 0,
      latest: undefined,
    };
  }

  #signalOf({ signal = this.#options.signal }: RawRequest): Signal | undefined {
    return signal;
  }

  /** Returns the limits of the next try, which ends with the whole call. */
  #limits({ timeout, until, signal }: Course): Limits {
    const { maxBytes = 64 * 1024 * 1024 } = this.#options;
    return { timeout: Math.min(timeout, until - this.#retry.clock.now()), maxBytes, signal };
  }

  async #announce(sent: SentRequest, course: Course): Promise<Attempt> {
    const attempt = { ...sent, attempt: (course.latest?.attempt ?? 0) + 1, startedAt: this.#retry.clock.now() };
    course.latest = attempt;
    await this.#options.hooks?.onRequest?.(attempt);
    return attempt;
  }

  #withToken<T>({ signal, until }: Course, call: (token: string | undefined) => Promise<T>): Promise<T> {
    const error = () => new Unreachable('timeout', this.#url);
    const waitFor = <V>(work: () => Promise<V>) => {
      const milliseconds = until - this.#retry.clock.now();
      return orAbort(signal, work, milliseconds === Number.POSITIVE_INFINITY ? undefined : { milliseconds, error });
    };
    return withToken(this.#tokens, waitFor, call);
  }

  #retrying<T>(course: Course, call: () => Promise<T>): Promise<T> {
    return retrying(this.#retry, course, call, (wait, error) => this.#sleep(course, wait, error));
  }

  /** Waits, after an error if there was one. A clock that does not listen to the signal keeps no aborted call waiting. */
  async #sleep({ latest, signal }: Course, wait: number, error: unknown): Promise<void> {
    if (latest && error !== undefined) await this.#options.hooks?.onRetry?.(latest, error, wait);
    await orAbort(signal, () => this.#retry.clock.sleep(wait, signal));
  }

  #successful(sent: SentRequest, answer: TransportAnswer): TransportAnswer {
    const { status } = answer;
    const isSuccess = (status >= 200 && status < 300) || (status === 304 && isConditional(sent));
    return isSuccess ? answer : this.#failed(answer);
  }

  #failed(answer: TransportAnswer): never {
    throw errorOf(answer, this.#retry.clock.now());
  }

  /** Adds an idempotency key to a change: also to one that the client does not repeat, since others on the way may. */
  #keyed(request: RawRequest): RawRequest {
    if (isRepeatable(request)) return request;
    return { ...request, headers: { 'Idempotency-Key': newIdempotencyKey(), ...request.headers } };
  }

  #sent({ method, path, query, body, headers, format = 'json' }: RawRequest, token: string | undefined): SentRequest {
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

function isRepeatable({ method, headers = {}, idempotent }: RawRequest): boolean {
  if (method === 'GET' || method === 'HEAD' || idempotent) return true;
  return Object.keys(headers).some((name) => name.toLowerCase() === 'idempotency-key');
}

/** Returns a random idempotency key. `crypto.randomUUID` is missing on web pages that came without https. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
