import { inTransaction, shareCommits } from './commits.js';
import type { WithSession } from './import/session.js';
import { Stage } from './import/stage.js';
import type { Db } from './queries/statement.js';
import { PROBE } from './queries/upkeep.js';
import { type Extras, queriesOn, type Store } from './store.js';
import type { Traits } from './traits.js';

/** Creates the store on a database of either kind whose tables are up to date. */
export function createStore(
  db: Db,
  traits: Traits,
  { importSessions, ...extras }: Extras & { importSessions?: WithSession } = {},
): Store {
  const commit = traits.sharesCommits ? shareCommits(db) : <T>(work: (db: Db) => Promise<T>) => inTransaction(db, work);
  const store: Store = {
    ...queriesOn(db, traits),
    ...extras,
    transaction: async (work) =>
      db.isTransaction ? work(store) : commit((transaction) => work(createStore(transaction, traits))),
    async import(options, work) {
      if (!importSessions) throw new Error('Files are imported outside of transactions.');
      return importSessions(options, (session) => work(new Stage(session, options)));
    },
    probe: () => store.transaction(({ metadata }) => metadata.set(PROBE, 'yes')),
    close: () => db.destroy(),
  };
  return store;
}
