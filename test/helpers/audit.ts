import type { DatacardChange, Store } from '../../src/store/store.js';
import { changesOf } from './changes-of.js';
import type { Answer } from './server.js';

/** A change that a server said it had made. */
export interface Acknowledged {
  request_id: string;
  uses_before: number;
  uses_after: number;
}

/** Returns the change that an answer acknowledges; undefined if it acknowledges none. */
export function acknowledgedBy(answer: Answer): Acknowledged | undefined {
  const request_id = answer.headers.get('x-request-id') ?? '';
  const [assigned] = answer.json?.svcapi.assignments?.assignment ?? [];
  const [revoked] = answer.json?.svcapi.revocations?.revocation ?? [];
  if (assigned) return { request_id, uses_before: assigned.originaluse.quantity, uses_after: assigned.newquantity };
  return revoked && { request_id, uses_before: revoked.revokeduse.quantity, uses_after: 0 };
}

/** The datacards of the small galaxy that Hana manages, with their uses. */
export const DATACARDS: Record<string, number> = { '14:1': 100, '14:2': -1, '14:3': 10 };

export const LOCATIONS = ['4:1', '4:2', '5:1'];

/** The last state that the small galaxy gives to an entity. */
const INITIAL: Record<string, number> = { '14:3 4:1': 4 };

/**
 * Everything that is wrong with what is stored: a change that was acknowledged and is not there or was made twice, uses
 * that are not conserved, a state that the audit trail does not explain. Empty where all is well.
 */
export async function faultsOf(store: Store, acknowledged: Acknowledged[]): Promise<string[]> {
  const faults: string[] = [];
  const trail = (await Promise.all(Object.keys(DATACARDS).map((uid) => changesOf(store, uid)))).flat();
  const byRequest = new Map(trail.map((change) => [change.request_id, change]));
  if (byRequest.size !== trail.length) faults.push('a change was made twice');
  for (const { request_id, uses_before, uses_after } of acknowledged) {
    const made = byRequest.get(request_id);
    if (made?.uses_before !== uses_before || made.uses_after !== uses_after) faults.push(`${request_id} is lost`);
  }
  for (const [uid, total] of Object.entries(DATACARDS)) {
    const assignments = await store.datacards.assignments(uid);
    const assigned = assignments.reduce((sum, { uses }) => sum + uses, 0);
    if ((await store.datacards.find(uid))?.total_uses !== total) faults.push(`the uses of ${uid} changed`);
    if (total !== -1 && assigned > total) faults.push(`${uid} has ${assigned} of ${total} assigned`);
    const state = Object.fromEntries(assignments.map(({ location, uses }) => [location.uid, uses]));
    const told = replay(uid, trail, faults);
    for (const location of LOCATIONS) {
      if (state[location] !== told[location])
        faults.push(`${uid} ${location}: ${state[location]}, not ${told[location]}`);
    }
  }
  return faults;
}

/** Returns the uses of each entity after all changes of the audit trail, each made on top of the last. */
function replay(datacardUid: string, trail: DatacardChange[], faults: string[]): Record<string, number> {
  const state: Record<string, number> = {};
  for (const [key, uses] of Object.entries(INITIAL)) {
    const [uid, location = ''] = key.split(' ');
    if (uid === datacardUid) state[location] = uses;
  }
  const changes = trail.filter((change) => change.datacard_uid === datacardUid);
  for (const { location_uid, uses_before, uses_after } of changes) {
    if ((state[location_uid] ?? 0) !== uses_before)
      faults.push(`a change of ${datacardUid} ${location_uid} is missing`);
    if (uses_after === 0) delete state[location_uid];
    else state[location_uid] = uses_after;
  }
  return state;
}
