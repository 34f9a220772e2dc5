import { DatabaseSync, type SqliteConnection } from '../src/store/sqlite/driver.js';

/** The character of the token, its faction, and a type of ship: all are part of the demo galaxy. */
const OWN = { character: '1:1', faction: '20:1', entityType: '2:1' };

/** The numbers that new rows begin with: the demo galaxy has far lower ones. */
export const FIRST = 800_000_000;

/** The datacard that is assigned to many production entities. */
export const ASSIGNED_DATACARD = `14:${FIRST}`;

/** What is added to a galaxy, by its number of rows. */
export interface Growth {
  /** Public characters, with profiles of the same size. */
  characters?: number;
  /** Transactions of the character of the token. */
  transactions?: number;
  /** Datacards of its faction, of which `ASSIGNED_DATACARD` is the first. */
  datacards?: number;
  /** Assignments of `ASSIGNED_DATACARD`, to as many new production entities; one of each other new datacard. */
  assignments?: number;
  /** Tokens that nobody uses, each with its grant. */
  tokens?: number;
  /** Idempotency keys of the character. */
  keys?: number;
  /** Blacklisted addresses that do not call. */
  addresses?: number;
}

/** Adds rows to the database file of a galaxy by SQL: an import of as many would take minutes. */
export function populate(path: string, growth: Growth): void {
  const {
    characters = 0,
    transactions = 0,
    datacards = 0,
    assignments = 0,
    tokens = 0,
    keys = 0,
    addresses = 0,
  } = growth;
  const database = new DatabaseSync(path);
  const { client } = database.prepare('select id as client from clients limit 1').get() as { client: string };
  const now = Math.floor(Date.now() / 1000);
  const year = now + 365 * 86_400;
  /** Inserts a row for each number from 0 on, `n`. */
  const add = (count: number, table: string, values: Record<string, string>) => {
    if (count === 0) return;
    database.exec(`
      with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < ${count})
      insert into ${table} (${Object.keys(values).join(', ')}) select ${Object.values(values).join(', ')} from numbers`);
  };
  const uid = (type: number) => `'${type}:' || (${FIRST} + n)`;
  const text = (value: string) => `'${value}'`;
  const hash = `printf('%064x', ${FIRST} + n)`;
  const { sender } = database
    .prepare('select uid as sender from characters where uid <> ? limit 1')
    .get(OWN.character) as { sender: string };
  const { highest } = database.prepare('select coalesce(max(id), 0) as highest from transactions').get() as {
    highest: number;
  };

  // What rows refer to is there before them, and nothing else is checked: this is a copy for measurements.
  database.exec('pragma foreign_keys = off; pragma synchronous = off; pragma cache_size = -262144; begin immediate');
  add(characters, 'entities', { uid: uid(1), name: `'Pilot ' || n`, handle: `'character/pilot ' || n` });
  add(characters, 'characters', {
    ...{ uid: uid(1), image: `'https://portraits.example/' || n || '.png'`, race_uid: 'null', gender: text('female') },
    ...{ last_login: `${now} - n % 86400`, short_description: text('Freight pilot') },
    ...{ biography: text('Learned the trade on the long route, and knows every dock between here and the rim.') },
    ...{ is_private: '0', health: '100', health_max: '100', xp: 'n % 50000', xp_level: '5', credits: '1000' },
  });
  add(characters, 'memberships', {
    ...{ character_uid: uid(1), faction_uid: text(OWN.faction) },
    ...{ is_primary: '1', can_view_datacards: '0', can_manage_datacards: '0' },
  });
  add(transactions, 'transactions', {
    ...{ id: `${highest} + 1 + n`, time: String(now), amount: '1 + n % 900' },
    sender_uid: `iif(n % 2 = 0, '${OWN.character}', '${sender}')`,
    receiver_uid: `iif(n % 2 = 0, '${sender}', '${OWN.character}')`,
    communication: `'Payment for ' || n || ' units of grain'`,
  });
  add(datacards, 'datacards', {
    ...{ uid: uid(14), owner_uid: text(OWN.faction), entity_uid: text(OWN.entityType), total_uses: '1000000000000' },
  });
  add(assignments, 'entities', { uid: uid(4), name: `'Works ' || n`, owner_uid: text(OWN.faction) });
  add(assignments, 'assignments', { datacard_uid: text(ASSIGNED_DATACARD), location_uid: uid(4), uses: '3' });
  if (assignments > 0)
    add(datacards - 1, 'assignments', {
      datacard_uid: `'14:' || (${FIRST} + 1 + n)`,
      location_uid: `'4:' || (${FIRST} + n % ${assignments})`,
      uses: '3',
    });
  add(tokens, 'grants', {
    ...{ id: `'g' || n`, client_id: text(client), character_uid: text(OWN.character) },
    ...{ created_at: String(now), expires_at: String(year) },
  });
  add(tokens, 'tokens', {
    ...{ id: `'t' || n`, hash, grant_id: `'g' || n`, created_at: String(now), expires_at: String(year) },
  });
  add(keys, 'idempotency_keys', {
    ...{ client_id: text(client), character_uid: text(OWN.character), key: `'k' || n`, request_hash: hash },
    // In the future: the file is kept, and keys that have expired are removed by every service that opens it.
    ...{ answer: text('{}'), created_at: String(year) },
  });
  add(addresses, 'blacklist', {
    address: `printf('2001:db8::%x:%x', n / 65536, n % 65536)`,
    ...{ created_at: String(now), expires_at: String(year), reason: text('refused calls') },
  });
  database.exec('commit');
  settle(database);
  database.close();
}

/** The number of arrivals that the service keeps (store/prune.ts). */
const ARRIVALS = 1_000_000;

/**
 * Removes the arrivals that the service would remove in the first minutes, some at a time, and the pages that they leave free: what
 * is measured is a service that has run for long.
 */
export function settle(database: SqliteConnection): void {
  database.exec(`delete from arrivals where sequence <= (select max(sequence) from arrivals) - ${ARRIVALS}`);
  database.exec('pragma incremental_vacuum; pragma wal_checkpoint(truncate)');
}
