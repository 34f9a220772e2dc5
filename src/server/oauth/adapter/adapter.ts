import type { ModelAdapter } from 'oidc-provider';
import type { Store } from '../../../store/store.js';
import type { OAuthOptions } from '../lifetimes.js';

/** The parts that the adapters share. */
export interface AdapterParts {
  store: Store;
  /** Returns the time of the service, in Unix seconds. */
  now(): number;
  options: OAuthOptions;
}

/**
 * Returns when something expires by the clock of the process, which the library compares with. A sandbox sets the clock of
 * the service alone: the time that is left is the same on both.
 */
export function libraryExpiry(expiresAt: number, now: number): number {
  return Math.floor(Date.now() / 1000) + expiresAt - now;
}

/** Returns the adapter of a model that the library only reads, or does not use at all. */
export function readOnly(find: ModelAdapter['find'] = async () => undefined): ModelAdapter {
  const ignore = async () => {};
  return { find, upsert: ignore, destroy: ignore };
}
