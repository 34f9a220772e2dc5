import { uidOf } from '../domain/uid.js';
import type { CharacterRow } from '../model/character.js';
import { flagOf } from '../model/columns.js';
import { characterName, placeName } from './names.js';
import { Random } from './random.js';
import { characterUid, type Setting } from './setting.js';

const DAY = 86_400;

const genders: readonly [string, ...string[]] = ['female', 'female', 'female', 'male', 'male', 'male', 'other', ''];

const trades: readonly [string, ...string[]] = [
  'Freight pilot',
  'Prospector',
  'Shipwright & tinkerer',
  'Trader in small things',
  'Surveyor',
  'Medic',
  'Salvager',
  'Grower',
  'Navigator',
  'Dock hand',
];

const sentences: readonly [string, ...string[]] = [
  'Born at {place}, and gone from there at the first chance.',
  'Learned the trade on the {place} route.',
  'Owes nobody, and is owed by half of {place}.',
  'Knows every dock between {place} and the rim – and every dock knows the name.',
  '“Never fly < 2 hours without tea,” as they say at {place}.',
  'Lost a ship off {place}; found a better one.',
  'Keeps a garden at {place}.',
  'Has not been seen at {place} since the long winter.',
];

/**
 * The characters.
 *
 * @param creditsOf what the ledger leaves to each, by its number
 */
export function* characters(
  { counts, seed, start, now }: Setting,
  creditsOf: (character: number) => number,
): Generator<CharacterRow> {
  const random = new Random(seed, 'characters');
  for (let number = 0; number < counts.characters; number += 1) {
    const demo = number === 0;
    const xp = random.skewed(60_000, 3);
    const health_max = 100 + 10 * levelOf(xp);
    const trade = random.pick(trades);
    yield {
      uid: characterUid(number),
      name: characterName(number),
      image: demo || random.chance(0.7) ? `https://portraits.example/${number + 1}.png` : '',
      race_uid: uidOf('race', 1 + random.skewed(counts.races, 1.5)),
      gender: demo ? 'female' : random.pick(genders),
      last_login: Math.max(start, now - 3600 - random.skewed(demo ? DAY : 400 * DAY, 4)),
      short_description: demo ? 'Freight pilot, and the one to try things with' : trade,
      biography: biography(random),
      is_private: flagOf(!demo && random.chance(0.25)),
      health: random.chance(0.8) ? health_max : 1 + random.below(health_max),
      health_max,
      xp,
      xp_level: levelOf(xp),
      credits: creditsOf(number),
    };
  }
}

/** Each level takes more experience than the one before. */
function levelOf(xp: number): number {
  return 1 + Math.floor(Math.sqrt(xp / 100));
}

function biography(random: Random): string {
  const count = random.below(4);
  const told = Array.from({ length: count }, () =>
    random.pick(sentences).replace('{place}', placeName(random.below(300))),
  );
  return told.join(random.chance(0.5) ? ' ' : '\n');
}
