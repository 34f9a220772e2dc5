import { createHash } from 'node:crypto';
import type { Store } from '../../src/store/store.js';
import { exportRecords } from '../../src/transfer/records.js';

/** A time that is older than all ages that prune is given, and one that is not. */
const OLD = 1_600_000_000;
const NEW = 1_700_000_000;

/** The time between the two, as an argument of prune needs it. */
export const BOUNDARY = 1_650_000_000;

const FACTIONS = 10;
const SHIP = '2:1';

/** Returns the lines of a galaxy file with the players of these numbers and all that is theirs. */
export function galaxyFile({ from, to, credits }: { from: number; to: number; credits: number }): string {
  const records: object[] = [{ kind: 'entity', uid: SHIP, name: 'Heron freighter' }];
  for (let number = 1; number <= FACTIONS; number += 1)
    records.push({ kind: 'faction', uid: `20:${number}`, name: `Faction ${number}` });
  for (let number = from; number <= to; number += 1) records.push(...player(number, credits));
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

function player(number: number, credits: number): object[] {
  const [uid, faction, yard] = [`1:${number}`, `20:${1 + (number % FACTIONS)}`, `4:${number}`];
  const records: object[] = [
    { kind: 'character', uid, name: `Player ${number}`, credits },
    { kind: 'membership', character: uid, faction, primary: true },
    { kind: 'entity', uid: yard, name: `Yard ${number}`, owner: uid },
  ];
  if (number % 5 === 0) {
    const assignments = [{ location: yard, uses: 3 }];
    records.push({ kind: 'datacard', uid: `14:${number}`, owner: faction, entity: SHIP, total_uses: 9, assignments });
  }
  for (let each = number * 5; each < number * 5 + 5; each += 1) {
    const time = each % 2 === 0 ? OLD : NEW;
    records.push({ kind: 'event', uid: `39:${each}`, receiver: uid, time, text: `Event ${each}` });
    records.push({ kind: 'transaction', id: each, time, amount: 5, sender: uid, receiver: faction });
  }
  return records;
}

/** The records of a service: those that are written one after another, and all others. */
export interface State {
  /** Transactions and events. */
  entries: ReadonlySet<string>;
  /** A fingerprint of everything else. */
  rest: string;
}

/** Returns what is stored, without the times and the numbers that differ from run to run. */
export async function stateOf(store: Store): Promise<State> {
  const [entries, rest]: [Set<string>, string[]] = [new Set(), []];
  for await (const piece of exportRecords(store)) {
    for (const line of piece.trimEnd().split('\n')) {
      const { removed_at: _, ...record } = JSON.parse(line) as Record<string, unknown>;
      if (record.kind === 'end') continue;
      if (record.kind === 'transaction' || record.kind === 'event') entries.add(line);
      else rest.push(JSON.stringify(record.kind === 'datacard_change' ? { ...record, id: 0, time: 0 } : record));
    }
  }
  return { entries, rest: createHash('sha256').update(rest.sort().join('\n')).digest('hex') };
}

export function isSame(one: State, other: State): boolean {
  return one.rest === other.rest && one.entries.size === other.entries.size && includes(one, other);
}

/** Reports whether a state has all transactions and events of another one. */
export function includes(larger: State, smaller: State): boolean {
  return [...smaller.entries].every((line) => larger.entries.has(line));
}
