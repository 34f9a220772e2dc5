import type { Kysely } from 'kysely';
import { isUid, type UidType } from '../../domain/uid.js';
import { handleOf } from '../../model/entity.js';
import type { Tables } from '../../model/index.js';
import type { Named, Owned, Store } from '../store.js';
import { statement } from './statement.js';

/** Selects what has a uid, with its owner: whoever was removed owns nothing. */
export const entityAndOwner = (db: Kysely<Tables>, value: (name: 'uid') => string) =>
  db
    .selectFrom('entities as entity')
    .leftJoin('entities as owner', (join) =>
      join.onRef('owner.uid', '=', 'entity.owner_uid').on('owner.removed_at', 'is', null),
    )
    .select(['entity.uid', 'entity.name', 'owner.uid as owner_uid', 'owner.name as owner_name'])
    .where('entity.uid', '=', value('uid'))
    .where('entity.removed_at', 'is', null);

const withOwner = statement<{ uid: string }>()(entityAndOwner);

type Row = Awaited<ReturnType<typeof withOwner.all>>[number];

const byUid = statement<{ uid: string }>()((db, value) =>
  db.selectFrom('entities').select(['uid', 'name']).where('uid', '=', value('uid')).where('removed_at', 'is', null),
);

/** Finds nothing that was removed: it has no handle. */
const byHandle = statement<{ handle: string }>()((db, value) =>
  db.selectFrom('entities').select(['uid', 'name']).where('handle', '=', value('handle')),
);

export function entities(db: Kysely<Tables>): Store['entities'] {
  return {
    async find(uid) {
      const row = await withOwner.first(db, { uid });
      return row && toOwned(row);
    },
    findFaction: (uidOrName) => findNamed(db, 'faction', uidOrName),
  };
}

/** Finds an entity of one type by its uid, or by its name without regard to case. */
export async function findNamed(db: Kysely<Tables>, type: UidType, uidOrName: string): Promise<Named | undefined> {
  if (!isUid(uidOrName)) return byHandle.first(db, { handle: handleOf(type, uidOrName) });
  return isUid(uidOrName, type) ? byUid.first(db, { uid: uidOrName }) : undefined;
}

export function toOwned(row: Row): Owned {
  return { uid: row.uid, name: row.name, owner: optionalNamed(row.owner_uid, row.owner_name) };
}

/** Combines the two columns of an outer join. */
export function optionalNamed(uid: string | null, name: string | null): Named | undefined {
  return uid === null || name === null ? undefined : { uid, name };
}
