import { type Kysely, sql } from 'kysely';
import { lowerCase } from '../../domain/text.js';
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

interface Selection {
  receiverUid: string;
  since: number;
  /** In lower case. */
  type: string;
}

interface Page extends Selection {
  startIndex: number;
  itemCount: number;
}

type Value<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name];

const ofAnyType = (db: Kysely<Tables>, value: Value<Selection>) =>
  db.selectFrom('events').where('receiver_uid', '=', value('receiverUid')).where('time', '>=', value('since'));

/** The index of types leaves out events without one, and is used where the query does so too. */
const ofOneType = (db: Kysely<Tables>, value: Value<Selection>) =>
  ofAnyType(db, value).where('type', 'is not', null).where(sql`lower(type)`, '=', value('type'));

/** The number of events of a selection. */
const total = (select: typeof ofAnyType) => (db: Kysely<Tables>, value: Value<Selection>) =>
  select(db, value).select((eb) => eb.fn.countAll<number>().as('total'));

/** Events of the same second are in the order of their numbers: of two uids, the longer one has the higher number. */
const page = (select: typeof ofAnyType) => (db: Kysely<Tables>, value: Value<Page>) =>
  select(db, value)
    .select(['uid', 'time', 'type', 'text'])
    .select(() => sql<number>`(${total(select)(db, value)})`.as('total'))
    .orderBy('time', 'desc')
    .orderBy(sql`length(uid)`, 'desc')
    .orderBy('uid', 'desc')
    .limit(value('itemCount'))
    .offset(value('startIndex'));

const pages = { all: statement<Page>()(page(ofAnyType)), ofType: statement<Page>()(page(ofOneType)) };
const totals = { all: statement<Selection>()(total(ofAnyType)), ofType: statement<Selection>()(total(ofOneType)) };

export function events(db: Kysely<Tables>): Store['events'] {
  return {
    async find(uid) {
      const row = await byUid.first(db, { uid });
      if (!row) return undefined;
      const { receiver_uid, receiver_name, ...event } = row;
      return { ...event, receiver: { uid: receiver_uid, name: receiver_name } };
    },

    async page(receiverUid, { since, type, startIndex, itemCount }) {
      const which = type === undefined ? 'all' : 'ofType';
      const selection = { receiverUid, since, type: lowerCase(type ?? '') };
      const rows = await pages[which].all(db, { ...selection, startIndex, itemCount });
      const total = rows[0]?.total ?? (await totals[which].first(db, selection))?.total ?? 0;
      return { total, events: rows.map(({ total: _, ...event }) => event) };
    },
  };
}
