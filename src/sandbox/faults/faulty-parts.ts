import type { ServerResponse } from 'node:http';
import { holds, type Permission } from '../../domain/permission.js';
import type { Counters, RateLimit, Window } from '../../domain/rate-limit.js';
import { Blacklist } from '../../server/rate-limit/address-blacklist.js';
import { ProcessCounters } from '../../server/rate-limit/process-counters.js';
import type { StreamHolder } from '../../server/streams/open-stream.js';
import { Streams, tooManyStreams } from '../../server/streams/streams.js';
import type { Principal, Store } from '../../store/store.js';
import { tokenHash } from '../../store/token.js';
import { currentStrike } from './strike.js';

/** Counters for which a call that is struck is over the limit: the first of a window by one, and each further one by one more. */
export class FaultyCounters implements Counters {
  readonly #rate: RateLimit;
  #own: ProcessCounters;
  readonly #over = new Map<string, Window>();

  constructor(rate: RateLimit) {
    this.#rate = rate;
    this.#own = new ProcessCounters(rate);
  }

  hit(key: string, now: number): Window {
    const { count, resetAt } = this.#own.hit(key, now);
    if (currentStrike()?.code !== 'rate_limit_exceeded') return { count, resetAt };
    const before = this.#over.get(key);
    const over = before?.resetAt === resetAt ? before.count + 1 : 1;
    this.#over.set(key, { count: over, resetAt });
    return { count: Math.max(count, this.#rate.limit + over), resetAt };
  }

  peek(key: string, now: number): Window | undefined {
    return this.#own.peek(key, now);
  }

  clear(): void {
    this.#own = new ProcessCounters(this.#rate);
    this.#over.clear();
  }
}

/** A blacklist that has the address of a request that is struck. */
export class FaultyBlacklist extends Blacklist {
  override has(address: string, now: number): boolean | Promise<boolean> {
    return currentStrike()?.silence === true || super.has(address, now);
  }
}

/** Returns a store whose tokens lack the permission of the route for a request that is struck. */
export function faultyTokens(store: Store): Store {
  const principal: Store['tokens']['principal'] = async (token, now) => {
    const hash = tokenHash(token);
    // A token that a test has chosen need not have the form of one.
    const found = (await store.tokens.principals([hash], now)).get(hash);
    const strike = currentStrike();
    const access = strike?.route?.access;
    if (!found || strike?.code !== 'permission_missing' || access === undefined) return found;
    return withoutPermission(found, access as Permission);
  };
  return { ...store, tokens: { ...store.tokens, principal } };
}

/** Streams that a client has as many of as it may have, for a request that is struck. */
export class FaultyStreams extends Streams {
  override admit(holder: StreamHolder, response: ServerResponse): void {
    if (currentStrike()?.code === 'too_many_streams') throw tooManyStreams('token');
    super.admit(holder, response);
  }
}

function withoutPermission(principal: Principal, needed: Permission): Principal {
  return { ...principal, permissions: principal.permissions.filter((each) => !holds([each], needed)) };
}
