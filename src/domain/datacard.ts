import { Failure } from './failure.js';

/** Unlimited uses, where a number of uses is expected. */
export const UNLIMITED = -1;

/** The amount of an assignment: a number of uses from 1, or unlimited uses. */
export type Amount = { uses: number } | { unlimited: true };

/**
 * Returns the uses of a datacard that are not assigned, or -1 if they are unlimited.
 *
 * Assigning and revoking never change the total, which is the sum of unassigned and assigned uses.
 */
export function unassignedUses(total: number, assigned: number): number {
  return total === UNLIMITED ? UNLIMITED : total - assigned;
}

/**
 * Returns the uses that a production entity has after an assignment. Wire contract, “Datacards”.
 *
 * @param unassigned the uses of the datacard that are left, or -1
 * @param before the uses that the entity has, or -1
 * @throws {Failure} `not_enough_uses` when the datacard cannot give that much
 */
export function usesAfterAssigning(unassigned: number, before: number, amount: Amount): number {
  if ('unlimited' in amount) {
    if (unassigned !== UNLIMITED) {
      throw new Failure('not_enough_uses', `The datacard is not unlimited. Assign up to ${unassigned} uses instead.`);
    }
    return UNLIMITED;
  }
  if (unassigned !== UNLIMITED && amount.uses > unassigned) {
    throw new Failure('not_enough_uses', `The datacard has ${unassigned} unassigned uses, fewer than ${amount.uses}.`);
  }
  if (before === UNLIMITED) return UNLIMITED;
  if (!Number.isSafeInteger(before + amount.uses)) {
    throw new Failure('not_enough_uses', 'The entity cannot hold that many uses. Assign unlimited uses instead.');
  }
  return before + amount.uses;
}
