import type { Kysely } from 'kysely';
import type { Tables } from '../../model/index.js';
import type { Store } from '../store.js';

export function events(db: Kysely<Tables>): Store['events'] {
  return {
    async find(uid) {
      const row = await db
        .selectFrom('events')
        .innerJoin('entities', 'entities.uid', 'events.receiver_uid')
        .select(['events.uid', 'events.time', 'events.text', 'entities.uid as receiver_uid', 'entities.name'])
        .where('events.uid', '=', uid)
        .executeTakeFirst();
      return (
        row && { uid: row.uid, receiver: { uid: row.receiver_uid, name: row.name }, time: row.time, text: row.text }
      );
    },
  };
}
