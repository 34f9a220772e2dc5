import type { Kysely } from 'kysely';
import type { Tables } from '../model/index.js';
import { repeat } from './conflict.js';
import { dump } from './dump/dump.js';
import { importOn } from './import/run-import.js';
import type { WithSession } from './import/session.js';
import { grants } from './queries/account-grants.js';
import { accounts } from './queries/accounts.js';
import { arrivals } from './queries/arrivals.js';
import { auditTrail } from './queries/audit-trail.js';
import { blacklist } from './queries/blacklist.js';
import { characters } from './queries/characters.js';
import { clients } from './queries/clients.js';
import { codes } from './queries/codes.js';
import { creditLog } from './queries/credit-log.js';
import { datacards } from './queries/datacards.js';
import { entities } from './queries/entities.js';
import { events } from './queries/events.js';
import { history } from './queries/history.js';
import { idempotency } from './queries/idempotency.js';
import { interactions } from './queries/interactions.js';
import { invitations } from './queries/invitations.js';
import { metadata, PROBE } from './queries/metadata.js';
import { sessions } from './queries/sessions.js';
import { tokens } from './queries/tokens.js';
import { SharedCommits } from './shared-commits.js';
import type { Store } from './store.js';
import type { Traits } from './traits.js';
import { endSleeping } from './upkeep/end-sleeping.js';
import { prune } from './upkeep/prune.js';

/** The parts of a store that need more than one connection; those within a transaction have none of them. */
interface Shared extends Pick<Store, 'changes' | 'counters' | 'pool'> {
  importSessions?: WithSession;
}

/** The store on a database of either kind whose tables are up to date. */
export function createStore(
  db: Kysely<Tables>,
  traits: Traits,
  { importSessions, ...shared }: Shared = { counters: undefined },
): Store {
  const commits = traits.sharesCommits ? new SharedCommits(db) : undefined;
  const begin = <T>(work: (store: Store) => Promise<T>) => {
    const within = (transaction: Kysely<Tables>) => work(createStore(transaction, traits));
    return commits ? commits.run(within) : repeat(() => db.transaction().execute(within));
  };

  const store: Store = {
    transaction: async (work) => (db.isTransaction ? work(store) : begin(work)),
    close: () => db.destroy(),
    probe: () => store.transaction(async (within) => within.metadata.set(PROBE, 'yes')),
    entities: entities(db),
    characters: characters(db),
    creditLog: creditLog(db),
    events: events(db),
    arrivals: arrivals(db, traits),
    datacards: datacards(db, traits),
    auditTrail: auditTrail(db, traits),
    idempotency: idempotency(db, traits),
    clients: clients(db),
    tokens: tokens(db, traits),
    grants: grants(db),
    accounts: accounts(db, traits),
    invitations: invitations(db),
    sessions: sessions(db),
    interactions: interactions(db),
    codes: codes(db),
    prune: (now) => prune(db, now, traits),
    endSleeping: (before, now) => endSleeping(db, traits, before, now),
    history: (kind, before, remove) => history(db, kind, before, remove),
    blacklist: blacklist(db, traits),
    metadata: metadata(db),
    async import(options, work) {
      if (!importSessions) throw new Error('Files are imported outside of transactions.');
      return importSessions(options, (session) => work(importOn(session, traits, options)));
    },
    dump: (scope) => dump(db, scope),
    ...shared,
  };
  return store;
}
