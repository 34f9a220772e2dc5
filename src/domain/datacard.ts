import { Failure } from './failure.js';

/** Stands for a number of uses without an end. */
export const UNLIMITED = -1;

/** What is asked for: a number of uses from 1, or as many as one likes. */
export type Amount = { uses: number } | { unlimited: true };

/**
 * The uses of a datacard that are not assigned to anything; -1 for unlimited ones.
 *
 * The total never changes by assigning or revoking, so unassigned and assigned uses always add up to it.
 */
export function unassignedUses(total: number, assigned: number[]): number {
  return total === UNLIMITED ? UNLIMITED : assigned.reduce((left, uses) => left - uses, total);
}

/**
 * The uses that a production entity has after an assignment. Wire contract, “Datacards”.
 *
 * @param unassigned the uses of the datacard that are left, or -1
 * @param before the uses that the entity has, or -1
 * @throws {Failure} `not_enough_uses` when the datacard cannot give that much
 */
export function usesAfterAssigning(unassigned: number, before: number, amount: Amount): number {
  if ('unlimited' in amount) {
    if (unassigned !== UNLIMITED) {
      throw new Failure('not_enough_uses', `The datacard is not unlimited: assign up to ${unassigned} uses instead.`);
    }
    return UNLIMITED;
  }
  if (unassigned !== UNLIMITED && amount.uses > unassigned) {
    throw new Failure('not_enough_uses', `The datacard has ${unassigned} unassigned uses, fewer than ${amount.uses}.`);
  }
  if (before === UNLIMITED) return UNLIMITED;
  if (!Number.isSafeInteger(before + amount.uses)) {
    throw new Failure('not_enough_uses', 'The entity cannot hold that many uses: assign it unlimited ones instead.');
  }
  return before + amount.uses;
}
