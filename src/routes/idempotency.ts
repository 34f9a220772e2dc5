import { createHash } from 'node:crypto';
import { Failure } from '../domain/failure.js';
import type { Principal, Store } from '../store/store.js';

/** Seconds. Wire contract, “Datacards”. */
const KEPT_FOR = 24 * 60 * 60;

/**
 * Records the answer in the transaction of the change. A failed change records nothing, and can be tried again with its key.
 * A recorded answer is returned only to a principal who may still make the change.
 */
export function withIdempotencyKey<T>(
  call: { store: Store; principal: Principal; now: number; idempotencyKey: string | undefined },
  request: unknown,
  authorize: (store: Store) => Promise<unknown>,
  change: (store: Store) => Promise<T>,
): Promise<T> {
  const { principal, now } = call;
  return call.store.transaction(async (store) => {
    if (call.idempotencyKey === undefined) return change(store);
    const key = { client_id: principal.client_id, character_uid: principal.character_uid, key: call.idempotencyKey };
    const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
    const recorded = await store.idempotency.find(key, now - KEPT_FOR);
    if (recorded) {
      if (recorded.request_hash !== requestHash) throw new Failure('idempotency_key_reused');
      await authorize(store);
      return JSON.parse(recorded.answer) as T;
    }
    const answer = await change(store);
    await store.idempotency.record(
      key,
      { request_hash: requestHash, answer: JSON.stringify(answer) },
      now,
      now - KEPT_FOR,
    );
    return answer;
  });
}
