import type { Kysely } from 'kysely';
import { isUid, type UidType } from '../../domain/uid.js';
import { handleOf } from '../../model/entity.js';
import type { Tables } from '../../model/index.js';
import type { Named, Store } from '../store.js';
import { statement } from './statement.js';

const entityAndOwner = statement<{ uid: string }>()((db, value) =>
  db
    .selectFrom('entities as entity')
    .leftJoin('entities as owner', 'owner.uid', 'entity.owner_uid')
    .select(['entity.uid', 'entity.name', 'owner.uid as owner_uid', 'owner.name as owner_name'])
    .where('entity.uid', '=', value('uid')),
);

const byUid = statement<{ uid: string }>()((db, value) =>
  db.selectFrom('entities').select(['uid', 'name']).where('uid', '=', value('uid')),
);

const byHandle = statement<{ handle: string }>()((db, value) =>
  db.selectFrom('entities').select(['uid', 'name']).where('handle', '=', value('handle')),
);

export function entities(db: Kysely<Tables>): Store['entities'] {
  return {
    async find(uid) {
      const row = await entityAndOwner.first(db, { uid });
      return row && { uid: row.uid, name: row.name, owner: optionalNamed(row.owner_uid, row.owner_name) };
    },
    findFaction: (uidOrName) => findNamed(db, 'faction', uidOrName),
  };
}

/** Finds an entity of one type by its uid, or by its name without regard to case. */
export async function findNamed(db: Kysely<Tables>, type: UidType, uidOrName: string): Promise<Named | undefined> {
  if (!isUid(uidOrName)) return byHandle.first(db, { handle: handleOf(type, uidOrName) });
  return isUid(uidOrName, type) ? byUid.first(db, { uid: uidOrName }) : undefined;
}

/** Combines the two columns of an outer join. */
export function optionalNamed(uid: string | null, name: string | null): Named | undefined {
  return uid === null || name === null ? undefined : { uid, name };
}
