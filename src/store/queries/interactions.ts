import type { Kysely } from 'kysely';
import type { Tables } from '../../model/index.js';
import type { Store } from '../store.js';
import { keepNewest, MAX_PENDING } from './keep-newest.js';
import { statement } from './statement.js';

const byHash = statement<{ hash: string; now: number }>()((db, value) =>
  db
    .selectFrom('interactions')
    .select(['payload', 'expires_at'])
    .where('hash', '=', value('hash'))
    .where('expires_at', '>', value('now')),
);

export function interactions(db: Kysely<Tables>): Store['interactions'] {
  return {
    find: (hash, now) => byHash.first(db, { hash, now }),

    async save(hash, interaction, atMost = MAX_PENDING) {
      await db
        .insertInto('interactions')
        .values({ hash, ...interaction })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet(interaction))
        .execute();
      await keepNewest(db, 'interactions', atMost);
    },

    async remove(hash) {
      await db.deleteFrom('interactions').where('hash', '=', hash).execute();
    },
  };
}
