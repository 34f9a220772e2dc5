import { errorOf, parseEnvelope, rateLimitOf } from './answer.js';
import { type CallOptions, type RawRequest, requestOf, targetOf } from './request.js';
import { exchange, type TransportAnswer } from './transport.js';
import type { Answer, ParametersOf, PayloadOf, RouteName } from './types.js';

export interface ClientOptions {
  /** The address of the service, such as `https://example.org`; what follows it is the client's affair. */
  url: string;
  /** Sent to this address and nowhere else. */
  token?: string | undefined;
  /** How long one exchange may take, in milliseconds; 30 seconds by default. */
  timeout?: number;
  /** The largest answer that is read, in bytes; 64 MiB by default. */
  maxBytes?: number;
  /** Ends calls; its reason is thrown. */
  signal?: AbortSignal | undefined;
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
   * The type of the payload is what the declaration of the route promises; whether the server keeps that promise is not
   * checked.
   *
   * @throws {ServiceError} when the service answers with an error
   * @throws {Unreachable} when there is no connection or no answer
   * @throws {WrongAnswer} when what answers does not speak this interface
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
   * Sends any request, and hands on the answer as it came.
   *
   * @throws as `call` does, but for an answer that is no envelope
   */
  async send({ method, path, query, body, headers, format = 'json' }: RawRequest): Promise<TransportAnswer> {
    const { url, token, timeout = 30_000, maxBytes = 64 * 1024 * 1024, signal } = this.#options;
    const answer = await exchange({
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
    });
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw errorOf(answer);
  }
}
