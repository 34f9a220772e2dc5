import { databaseFailure } from '../../store/sqlite/database-failure.js';
import type { Store } from '../../store/store.js';
import { currentStrike, underStrike } from './strike.js';

type Part = Record<string, (...input: never[]) => unknown>;

/** The methods that find what a route is about. */
const FINDERS: Record<string, readonly string[]> = {
  entities: ['find', 'findFaction'],
  characters: ['find', 'profile'],
  events: ['find'],
  datacards: ['find', 'lock'],
};

/**
 * Returns a store that fails for requests that are struck, as the database does or as if it held something else: the steps and
 * the handlers make the failure of it.
 */
export function faultyStore(store: Store): Store {
  const parts = new Map<string, unknown>();
  return new Proxy(store, {
    get(target, name) {
      const known = parts.get(name as string);
      if (known !== undefined) return known;
      const wrapped = wrap(name as string, Reflect.get(target, name));
      parts.set(name as string, wrapped);
      return wrapped;
    },
  });
}

function wrap(name: string, part: unknown): unknown {
  if (name === 'transaction') return wrapTransaction(part as Store['transaction']);
  if (typeof part !== 'object' || part === null) return part;
  const methods = Object.entries(part as Part).map(([method, call]) => [method, wrapCall(name, method, call)]);
  return Object.fromEntries(methods);
}

/** Commits are shared between requests: the work of each goes on under its own strike. */
function wrapTransaction(transaction: Store['transaction']): Store['transaction'] {
  return async (work) => {
    failIfStruck();
    const strike = currentStrike();
    return transaction((within) => underStrike(strike, () => work(faultyStore(within))));
  };
}

function wrapCall(part: string, method: string, call: (...input: never[]) => unknown) {
  return (...input: never[]): unknown => {
    const { code, route } = currentStrike() ?? {};
    if (code === undefined) return call(...input);
    // While another process writes, only changes fail.
    if (route?.method === 'GET' || part === 'metadata') {
      try {
        failIfStruck();
      } catch (error) {
        return Promise.reject(error);
      }
    }
    if (code === 'not_found' && FINDERS[part]?.includes(method)) return Promise.resolve(undefined);
    if (code === 'idempotency_key_reused' && part === 'idempotency' && method === 'find') {
      return Promise.resolve({ request_hash: '', answer: '' });
    }
    return code === 'not_enough_uses' && part === 'datacards' ? usedUp(method, call(...input)) : call(...input);
  };
}

/** A datacard all of whose uses are assigned. */
async function usedUp(method: string, answer: unknown): Promise<unknown> {
  const found = (await answer) as object | undefined;
  if (method === 'lock') return found && { ...found, total_uses: 0 };
  return method === 'uses' ? { ...found, assigned: 0 } : found;
}

/** @throws what the database throws when it is busy, or has lost a table */
function failIfStruck(): void {
  const code = currentStrike()?.code;
  if (code === 'unavailable') throw databaseFailure('busy');
  if (code === 'internal_error') throw databaseFailure('damaged');
}

/** Asks the store something, so that a fault of the database strikes requests that need nothing from it. */
export async function touch(store: Store): Promise<void> {
  const code = currentStrike()?.code;
  if (code === 'unavailable' || code === 'internal_error') await store.metadata.get('demo');
}
