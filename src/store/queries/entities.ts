import type { Kysely } from 'kysely';
import { nameKey } from '../../domain/text.js';
import { isUid, type UidType } from '../../domain/uid.js';
import type { Named, Store } from '../store.js';
import type { Tables } from '../tables.js';

export function entities(db: Kysely<Tables>): Store['entities'] {
  return {
    async find(uid) {
      const row = await db
        .selectFrom('entities as entity')
        .leftJoin('entities as owner', 'owner.uid', 'entity.owner_uid')
        .select(['entity.uid', 'entity.name', 'owner.uid as owner_uid', 'owner.name as owner_name'])
        .where('entity.uid', '=', uid)
        .executeTakeFirst();
      return row && { uid: row.uid, name: row.name, owner: optionalNamed(row.owner_uid, row.owner_name) };
    },
    findFaction: (uidOrName) => findNamed(db, 'faction', uidOrName),
  };
}

/** What entities of a type are found by when their name is given; see `handle` in the tables. */
export function handleOf(type: UidType, name: string): string {
  return `${type}/${nameKey(name)}`;
}

/** Finds an entity of one type by its uid, or by its name without regard to case. */
export async function findNamed(db: Kysely<Tables>, type: UidType, uidOrName: string): Promise<Named | undefined> {
  const byUid = isUid(uidOrName);
  if (byUid && !isUid(uidOrName, type)) return undefined;
  const row = await db
    .selectFrom('entities')
    .select(['uid', 'name'])
    .where(byUid ? 'uid' : 'handle', '=', byUid ? uidOrName : handleOf(type, uidOrName))
    .executeTakeFirst();
  return row && { uid: row.uid, name: row.name };
}

/** The two columns of an outer join as one thing. */
export function optionalNamed(uid: string | null, name: string | null): Named | undefined {
  return uid === null || name === null ? undefined : { uid, name };
}
