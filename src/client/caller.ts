import { withoutSlashes } from '../domain/text.js';
import { PREFIX } from '../routes/path.js';
import { errorOf, parseEnvelope } from './answer.js';
import { metadataOf } from './answer-metadata.js';
import { type Clock, systemClock } from './clock.js';
import type { MemoryStore } from './conditional/memory-store.js';
import { isConditional, revalidate } from './conditional/revalidate.js';
import { NotModified } from './errors.js';
import { exchange, exchangeStream, type Limits, type SentRequest } from './exchange.js';
import { type FollowOptions, follow } from './follow-stream.js';
import type { Signal } from './platform.js';
import { fixedToken, type TokenSource, withToken } from './renewed-token.js';
import { type AnyCall, type RawRequest, requestOf, targetOf } from './request.js';
import { type RetryPolicy, retrying } from './retry.js';
import type { OpenAnswer, Transport, TransportAnswer } from './transport/transport.js';
import type { Answer, CallArguments, PayloadOf, RouteName } from './types.js';

/** Is called with a request before it is sent. The function that it returns is called with the answer. */
export type Observe = (request: SentRequest) => (answer: TransportAnswer) => void;

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
  /** Seconds. */
  maxRetryAfter?: number | undefined;
  /** Aborts the calls that have no signal of their own. */
  signal?: Signal | undefined;
  observe?: Observe | undefined;
  /** Keeps answers, which are asked for again by their ETag; none are kept without it. */
  answers?: MemoryStore | undefined;
  clock?: Clock | undefined;
  random?: (() => number) | undefined;
}

/** Calls a service, by whatever transport. */
export class Caller {
  readonly #options: CallerOptions;
  readonly #url: URL;
  readonly #tokens: TokenSource;
  readonly #retry: RetryPolicy;

  constructor(options: CallerOptions) {
    const { retries = 0, maxRetryAfter = 60, clock = systemClock, random = Math.random } = options;
    this.#options = options;
    const address = withoutSlashes(options.baseUrl);
    this.#url = new URL(address.endsWith(PREFIX) ? address.slice(0, -PREFIX.length) : address);
    this.#tokens = options.tokens ?? fixedToken(undefined);
    this.#retry = { retries, maxRetryAfter, clock, random };
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
   * request with an Idempotency-Key is sent again after an error.
   *
   * @throws like `call`, except that an answer need not be an envelope
   */
  async send(request: RawRequest): Promise<TransportAnswer> {
    const { transport, observe, answers } = this.#options;
    const limits = this.#limits(request);
    const exchangeOnce = async (sent: SentRequest) => {
      const observeAnswer = observe?.(sent);
      const answer = await exchange(transport, sent, limits);
      observeAnswer?.(answer);
      return this.#successful(sent, answer);
    };
    const attempt = () =>
      withToken(this.#tokens, (token) => {
        const sent = this.#sent(request, token);
        return answers ? revalidate(answers, sent, exchangeOnce) : exchangeOnce(sent);
      });
    return isRepeatable(request) ? retrying(this.#retry, limits.signal, attempt) : attempt();
  }

  /**
   * Follows the new items of a list, from now on or behind a known one. A stream that ends is opened again where it left off.
   *
   * @throws like `send` if the stream cannot be opened, or for an error that another try would not change
   */
  follow<Item>(request: RawRequest, options: FollowOptions = {}): AsyncGenerator<Item> {
    const limits = this.#limits(request);
    const open = (lastEventId: string | undefined) => {
      const id = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
      const headers = { Accept: 'text/event-stream', ...id, ...request.headers };
      return withToken(this.#tokens, (token) => this.#openStream(this.#sent({ ...request, headers }, token), limits));
    };
    return follow(open, { ...options, signal: limits.signal }, this.#retry);
  }

  async #openStream(sent: SentRequest, limits: Limits): Promise<OpenAnswer> {
    const { transport, observe } = this.#options;
    const observeAnswer = observe?.(sent);
    const answer = await exchangeStream(transport, sent, limits, this.#retry.clock);
    observeAnswer?.('text' in answer ? answer : { ...answer, text: '' });
    return 'text' in answer ? this.#failed(answer) : answer;
  }

  #limits({ signal = this.#options.signal, timeout = this.#options.timeout ?? 30_000 }: RawRequest): Limits {
    return { timeout, maxBytes: this.#options.maxBytes ?? 64 * 1024 * 1024, signal };
  }

  #successful(sent: SentRequest, answer: TransportAnswer): TransportAnswer {
    const { status } = answer;
    const isSuccess = (status >= 200 && status < 300) || (status === 304 && isConditional(sent));
    return isSuccess ? answer : this.#failed(answer);
  }

  #failed(answer: TransportAnswer): never {
    throw errorOf(answer, this.#retry.clock.now());
  }

  /** Adds an idempotency key to a change that may be repeated. */
  #keyed(request: RawRequest): RawRequest {
    if (this.#retry.retries === 0 || isRepeatable(request)) return request;
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

function isRepeatable({ method, headers = {} }: RawRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  return Object.keys(headers).some((name) => name.toLowerCase() === 'idempotency-key');
}

/** Returns a random idempotency key. `crypto.randomUUID` is missing on web pages that came without https. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
