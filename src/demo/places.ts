import { type UidType, uidOf } from '../domain/uid.js';
import type { EntityRow } from '../model/entity.js';
import {
  facilityName,
  factionName,
  npcName,
  otherNames,
  races,
  shipTypes,
  stationName,
  vehicleTypes,
} from './names.js';
import { Random } from './random.js';
import { characterUid, facilityUid, factionUid, type Setting, stationUid } from './setting.js';

/** Generates what nobody owns: races, types of ships, vehicles and other things, and the factions. */
export function* unowned({ counts }: Setting): Generator<EntityRow> {
  for (const [index, name] of races.entries()) yield entity(uidOf('race', index + 1), name);
  for (const [index, name] of shipTypes.entries()) yield entity(uidOf('ship', index + 1), name);
  for (const [index, name] of vehicleTypes.entries()) yield entity(uidOf('vehicle', index + 1), name);
  for (const [type, names] of Object.entries(otherNames)) {
    for (const [index, name] of names.entries()) yield entity(uidOf(type as UidType, index + 1), name);
  }
  for (let number = 0; number < counts.factions; number += 1) yield entity(factionUid(number), factionName(number));
}

/** Facilities, stations and NPCs: three of four facilities and all others belong to factions, in turn. */
export function* places(setting: Setting): Generator<EntityRow> {
  const { counts, seed } = setting;
  const random = new Random(seed, 'places');
  for (let number = 0; number < counts.facilities; number += 1) {
    const owner =
      number < factionFacilities(setting)
        ? factionUid(number % counts.factions)
        : characterUid(random.skewed(counts.characters, 2));
    yield entity(facilityUid(number), facilityName(number), owner);
  }
  for (let number = 0; number < counts.stations; number += 1) {
    yield entity(stationUid(number), stationName(number), factionUid(number % counts.factions));
  }
  for (let number = 0; number < counts.npcs; number += 1) {
    yield entity(uidOf('npc', number + 1), npcName(number), factionUid(number % counts.factions));
  }
}

/** The uids of what a faction, by its number, can produce in. */
export function locationsOf(setting: Setting, faction: number): string[] {
  const { factions, stations } = setting.counts;
  const locations: string[] = [];
  for (let number = faction; number < factionFacilities(setting); number += factions)
    locations.push(facilityUid(number));
  for (let number = faction; number < stations; number += factions) locations.push(stationUid(number));
  return locations;
}

function factionFacilities({ counts }: Setting): number {
  return Math.ceil(counts.facilities * 0.75);
}

function entity(uid: string, name: string, owner_uid: string | null = null): EntityRow {
  return { uid, name, owner_uid };
}
