import { Caller } from './caller.js';
import { type Clock, itemsUntilAbort, systemClock } from './clock.js';
import type { FollowOptions } from './follow-stream.js';
import { isToken, type OAuthOptions, renewTokens } from './oauth.js';
import { walkEvents, walkRuns } from './pagination.js';
import type { Fetch, Url } from './platform.js';
import { fixedToken, RenewedToken, type TokenSource } from './renewed-token.js';
import { type CallOptions, requestOf } from './request.js';
import { fetchTransport, ownUserAgent } from './transport/fetch-transport.js';
import type { ListedEvent, Transaction } from './types.js';

/** The settings of a client. */
export interface ClientOptions {
  /** The address of the service, such as `https://example.org`. The prefix of the API is added. */
  baseUrl: string | Url;
  /** The token of the calls. It is sent to this address only. */
  token?: string | undefined;
  /** A sign-in, instead of a token. The client renews it. */
  oauth?: OAuthOptions | undefined;
  /** A function like the global `fetch`, which is called by default: the one that is there at the time of each request. */
  fetch?: Fetch | undefined;
  /** The value of User-Agent, such as `my-program/1.0`. Browsers send their own. */
  userAgent?: string | undefined;
  /** The maximum duration of each try of a call, in milliseconds; 30 seconds by default. */
  timeout?: number | undefined;
  /** The maximum number of further tries, while an error is transient and the call is safe to repeat; 2 by default. */
  retries?: number | undefined;
  /** The maximum duration of a whole call, with all tries and waits, in milliseconds; none by default. */
  deadline?: number | undefined;
  /**
   * The longest wait that the service may ask for before a retry, in milliseconds; 60,000 by default. Beyond it the error is thrown,
   * with the time in `retryAt`.
   */
  maxRetryAfter?: number | undefined;
  /** The maximum size of an answer, in bytes; 64 MiB by default. */
  maxBytes?: number | undefined;
  /** The time, for tests; that of the system by default. */
  clock?: Clock | undefined;
  /** Returns a number from 0 to 1, without 1, for the waits between tries; `Math.random` by default. */
  random?: (() => number) | undefined;
}

/** The latest time that is read as seconds. A larger number is one of milliseconds. */
const LATEST = 99_999_999_999;

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
  /** @throws {TypeError} for a wrong address or token, and for a token beside a sign-in */
  constructor(options: ClientOptions) {
    const {
      baseUrl,
      fetch,
      token,
      oauth,
      clock = systemClock,
      retries = 2,
      userAgent = ownUserAgent(),
      ...rest
    } = options;
    checkAddress(baseUrl);
    checkToken('token', token);
    checkToken('oauth.tokens.accessToken', oauth?.tokens.accessToken);
    checkToken('oauth.tokens.refreshToken', oauth?.tokens.refreshToken);
    if (oauth && token !== undefined) throw new TypeError('the options token and oauth exclude each other: give one');
    const common = { ...rest, baseUrl: String(baseUrl), transport: fetchTransport(fetch), clock, retries, userAgent };
    super({ ...common, tokens: oauth ? signedIn(oauth, new Caller(common), clock) : fixedToken(token) });
  }

  /**
   * Walks through a credit log from its oldest transaction to the newest, past the 1000 of one run. New transactions come at the end.
   *
   * @param character the uid of the token's own character, or its name
   */
  creditLog(character: string, options: CreditLogOptions = {}): AsyncGenerator<Transaction> {
    return itemsUntilAbort(options.signal, this.#transactions(character, options));
  }

  async *#transactions(character: string, { after = 0, ...options }: CreditLogOptions): AsyncGenerator<Transaction> {
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
  events(given: EventsOptions = {}): AsyncGenerator<ListedEvent> {
    const { type, since = 0, ...options } = given;
    if (since > LATEST) throw new TypeError(`since is ${since}: is this in milliseconds? Give Unix seconds`);
    const events = walkEvents(async (page) => {
      const { data } = await this.call(EVENTS, {
        ...options,
        params: { mode: 'personal', type },
        query: { ...page, start_time: since === 0 ? undefined : since },
      });
      return { total: data.events.attributes.total, events: data.events.event };
    });
    return itemsUntilAbort(options.signal, events);
  }

  /**
   * Follows the events of the token's own character: yields each new one once, within a second, until the loop is left or the signal
   * aborts. Connections that break are opened again, and continue where they left off.
   */
  followEvents({ type, ...options }: FollowEventsOptions = {}): AsyncGenerator<ListedEvent> {
    return this.follow(requestOf(EVENTS, { ...options, params: { mode: 'personal', type } }), options);
  }

  /**
   * Follows a credit log, as `followEvents` does events.
   *
   * @param character the uid of the token's own character, or its name
   */
  followCreditLog(character: string, options: FollowOptions = {}): AsyncGenerator<Transaction> {
    return this.follow(requestOf(CREDIT_LOG, { ...options, params: { uid: character } }), options);
  }
}

/** @throws {TypeError} for an address that paths cannot be added to */
function checkAddress(baseUrl: string | Url): void {
  try {
    const { href, protocol, username, password } = new URL(String(baseUrl));
    if (/^https?:$/.test(protocol) && !/[?#]/.test(href) && username + password === '') return;
  } catch {
    // It is not a URL.
  }
  const expected = 'an address with http or https, such as https://example.org, without a user, a query or a fragment';
  throw new TypeError(`the option baseUrl must be ${expected}`);
}

/** @throws {TypeError} for a token that a header field cannot carry; the message does not quote it */
function checkToken(name: string, token: string | undefined): void {
  if (token === undefined || isToken(token)) return;
  throw new TypeError(`the option ${name} must be a token: ASCII characters without spaces`);
}

/** Returns the token of a sign-in. Its renewals have the limits and the retries of other calls. */
function signedIn(oauth: OAuthOptions, caller: Caller, clock: Clock): TokenSource {
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
