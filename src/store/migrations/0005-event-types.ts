import { type Migration, sql } from 'kysely';
import type { Ddl } from './ddl.js';

/**
 * The types of events, and indexes in the order of a character's events, newest last: of all of them, and of each type without
 * regard to case.
 */
export function eventTypes({ text }: Ddl): Migration {
  const statements = [
    `alter table events add column type ${text} check (type <> '')`,
    'create index events_receiver on events (receiver_uid, time, (length(uid)), uid)',
    'create index events_type on events (receiver_uid, (lower(type)), time, (length(uid)), uid) where type is not null',
  ];

  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
