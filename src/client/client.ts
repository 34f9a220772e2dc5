import { errorOf, parseEnvelope, rateLimitOf } from './answer.js';
import { type CallOptions, type RawRequest, requestOf, targetOf } from './request.js';
import { exchange, type Observe, type TransportAnswer } from './transport.js';
import type { Answer, ParametersOf, PayloadOf, RouteName } from './types.js';

export interface ClientOptions {
  /** The address of the service, such as `https://example.org`, without the prefix of the API. */
  url: string;
  /** Sent to this address only. */
  token?: string | undefined;
  /** The maximum duration of a call, in milliseconds; 30 seconds by default. */
  timeout?: number;
  /** The maximum size of an answer, in bytes; 64 MiB by default. */
  maxBytes?: number;
  /** Cancels calls; its reason is thrown. */
  signal?: AbortSignal | undefined;
  /** Watches every exchange, for debugging. */
  observe?: Observe | undefined;
}

/**
 * A client of the service, typed by the declarations of its routes.
 *
 * ```ts
 * const client = new Client({ url: 'http://127.0.0.1:8080' });
 * const { envelope } = await client.call('POST /api/time', { body: { cgt: 'Year 12 Day 3' } });
 * envelope.svcapi.timestamp; // 1291273200
 * ```
 */
export class Client {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /**
   * Calls a route.
   *
   * The type of the payload is that of the declaration of the route. The payload itself is not checked.
   *
   * @throws {ServiceError} if the service answers with an error
   * @throws {Unreachable} if there is no connection or no answer
   * @throws {WrongAnswer} if the answer is not one of this API
   */
  async call<R extends RouteName>(
    route: R,
    parameters?: ParametersOf<R>,
    options?: CallOptions,
  ): Promise<Answer<PayloadOf<R>>> {
    const { status, headers, text } = await this.send(requestOf(route, parameters, options));
    return { status, envelope: parseEnvelope<PayloadOf<R>>(text), rateLimit: rateLimitOf(headers) };
  }

  /**
   * Sends any request, and returns the answer unparsed.
   *
   * @throws like `call`, except that an answer need not be an envelope
   */
  async send({ method, path, query, body, headers, format = 'json' }: RawRequest): Promise<TransportAnswer> {
    const { url, token, timeout = 30_000, maxBytes = 64 * 1024 * 1024, signal, observe } = this.#options;
    const request = {
      method,
      url: new URL(url),
      target: targetOf(url, path, query),
      headers: {
        Accept: `application/${format}`,
        'User-Agent': 'svcapi',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: typeof body === 'object' ? JSON.stringify(body) : body,
      timeout,
      maxBytes,
      signal,
    };
    const observeAnswer = observe?.(request);
    const answer = await exchange(request);
    observeAnswer?.(answer);
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw errorOf(answer);
  }
}
