import { type ClientRow, unregistered } from '../../model/access.js';
import { type Db, hasChanged, statement } from './statement.js';

export type Registration = Pick<ClientRow, 'name' | keyof typeof unregistered>;

type NewClient = Pick<ClientRow, 'id' | 'name'> & Partial<Registration>;

const byId = statement<{ id: string }>()((db, value) =>
  db.selectFrom('clients').selectAll().where('id', '=', value('id')),
);

const byOwner = statement<{ accountId: string }>()((db, value) =>
  db.selectFrom('clients').selectAll().where('owner_id', '=', value('accountId')).where('revoked_at', 'is', null),
);

export function clients(db: Db) {
  const unrevoked = (id: string) => db.updateTable('clients').where('id', '=', id).where('revoked_at', 'is', null);

  return {
    find: (id: string) => byId.first(db, { id }),

    list: () => db.selectFrom('clients').selectAll().orderBy('id').execute(),

    ofAccount: (accountId: string) => byOwner.all(db, { accountId }),

    async create(client: NewClient, now: number) {
      await insert(db, client, now).execute();
    },

    /** Creates a client; an existing one stays as it is, even if it was revoked. */
    async ensure(client: NewClient, now: number) {
      await insert(db, client, now)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },

    /** Changes the given fields; returns false if there is no such client, or it was revoked. */
    update: (id: string, change: Partial<Registration>) => hasChanged(unrevoked(id).set(change)),

    /** Revokes a client with its grants and tokens; returns false if there is no such client, or it was revoked before. */
    revoke: (id: string, now: number) => hasChanged(unrevoked(id).set({ revoked_at: now })),
  };
}

function insert(db: Db, client: NewClient, now: number) {
  return db.insertInto('clients').values({ ...unregistered, ...client, created_at: now, revoked_at: null });
}
