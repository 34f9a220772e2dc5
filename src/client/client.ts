import { Caller, type CallerOptions } from './caller.js';
import { type Checks, checkOptions, func, milliseconds, text, wholeFrom0 } from './check-options.js';
import { type Clock, itemsUntilAbort, systemClock } from './clock.js';
import { MemoryStore } from './conditional/memory-store.js';
import type { FollowOptions } from './follow-stream.js';
import { type ClientHooks, withoutSecrets } from './hooks.js';
import { checkOAuth, type OAuthOptions, renewTokens, tokenCheck } from './oauth.js';
import type { Fetch, Url } from './platform.js';
import { fixedToken, RenewedToken, type TokenSource } from './renewed-token.js';
import { type CallOptions, callChecks, requestOf } from './request.js';
import { fetchTransport } from './transport/fetch-transport.js';
import { ownUserAgent } from './transport/user-agent.js';
import type { ListedEvent, Transaction } from './types.js';
import { isRecord } from './unknown-record.js';
import { walkRuns } from './walk-credit-log.js';
import { walkEvents } from './walk-events.js';

/** The settings of a client. */
export interface ClientOptions extends ClientHooks {
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

/** Returns true for an address that paths can be added to. */
function isAddress(value: unknown): boolean {
  const address = value instanceof URL ? value.href : value;
  if (typeof address !== 'string' || /[?#]/.test(address)) return false;
  try {
    const { protocol, username, password } = new URL(address);
    return /^https?:$/.test(protocol) && username + password === '';
  } catch {
    return false;
  }
}

const clientChecks: Checks<ClientOptions> = {
  baseUrl: [
    isAddress,
    'an address with http or https, such as https://example.org, without a user, a query or a fragment',
    'secret',
  ],
  token: tokenCheck,
  oauth: [isRecord, 'a sign-in: an object with clientId and tokens', 'secret'],
  fetch: [func[0], 'a function like the global fetch'],
  userAgent: [(value) => typeof value === 'string' && /^[\x20-\x7e]+$/.test(value), 'a text of ASCII characters'],
  timeout: milliseconds,
  retries: wholeFrom0,
  deadline: milliseconds,
  maxRetryAfter: [(value) => typeof value === 'number' && value >= 0, 'a number of seconds from 0, such as 60'],
  maxBytes: [(value) => typeof value === 'number' && value > 0, 'a number of bytes above 0'],
  cacheBytes: [(value) => typeof value === 'number' && value >= 0, 'a number of bytes from 0'],
  clock: [
    (value) => isRecord(value) && typeof value.now === 'function' && typeof value.sleep === 'function',
    'an object with the functions now and sleep',
  ],
  random: [func[0], 'a function like Math.random'],
  onRequest: func,
  onResponse: func,
  onRetry: func,
};

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

const creditLogChecks: Checks<CreditLogOptions> = { ...callChecks, after: wholeFrom0 };

const eventsChecks: Checks<EventsOptions> = { ...callChecks, type: text, since: wholeFrom0 };

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
  /** @throws {TypeError} for a wrong option; the message names it, and what it takes */
  constructor(options: ClientOptions) {
    checkOptions(options, clientChecks, '', ['baseUrl']);
    const { fetch, token, oauth, cacheBytes = 0, onRequest, onResponse, onRetry, ...rest } = options;
    if (oauth) checkOAuth(oauth);
    if (oauth && token !== undefined) throw new TypeError('the options token and oauth exclude each other: give one');
    const { retries = 2, clock = systemClock, userAgent = ownUserAgent() } = rest;
    const common: CallerOptions = {
      ...rest,
      baseUrl: String(rest.baseUrl),
      // The global one is looked up each time, since tests replace it.
      transport: fetchTransport((...request) => (fetch ?? globalThis.fetch)(...request)),
      retries,
      clock,
      userAgent,
      hooks: withoutSecrets({ onRequest, onResponse, onRetry }, () => clock.now()),
    };
    super({
      ...common,
      answers: cacheBytes > 0 ? new MemoryStore(cacheBytes) : undefined,
      tokens: oauth ? signedIn(oauth, new Caller(common), clock) : fixedToken(token),
    });
  }

  /**
   * Walks through a credit log from its oldest transaction to the newest, past the 1000 of one run. New transactions that arrive
   * meanwhile come at the end.
   *
   * @param character the uid of the token's own character, or its name
   */
  creditLog(character: string, options: CreditLogOptions = {}): AsyncGenerator<Transaction> {
    checkOptions(options, creditLogChecks);
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
    checkOptions(given, eventsChecks);
    const { type, since, ...options } = given;
    const events = walkEvents(async (page) => {
      const { data } = await this.call(EVENTS, {
        ...options,
        params: { mode: 'personal', type },
        query: { ...page, start_time: since },
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
function optionsOf({ signal, timeout, retries, deadline, headers }: CallOptions): CallOptions {
  return { signal, timeout, retries, deadline, headers };
}

/** Returns the token of a sign-in. Its renewals have the limits, the retries and the hooks of other calls. */
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
