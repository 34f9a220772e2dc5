import type { Random } from '../../src/demo/random.js';
import { DatabaseSync, type SqliteConnection } from '../../src/store/sqlite/driver.js';

/** The datacards that players may assign. */
export const CARDS = ['14:1', '14:2', '14:3'] as const;

/** The first id of payments and events of the game: the galaxy has smaller ones. */
const FIRST = 10_000;

const TABLES = `
  pragma journal_mode = wal;
  create table state (last integer not null);
  create table players (uid text primary key, name text not null);
  create table cards (uid text primary key, owner text not null, entity text not null, total integer not null);
  create table assigned (card text, yard text, uses integer not null, primary key (card, yard));
  create table made (kind text, id text, primary key (kind, id)) without rowid;
  create table pending (id text primary key, card text not null, yard text not null, uses integer not null);
  create table outbox (id integer primary key autoincrement, record text not null);
  insert into state values (0);
  insert into players (uid, name) values ('1:1', 'Hana Veil'), ('1:2', 'Bram Oster'), ('1:3', 'Cleo Ray'), ('1:4', 'Dorn');
  insert into cards values ('14:1', '20:1', '2:1', 100), ('14:2', '20:1', '2:2', -1), ('14:3', '20:1', '2:1', 10), ('14:4', '20:2', '2:1', 5);
  insert into assigned values ('14:3', '4:1', 4);
`;

/** The statements of a night: all records from one moment, and the uses that the outbox still has. */
export const DUMP = `
begin;
.once {uses}
select record from outbox where record ->> 'kind' = 'use' order by id;
select json_object('kind', 'character', 'uid', uid, 'name', name) from players order by uid;
select json_object('kind', 'datacard', 'uid', uid, 'owner', owner, 'entity', entity, 'total_uses', total)
  from cards order by uid;
select json_object('kind', 'end', 'records', (select count(*) from players) + (select count(*) from cards));
commit;
`;

/** A line of the audit trail, as `svcapi changes` prints it. */
export interface Change {
  id: number;
  action: string;
  datacard: string;
  location: string;
  uses_after: number;
  request_id: string | null;
}

/** A game with a database of its own. It believes of assignments what the service has told it, and consumes what its yards build. */
export class Game {
  readonly #database: SqliteConnection;
  #ids = FIRST;

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    this.#database.exec(`pragma busy_timeout = 10000; ${TABLES}`);
  }

  close(): void {
    this.#database.close();
  }

  /** The id of the last change that it has taken. */
  get last(): number {
    return Number(this.#lines('select last as line from state')[0]);
  }

  /** The number of records that were not acknowledged. */
  get waiting(): number {
    return Number(this.#lines('select count(*) as line from outbox')[0]);
  }

  /** Takes a change, with its id, in one transaction. */
  take({ id, action, datacard, location, uses_after: uses, request_id: requestId }: Change): void {
    this.#together(() => {
      this.#run('delete from assigned where card = ? and yard = ?', datacard, location);
      if (uses !== 0) this.#run('insert into assigned values (?, ?, ?)', datacard, location, uses);
      if (action === 'use') this.#run('delete from pending where id = ?', requestId);
      this.#run('update state set last = ?', id);
    });
  }

  /** Lets a yard build a ship, if it has uses that no other ship takes. */
  build(random: Random): void {
    const places = this.#all<{ card: string; yard: string; left: number; total: number }>(
      `select card, yard, total, case when a.uses = -1 then 9 else a.uses - coalesce((
          select sum(p.uses) from pending as p where p.card = a.card and p.yard = a.yard), 0) end as left
        from assigned as a inner join cards as c on c.uid = a.card`,
    ).filter(({ left, total }) => left > 0 && (total === -1 || total > 0));
    const place = places[random.below(Math.max(places.length, 1))];
    if (!place) return;
    const { card, yard, left, total } = place;
    const uses = 1 + random.below(Math.min(left, total === -1 ? left : total));
    const id = `ship-${this.#ids++}`;
    this.#together(() => {
      this.#run('insert into pending values (?, ?, ?, ?)', id, card, yard, uses);
      if (total !== -1) this.#run('update cards set total = total - ? where uid = ?', uses, card);
      this.#send('use', id, { id, datacard: card, location: yard, uses });
    });
  }

  pay(random: Random): void {
    const id = this.#ids++;
    this.#together(() => {
      this.#send('transaction', String(id), { id, amount: random.below(1000), sender: '1:1', receiver: '20:1' });
    });
  }

  tell(): void {
    const uid = `39:${this.#ids++}`;
    this.#together(() => this.#send('event', uid, { uid, receiver: '1:1', text: `Something has happened: ${uid}` }));
  }

  /** Makes the total of a datacard larger, or smaller than what is assigned. */
  research(random: Random): void {
    const card = random.pick(['14:1', '14:3'] as const);
    const total = random.chance(0.3) ? random.below(3) : 20 + random.below(60);
    this.#run('update cards set total = ? where uid = ?', total, card);
  }

  /** Returns what was made of a kind, in order. */
  made(kind: string): string[] {
    return this.#lines('select id as line from made where kind = ? order by id', kind);
  }

  get assigned(): string[] {
    return this.#lines(`select card || ' ' || yard || ' ' || uses as line from assigned order by line`);
  }

  get totals(): string[] {
    return this.#lines(`select uid || ' ' || total as line from cards order by line`);
  }

  #send(kind: string, id: string, fields: object): void {
    const record = { kind, ...fields, time: Math.floor(Date.now() / 1000) };
    this.#run('insert into made values (?, ?)', kind, id);
    this.#run('insert into outbox (record) values (?)', JSON.stringify(record));
  }

  #together(work: () => void): void {
    this.#database.exec('begin immediate');
    work();
    this.#database.exec('commit');
  }

  #run(sql: string, ...values: (string | number | null)[]): void {
    this.#database.prepare(sql).run(...values);
  }

  #all<T>(sql: string, ...values: string[]): T[] {
    return this.#database.prepare(sql).all(...values) as T[];
  }

  #lines(sql: string, ...values: string[]): string[] {
    return this.#all<{ line: string | number }>(sql, ...values).map(({ line }) => String(line));
  }
}
