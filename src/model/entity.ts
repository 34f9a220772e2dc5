import { refusals } from '../domain/refusals.js';
import { nameKey } from '../domain/text.js';
import { typeOfUid, type UidType } from '../domain/uid.js';
import { DerivedColumn } from './column.js';
import { name, removedAt, uid, uniqueName } from './columns.js';
import { defineModel, type Row } from './model.js';

/** Types of things that somebody can own; races belong to nobody, and a faction to its members. */
export const ownable = [
  ...(['ship', 'vehicle', 'facility', 'station', 'city', 'planet', 'system'] as const),
  ...(['npc', 'creature', 'item', 'droid', 'material', 'stock', 'weapon', 'sector'] as const),
] as const;

const owner = () => uid('character', 'faction').references('entities').as('owner').nullable();

const fields = {
  uid: uid(...ownable, 'race'),
  name: name(),
  /** The name by which it is found, such as `character/hana veil`; null for what is not found by name, or was removed. */
  handle: new DerivedColumn<string | null>({ type: 'text', isNullable: true }, handle),
  /** The character or faction that it belongs to. */
  owner_uid: owner(),
  removed_at: removedAt(),
};

/** Everything that has a uid and a name: characters, factions, races, facilities, types of ships, … */
export const entity = defineModel({
  table: 'entities',
  key: ['uid'],
  fields,
  tombstone: ['name'],
  check: (row) => (row.owner_uid !== null && typeOfUid(row.uid) === 'race' ? refusals.ownedRace() : undefined),
});

/** A faction: a row of the entities, with a record of its own in galaxy files. */
export const faction = defineModel({
  table: 'entities',
  key: ['uid'],
  fields: { ...fields, uid: uid('faction'), name: uniqueName(), owner_uid: owner().omitted() },
  tombstone: ['name'],
});

export type EntityRow = Row<typeof entity>;

/** Returns the handle of a name: entities of a type are found by it without regard to case. */
export function handleOf(type: UidType, name: string): string {
  return `${type}/${nameKey(name)}`;
}

/** Returns the handle of an entity; those of most types have none. */
export function handle({ uid, name }: { uid: string; name: string }): string | null {
  const type = typeOfUid(uid);
  return type === 'character' || type === 'faction' ? handleOf(type, name) : null;
}
