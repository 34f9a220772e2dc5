import type { MembershipRow } from '../model/character.js';
import { flagOf } from '../model/columns.js';
import { Random } from './random.js';
import { characterUid, factionUid, type Setting } from './setting.js';

/**
 * Generates the members of the factions, with their rights. The first characters are the founders, one of each faction,
 * and may do everything in it; of the rest some are in none, most are in one, and a few in two.
 */
export function* members({ counts, seed }: Setting): Generator<MembershipRow> {
  const random = new Random(seed, 'members');
  for (let character = 0; character < counts.characters; character += 1) {
    const founder = character < counts.factions;
    if (!founder && random.chance(0.15)) continue;
    const home = founder ? character : random.skewed(counts.factions, 1.6);
    yield membership(character, home, true, founder ? 0 : random.next());
    if (random.chance(0.12)) {
      const other = (home + 1 + random.below(counts.factions - 1)) % counts.factions;
      yield membership(character, other, false, random.next());
    }
  }
}

/** @param rank from 0, the highest, to 1 */
function membership(character: number, faction: number, primary: boolean, rank: number): MembershipRow {
  return {
    character_uid: characterUid(character),
    faction_uid: factionUid(faction),
    is_primary: flagOf(primary),
    can_view_datacards: flagOf(rank < 0.5),
    can_manage_datacards: flagOf(rank < 0.12),
  };
}
