import type { Store } from '../../src/store/store.js';

/** Returns the audit lines of a datacard without their ids, in their order. */
export async function changesOf(store: Pick<Store, 'auditTrail'>, datacardUid: string) {
  const lines = await store.auditTrail.after(0, 100_000);
  return lines.filter(({ datacard_uid }) => datacard_uid === datacardUid).map(({ id: _, ...change }) => change);
}
