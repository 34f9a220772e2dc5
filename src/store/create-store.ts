import type { Kysely } from 'kysely';
import { blacklist } from './queries/blacklist.js';
import { characters } from './queries/characters.js';
import { clients } from './queries/clients.js';
import { creditLog } from './queries/credit-log.js';
import { datacards } from './queries/datacards.js';
import { dump } from './queries/dump.js';
import { entities } from './queries/entities.js';
import { events } from './queries/events.js';
import { facts } from './queries/facts.js';
import { idempotency } from './queries/idempotency.js';
import { load } from './queries/load.js';
import { tokens } from './queries/tokens.js';
import type { Store } from './store.js';
import type { Tables } from './tables.js';

/** The store on a database of either kind whose tables are up to date. */
export function createStore(db: Kysely<Tables>): Store {
  const store: Store = {
    transaction: (work) =>
      db.isTransaction ? work(store) : db.transaction().execute((transaction) => work(createStore(transaction))),
    close: () => db.destroy(),
    probe: () => store.transaction(async (within) => within.facts.set('probed', 'yes')),
    entities: entities(db),
    characters: characters(db),
    creditLog: creditLog(db),
    events: events(db),
    datacards: datacards(db),
    idempotency: idempotency(db),
    clients: clients(db),
    tokens: tokens(db),
    blacklist: blacklist(db),
    facts: facts(db),
    load: load(db),
    counters: undefined,
    dump: () => dump(db),
  };
  return store;
}
