import { Caller, type CommonOptions } from './caller.js';
import { type Clock, flattened, systemClock } from './clock.js';
import type { FollowOptions } from './follow-stream.js';
import { isToken, type OAuthOptions, renewTokens } from './oauth.js';
import { type PageQuery, walkEvents, walkRuns } from './pagination.js';
import { fixedToken, renewedToken, type TokenSource } from './renewed-token.js';
import { type CallOptions, requestOf } from './request.js';
import { fetchTransport, ownUserAgent } from './transport/fetch-transport.js';
import type { ListedEvent, Transaction } from './types.js';

export interface ClientOptions extends CommonOptions {
  /** Such as `https://example.org`. The client adds the prefix of the API. */
  baseUrl: string | URL;
  /** Sent to this address only. */
  token?: string | undefined;
  /** A sign-in instead of a token. The client renews it. */
  oauth?: OAuthOptions | undefined;
  /** A function like the global `fetch`, which the client looks up at each request by default. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** The last plausible time in seconds; larger ones are in milliseconds. */
const LATEST = 99_999_999_999;

const CREDIT_LOG = 'GET /character/{uid}/creditlog';
const EVENTS = 'GET /events/{mode}[/{type}]';

export interface CreditLogOptions extends CallOptions {
  /** The id of the last known transaction; 0, the default, for all transactions. */
  after?: number | undefined;
}

export interface EventsOptions extends CallOptions {
  /** Such as `XP`; all types by default. */
  type?: string | undefined;
  /** Unix seconds: only events from this time on. */
  since?: number | undefined;
}

export interface FollowEventsOptions extends FollowOptions, Pick<EventsOptions, 'type'> {}

/**
 * A client of the service, typed by its routes.
 *
 * @example const { data } = await new Client({ baseUrl }).call('POST /api/time', { body: { cgt: 'Year 12 Day 3' } });
 */
export class Client extends Caller {
  /** @throws {TypeError} for a wrong address or token, and for a token beside a sign-in */
  constructor({
    baseUrl,
    fetch,
    token,
    oauth,
    clock = systemClock,
    retries = 2,
    userAgent = ownUserAgent(),
    ...rest
  }: ClientOptions) {
    checkAddress(baseUrl);
    checkToken('token', token);
    checkToken('oauth.tokens.accessToken', oauth?.tokens.accessToken);
    checkToken('oauth.tokens.refreshToken', oauth?.tokens.refreshToken);
    if (oauth && token !== undefined) throw new TypeError('the options token and oauth exclude each other: give one');
    const common = { ...rest, baseUrl: String(baseUrl), transport: fetchTransport(fetch), clock, retries, userAgent };
    super({ ...common, tokens: oauth ? signedIn(oauth, new Caller(common), clock) : fixedToken(token) });
  }

  /** Yields all transactions of the token's own character, named by uid or name, from the oldest to the newest. */
  creditLog(character: string, { after = 0, ...options }: CreditLogOptions = {}): AsyncGenerator<Transaction> {
    const fetchPage = async (query: PageQuery) => {
      const { data } = await this.call(CREDIT_LOG, { ...options, params: { uid: character }, query });
      return { total: data.transactions.attributes.total, transactions: data.transactions.transaction };
    };
    const runs = walkRuns(fetchPage, after, ({ attributes }) => attributes.transaction_id);
    return flattened(runs, options.signal);
  }

  /** Yields the events of the token's own character, from the newest to the oldest. */
  events(given: EventsOptions = {}): AsyncGenerator<ListedEvent> {
    const { type, since = 0, ...options } = given;
    if (since > LATEST) throw new TypeError(`since is ${since}: is this in milliseconds? Give Unix seconds`);
    const pages = walkEvents(async (page) => {
      const { data } = await this.call(EVENTS, {
        ...options,
        params: { mode: 'personal', type },
        query: { ...page, start_time: since === 0 ? undefined : since },
      });
      return { total: data.events.attributes.total, events: data.events.event };
    });
    return flattened(pages, options.signal);
  }

  /** Yields each new event of the token's own character once, within a second. Reopens broken connections where they left off. */
  followEvents({ type, ...options }: FollowEventsOptions = {}): AsyncGenerator<ListedEvent> {
    return this.follow(requestOf(EVENTS, { ...options, params: { mode: 'personal', type } }), options);
  }

  /** Yields each new transaction of the token's own character, as `followEvents` does events. */
  followCreditLog(character: string, options: FollowOptions = {}): AsyncGenerator<Transaction> {
    return this.follow(requestOf(CREDIT_LOG, { ...options, params: { uid: character } }), options);
  }
}

function checkAddress(baseUrl: string | URL): void {
  try {
    const { href, protocol, username, password } = new URL(String(baseUrl));
    if (/^https?:$/.test(protocol) && !/[?#]/.test(href) && username + password === '') return;
  } catch {
    // It is not a URL.
  }
  const expected = 'an address with http or https, such as https://example.org, without a user, a query or a fragment';
  throw new TypeError(`the option baseUrl must be ${expected}`);
}

/** Rejects a token that a header field cannot carry. The message must not quote it. */
function checkToken(name: string, token: string | undefined): void {
  if (token === undefined || isToken(token)) return;
  throw new TypeError(`the option ${name} must be a token: ASCII characters without spaces`);
}

function signedIn(oauth: OAuthOptions, caller: Caller, clock: Clock): TokenSource {
  return renewedToken(
    oauth.tokens,
    async (old, use) => {
      const renewed = await renewTokens(caller, oauth, old, Math.floor(clock.now() / 1000));
      use(renewed);
      await oauth.onRenew?.(renewed);
    },
    () => clock.now(),
  );
}
