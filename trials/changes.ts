import type { Server } from '../bench/server.js';
import type { Random } from '../src/demo/random.js';
import { type Acknowledged, acknowledgedBy, DATACARDS, faultsOf, LOCATIONS } from '../test/helpers/audit.js';
import type { Answer } from '../test/helpers/server.js';
import { withStore } from './backends/database.js';
import type { Task } from './trial.js';

/** A change of a datacard. */
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

/** Sends a change, and returns its answer with what it acknowledges; undefined if the service ended before. */
export async function sendChange(
  { url }: Pick<Server, 'url'>,
  token: string,
  change: Change,
): Promise<(Answer & { made: Acknowledged | undefined }) | undefined> {
  const { key, method, path, body = null } = change;
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/x-www-form-urlencoded',
    'Idempotency-Key': key,
    'X-Request-Id': key,
  };
  const response = await fetch(`${url}/ws/v2.0${path}`, { method, headers, body }).catch(() => undefined);
  const text = await response?.text().catch(() => undefined);
  if (!response || text === undefined) return undefined;
  const answer = { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
  return { ...answer, made: acknowledgedBy(answer) };
}

/** Compares all that is stored with what was acknowledged; complaints begin with `after`. */
export async function audit(
  task: Task,
  number: number,
  database: string,
  acknowledged: Acknowledged[],
  after = '',
): Promise<void> {
  const faults = await withStore(database, (store) => faultsOf(store, acknowledged), true);
  for (const fault of faults) task.violate(number, after + fault);
}
