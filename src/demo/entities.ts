import { UNLIMITED } from '../domain/datacard.js';
import { type UidType, uidOf } from '../domain/uid.js';
import type { CharacterRow, MembershipRow } from '../model/character.js';
import { flagOf } from '../model/columns.js';
import type { DatacardRow } from '../model/datacard.js';
import type { EntityRow } from '../model/entity.js';
import { characterName, facilityName, factionName, placeName, types } from './names.js';
import { Random } from './random.js';
import { characterUid, facilityUid, factionUid, type Setting } from './setting.js';

const trades = ['Freight pilot', 'Prospector', 'Shipwright & tinkerer', 'Trader in small things', 'Medic', 'Grower'];

const sentences = [
  'Born at {place}, and gone from there at the first chance.',
  'Owes nobody, and is owed by half of {place}.',
  '“Never fly < 2 hours without tea,” as they say at {place}.',
];

const totals = [5, 10, 20, 25, 50, 100, 100, 250, 500, 1000, UNLIMITED, UNLIMITED];

/** The number of first datacards that the demo character's faction owns. */
const OURS = 12;

export function* entities({ counts }: Setting): Generator<EntityRow> {
  for (const [type, names] of Object.entries(types)) {
    for (const [index, name] of names.entries())
      yield { uid: uidOf(type as UidType, index + 1), name, owner_uid: null };
  }
  for (let number = 0; number < counts.factions; number += 1)
    yield { uid: factionUid(number), name: factionName(number), owner_uid: null };
  for (let number = 0; number < counts.facilities; number += 1)
    yield { uid: facilityUid(number), name: facilityName(number), owner_uid: factionUid(number % counts.factions) };
}

/** Generates characters. `credits` lists balances of the ledger: factions first, then characters. */
export function* characters(setting: Setting, credits: readonly number[]): Generator<CharacterRow> {
  const { counts, seed, start, now } = setting;
  const random = new Random(seed, 'characters');
  const sentence = () => random.pick(sentences).replace('{place}', placeName(random.below(300)));
  for (let number = 0; number < counts.characters; number += 1) {
    const isDemo = number === 0;
    const xp = random.skewed(60_000);
    const xp_level = 1 + Math.floor(Math.sqrt(xp / 100));
    const health_max = 100 + 10 * xp_level;
    yield {
      uid: characterUid(number),
      name: characterName(number),
      image: isDemo || random.chance(0.7) ? `https://portraits.example/${number + 1}.png` : '',
      race_uid: uidOf('race', 1 + random.skewed(types.race.length)),
      gender: isDemo ? 'female' : random.pick(['female', 'male', 'other', '']),
      last_login: Math.max(start, now - 3600 - random.skewed((isDemo ? 1 : 400) * 86_400)),
      short_description: isDemo ? 'Freight pilot, and the one to try things with' : random.pick(trades),
      biography: Array.from({ length: random.below(4) }, sentence).join(random.pick([' ', '\n'])),
      is_private: flagOf(!isDemo && random.chance(0.25)),
      health: random.chance(0.8) ? health_max : 1 + random.below(health_max),
      health_max,
      xp,
      xp_level,
      credits: credits[counts.factions + number] ?? 0,
    };
  }
}

/** Generates memberships. The first characters found one faction each and have all rights in it. */
export function* members({ counts, seed }: Setting): Generator<MembershipRow> {
  const random = new Random(seed, 'members');
  const membership = (character: number, faction: number, isPrimary: boolean, rank: number): MembershipRow => ({
    character_uid: characterUid(character),
    faction_uid: factionUid(faction),
    is_primary: flagOf(isPrimary),
    can_view_datacards: flagOf(rank < 0.5),
    can_manage_datacards: flagOf(rank < 0.12),
  });
  for (let character = 0; character < counts.characters; character += 1) {
    const isFounder = character < counts.factions;
    if (!isFounder && random.chance(0.15)) continue;
    const home = isFounder ? character : random.skewed(counts.factions);
    yield membership(character, home, true, isFounder ? 0 : random.next());
    if (random.chance(0.88)) continue;
    yield membership(character, (home + 1 + random.below(counts.factions - 1)) % counts.factions, false, random.next());
  }
}

export function* datacards({ counts, seed }: Setting): Generator<DatacardRow> {
  const random = new Random(seed, 'datacards');
  for (let number = 0; number < counts.datacards; number += 1) {
    const isDemo = number === 0;
    const owner = number < OURS ? 0 : random.skewed(counts.factions);
    const type = random.pick(['ship', 'ship', 'ship', 'vehicle', 'droid', 'item'] as const);
    const total_uses = isDemo ? 500 : random.pick(totals);
    const assignments: DatacardRow['assignments'] = isDemo ? [{ location_uid: facilityUid(0), uses: 120 }] : [];
    let left = isDemo ? 0 : total_uses === UNLIMITED ? 1000 : total_uses;
    for (let place = owner; place < counts.facilities && random.chance(0.5); place += counts.factions) {
      const uses = random.chance(0.05) ? left : Math.min(left, 1 + random.below(Math.ceil(left * 0.4)));
      const isUnlimited = total_uses === UNLIMITED && random.chance(0.3);
      if (uses > 0) assignments.push({ location_uid: facilityUid(place), uses: isUnlimited ? UNLIMITED : uses });
      left -= uses;
    }
    const entity_uid = uidOf(type, 1 + random.below(types[type].length));
    yield { uid: uidOf('datacard', number + 1), owner_uid: factionUid(owner), entity_uid, total_uses, assignments };
  }
}
