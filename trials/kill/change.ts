import type { Random } from '../../src/demo/random.js';
import { DATACARDS, LOCATIONS } from '../../test/helpers/audit.js';

/** A change of a datacard, which is sent until it is answered. */
export interface Change {
  /** Its Idempotency-Key, and the X-Request-Id under which the audit trail has it. */
  key: string;
  method: 'POST' | 'DELETE';
  /** Below `/ws/v2.0`. */
  path: string;
  body?: string;
}

const UIDS = Object.keys(DATACARDS) as [string, ...string[]];

/** Returns a random change: two of three assign, the others revoke. */
export function randomChange(random: Random, key: string): Change {
  const path = `/datacard/${random.pick(UIDS)}`;
  const location = random.pick(LOCATIONS as [string, ...string[]]);
  if (random.chance(1 / 3)) return { key, method: 'DELETE', path: `${path}?production_entity_uid=${location}` };
  return { key, method: 'POST', path, body: `production_entity_uid=${location}&uses=${1 + random.below(4)}` };
}
