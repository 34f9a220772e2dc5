import type { Kysely } from 'kysely';
import type { Tables } from '../../model/index.js';
import type { Store } from '../store.js';
import { statement } from './statement.js';

const byUid = statement<{ uid: string }>()((db, value) =>
  db
    .selectFrom('events')
    .innerJoin('entities', 'entities.uid', 'events.receiver_uid')
    .select(['events.uid', 'events.time', 'events.text', 'events.receiver_uid', 'entities.name as receiver_name'])
    .where('events.uid', '=', value('uid')),
);

export function events(db: Kysely<Tables>): Store['events'] {
  return {
    async find(uid) {
      const row = await byUid.first(db, { uid });
      if (!row) return undefined;
      const { receiver_uid, receiver_name, ...event } = row;
      return { ...event, receiver: { uid: receiver_uid, name: receiver_name } };
    },
  };
}
