import { AsyncLocalStorage } from 'node:async_hooks';
import type { ErrorCode } from '../../domain/failure.js';
import type { Route } from '../../routes/define-route.js';
import type { HeaderFields } from './alter-headers.js';
import type { OwnAnswer } from './own-answer.js';

/** The faults that strike a request. */
export interface Strike {
  route: Route | undefined;
  /** Milliseconds. */
  delay?: number;
  /** The error code that its answer gets. */
  code?: ErrorCode;
  /** The answer that it gets in place of that of the service. */
  answer?: OwnAnswer;
  /** Header fields that its answer gets. */
  headers?: HeaderFields;
  /** Milliseconds over which its body arrives. */
  drip?: number;
  /** Bytes of the body after which its connection is closed. */
  cutAfter?: number;
  silence?: true;
}

const strikes = new AsyncLocalStorage<Strike>();

/** Returns what strikes the request that is being answered. */
export function currentStrike(): Strike | undefined {
  return strikes.getStore();
}

/** Answers a request under a strike: the parts of the service look at it. */
export function underStrike<T>(strike: Strike | undefined, work: () => T): T {
  return strike ? strikes.run(strike, work) : work();
}
