import { type ClientRow, unregistered } from '../../model/access.js';
import { type Db, statement, updates } from './statement.js';

/** The parts of a client that OAuth needs. */
export type Registration = Pick<ClientRow, 'name' | Exclude<keyof typeof unregistered, 'id'>>;

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

    /** Returns the clients that an account has registered and not revoked. */
    ofAccount: (accountId: string) => byOwner.all(db, { accountId }),

    async create(client: NewClient, now: number) {
      await insert(db, client, now).execute();
    },

    /** Creates a client; one that is there stays as it is, also if it was revoked. */
    async ensure(client: NewClient, now: number) {
      await insert(db, client, now)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },

    /** Changes a client; what is left out stays. Returns false if there is no such client, or it was revoked. */
    update: (id: string, change: Partial<Registration>) => updates(unrevoked(id).set(change)),

    /** Revokes a client with its grants and tokens; returns false if there is no such client, or it was revoked before. */
    revoke: (id: string, now: number) => updates(unrevoked(id).set({ revoked_at: now })),
  };
}

function insert(db: Db, client: NewClient, now: number) {
  return db.insertInto('clients').values({ ...unregistered, ...client, created_at: now, revoked_at: null });
}
