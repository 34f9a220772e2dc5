import { UNLIMITED } from '../domain/datacard.js';
import { uidOf } from '../domain/uid.js';
import type { DatacardRow } from '../model/datacard.js';
import { locationsOf } from './places.js';
import { Random } from './random.js';
import { facilityUid, factionUid, type Setting } from './setting.js';

const totals = [5, 10, 20, 25, 50, 100, 100, 250, 500, 1000] as const;

/** Datacards of the demo character's faction that come first: one of each sort, with plenty left. */
const showpieces = [
  { total_uses: 500, uses: [120] },
  { total_uses: UNLIMITED, uses: [50] },
  { total_uses: 100, uses: [] },
  { total_uses: 10, uses: [10] },
  { total_uses: UNLIMITED, uses: [UNLIMITED] },
  { total_uses: 250, uses: [] },
];

/** The number of first datacards that belong to the demo character's faction. */
const OURS = 12;

/** Datacards: a fifth unlimited, about half of them assigned to some places of their owner, most with uses left. */
export function* datacards(setting: Setting): Generator<DatacardRow> {
  const { counts, seed } = setting;
  const random = new Random(seed, 'datacards');
  const locations = Array.from({ length: counts.factions }, (_, faction) => locationsOf(setting, faction));
  for (let number = 0; number < counts.datacards; number += 1) {
    const owner = number < OURS ? 0 : random.skewed(counts.factions, 1.3);
    const entity = product(random, setting);
    const showpiece = showpieces[number];
    const totalUses = random.chance(0.2) ? UNLIMITED : random.pick(totals);
    const assignments = assign(random, totalUses, locations[owner] ?? []);
    yield {
      uid: uidOf('datacard', number + 1),
      owner_uid: factionUid(owner),
      entity_uid: entity,
      total_uses: showpiece?.total_uses ?? totalUses,
      assignments: showpiece?.uses.map((uses) => ({ location_uid: facilityUid(0), uses })) ?? assignments,
    };
  }
}

function assign(random: Random, totalUses: number, locations: string[]): DatacardRow['assignments'] {
  const count = Math.min(locations.length, Math.max(0, random.below(6) - 2));
  const first = random.below(Math.max(1, locations.length));
  const assignments: DatacardRow['assignments'] = [];
  let left = totalUses;
  for (let index = 0; index < count; index += 1) {
    const uses = usesOf(random, totalUses, left);
    if (uses === 0) break;
    if (totalUses !== UNLIMITED) left -= uses;
    const location_uid = locations[(first + index) % locations.length];
    if (location_uid !== undefined) assignments.push({ location_uid, uses });
  }
  return assignments;
}

/** Chooses uses from those that are left, seldom all of them; from an unlimited datacard any number, or unlimited ones. */
function usesOf(random: Random, totalUses: number, left: number): number {
  if (totalUses === UNLIMITED) return random.chance(0.3) ? UNLIMITED : 1 + random.below(200);
  return random.chance(0.05) ? left : Math.min(left, 1 + random.below(Math.ceil(totalUses * 0.3)));
}

/** Chooses what a datacard is for: mostly ships, then vehicles, droids and items. */
function product(random: Random, { counts }: Setting): string {
  const kind = random.next();
  if (kind < 0.7) return uidOf('ship', 1 + random.below(counts.shipTypes));
  if (kind < 0.85) return uidOf('vehicle', 1 + random.below(counts.vehicleTypes));
  if (kind < 0.95) return uidOf('droid', 1 + random.below(counts.droidTypes));
  return uidOf('item', 1 + random.below(counts.itemTypes));
}
