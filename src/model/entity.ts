import { refusals } from '../domain/refusals.js';
import { nameKey } from '../domain/text.js';
import { typeOfUid, type UidType } from '../domain/uid.js';
import { DerivedColumn } from './column.js';
import { name, removedAt, uid, uniqueName } from './columns.js';
import { defineModel, type Row } from './model.js';

/** Races belong to nobody, and factions to their members. */
export const ownable = [
  ...(['ship', 'vehicle', 'facility', 'station', 'city', 'planet', 'system'] as const),
  ...(['npc', 'creature', 'item', 'droid', 'material', 'stock', 'weapon', 'sector'] as const),
] as const;

const owner = () => uid('character', 'faction').references('entities').as('owner').nullable();

const fields = {
  uid: uid(...ownable, 'race'),
  name: name(),
  /** The lookup name, such as `character/hana veil`; null for types that have none, and for removed rows. */
  handle: new DerivedColumn<string | null>({ type: 'text', isNullable: true }, handle),
  owner_uid: owner(),
  removed_at: removedAt(),
};

/** Everything that has a uid and a name, including characters and factions. */
export const entity = defineModel({
  table: 'entities',
  key: ['uid'],
  fields,
  tombstone: ['name'],
  check: (row) => (row.owner_uid !== null && typeOfUid(row.uid) === 'race' ? refusals.ownedRace() : undefined),
});

/** A row of the entities that has a separate record type in galaxy files. */
export const faction = defineModel({
  table: 'entities',
  key: ['uid'],
  fields: { ...fields, uid: uid('faction'), name: uniqueName(), owner_uid: owner().omitted() },
  tombstone: ['name'],
});

export type EntityRow = Row<typeof entity>;

export function handleOf(type: UidType, name: string): string {
  return `${type}/${nameKey(name)}`;
}

export function handle({ uid, name }: { uid: string; name: string }): string | null {
  const type = typeOfUid(uid);
  return type === 'character' || type === 'faction' ? handleOf(type, name) : null;
}
