import { Failure } from './failure.js';

export const UNLIMITED = -1;

export type Amount = { uses: number } | { unlimited: true };

/** Returns the uses that are not assigned, or -1 for unlimited. Assigning and revoking never change `total`. */
export function unassignedUses(total: number, assigned: number): number {
  return total === UNLIMITED ? UNLIMITED : total - assigned;
}

/** Returns an entity's uses after an assignment; -1 is unlimited. Wire contract, “Datacards”. @throws {Failure} `not_enough_uses` */
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
