import { Caller } from './caller.js';
import { type Clock, systemClock } from './clock.js';
import { MemoryStore } from './conditional/memory-store.js';
import type { FollowOptions } from './follow-stream.js';
import { isToken, type OAuthOptions, renewTokens } from './oauth.js';
import type { Fetch } from './platform.js';
import { fixedToken, RenewedToken, type TokenSource } from './renewed-token.js';
import { type CallOptions, requestOf } from './request.js';
import { fetchTransport } from './transport/fetch-transport.js';
import type { Transport } from './transport/transport.js';
import { ownUserAgent } from './transport/user-agent.js';
import type { ListedEvent, Transaction } from './types.js';
import { walkRuns } from './walk-credit-log.js';
import { walkEvents } from './walk-events.js';

/** The settings of a client. */
export interface ClientOptions {
  /** The address of the service, such as `https://example.org`. The prefix of the API is added. */
  baseUrl: string;
  /** The token of the calls. It is sent to this address only. */
  token?: string | undefined;
  /** A sign-in, instead of a token. The client renews it. */
  oauth?: OAuthOptions | undefined;
  /** A function like the global `fetch`, which it is by default. */
  fetch?: Fetch | undefined;
  /** The value of User-Agent, such as `my-program/1.0`. Browsers send their own. */
  userAgent?: string | undefined;
  /** The maximum duration of each try of a call, in milliseconds; 30 seconds by default. */
  timeout?: number | undefined;
  /** The maximum number of further tries, while an error is transient and the call is safe to repeat; 2 by default. */
  retries?: number | undefined;
  /**
   * The longest wait that the service may ask for before a retry, in seconds; 60 by default. Beyond it the error is thrown at once,
   * with the time in `retryAt`.
   */
  maxRetryAfter?: number | undefined;
  /** The maximum size of an answer, in bytes; 64 MiB by default. */
  maxBytes?: number | undefined;
  /**
   * The maximum size of the answers that are kept in memory, in bytes; 0, the default, keeps none. A kept answer is asked for by its
   * ETag each time, and not transferred again while it is the same. Browsers do so by themselves.
   */
  cacheBytes?: number | undefined;
  /** The time, for tests; that of the system by default. */
  clock?: Clock | undefined;
  /** Returns a number from 0 to 1, without 1, for the waits between tries; `Math.random` by default. */
  random?: (() => number) | undefined;
}

/** The routes of long lists. */
const CREDIT_LOG = 'GET /character/{uid}/creditlog';
const EVENTS = 'GET /events/{mode}[/{type}]';

/** Options of a walk through a credit log. */
export interface CreditLogOptions extends CallOptions {
  /** The id of the last known transaction; 0, the default, for all transactions. */
  after?: number | undefined;
}

/** Options of a walk through events. */
export interface EventsOptions extends CallOptions {
  /** The type of the events, such as `XP`; all types by default. */
  type?: string | undefined;
  /** Unix seconds: only events from this time on. */
  since?: number | undefined;
}

/** Options of a stream of events. */
export interface FollowEventsOptions extends FollowOptions {
  /** The type of the events, such as `XP`; all types by default. */
  type?: string | undefined;
}

/**
 * A client of the service, typed by its routes.
 *
 * ```ts
 * const client = new Client({ baseUrl: 'http://127.0.0.1:8080' });
 * const { data } = await client.call('POST /api/time', { body: { cgt: 'Year 12 Day 3' } });
 * data.timestamp; // 1291273200
 * ```
 */
export class Client extends Caller {
  /** @throws {TypeError} for an address that is not a URL, and for a token that no header field can carry */
  constructor(options: ClientOptions) {
    const { fetch = globalThis.fetch, token, oauth, cacheBytes = 0, ...rest } = options;
    const { retries = 2, clock = systemClock, userAgent } = rest;
    if (token !== undefined && !isToken(token)) throw new TypeError('the token has a space, or is not ASCII');
    const transport = fetchTransport((...request) => fetch(...request));
    super({
      ...rest,
      transport,
      retries,
      clock,
      userAgent: userAgent ?? ownUserAgent(),
      answers: cacheBytes > 0 ? new MemoryStore(cacheBytes) : undefined,
      tokens: oauth ? signedIn(oauth, options, transport, clock) : fixedToken(token),
    });
  }

  /**
   * Walks through a credit log from its oldest transaction to the newest, past the 1000 of one run. New transactions that arrive
   * meanwhile come at the end.
   *
   * @param character the uid of the token's own character, or its name
   */
  async *creditLog(character: string, { after = 0, ...options }: CreditLogOptions = {}): AsyncGenerator<Transaction> {
    const runs = walkRuns(async (query) => {
      const { data } = await this.call(CREDIT_LOG, { ...options, params: { uid: character }, query });
      const { attributes, transaction } = data.transactions;
      return {
        total: attributes.total,
        transactions: transaction.map((each) => ({ id: each.attributes.transaction_id, transaction: each })),
      };
    }, after);
    for await (const run of runs) for (const { transaction } of run) yield transaction;
  }

  /** Walks through the events of the token's own character, from the newest to the oldest. */
  events({ type, since, ...options }: EventsOptions = {}): AsyncGenerator<ListedEvent> {
    return walkEvents(async (page) => {
      const { data } = await this.call(EVENTS, {
        ...options,
        params: { mode: 'personal', type },
        query: { ...page, start_time: since },
      });
      return { total: data.events.attributes.total, events: data.events.event };
    });
  }

  /**
   * Follows the events of the token's own character: yields each new one once, within a second, until the loop is left or the signal
   * aborts. Connections that break are opened again, and continue where they left off.
   */
  followEvents({ type, ...options }: FollowEventsOptions = {}): AsyncGenerator<ListedEvent> {
    return this.follow(requestOf(EVENTS, { ...optionsOf(options), params: { mode: 'personal', type } }), options);
  }

  /**
   * Follows a credit log, as `followEvents` does events.
   *
   * @param character the uid of the token's own character, or its name
   */
  followCreditLog(character: string, options: FollowOptions = {}): AsyncGenerator<Transaction> {
    return this.follow(requestOf(CREDIT_LOG, { ...optionsOf(options), params: { uid: character } }), options);
  }
}

/** Returns those of the options that any call has. */
function optionsOf({ signal, timeout, headers }: CallOptions): CallOptions {
  return { signal, timeout, headers };
}

/** Returns the token of a sign-in. Its renewals have the limits of other calls, and are not repeated by themselves. */
function signedIn(oauth: OAuthOptions, options: ClientOptions, transport: Transport, clock: Clock): TokenSource {
  const { baseUrl, timeout, maxBytes, userAgent = ownUserAgent() } = options;
  const caller = new Caller({ baseUrl, transport, timeout, maxBytes, userAgent, clock });
  return new RenewedToken(
    oauth.tokens,
    async (old, use) => {
      const renewed = await renewTokens(caller, oauth, old, Math.floor(clock.now() / 1000));
      use(renewed);
      await oauth.onRenew?.(renewed);
    },
    () => clock.now(),
  );
}
