import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { Column, Part } from '../model/column.js';
import type { AssignmentRow } from '../model/datacard.js';
import { type Batch, type RemovedBatch, type RowType, rowModels } from '../model/index.js';
import { columnsOf, type Model } from '../model/model.js';
import type { Removal } from '../model/record-format.js';
import { permissionsOfGrant, toPermissions } from './queries/account-grants.js';
import type { Db } from './queries/statement.js';
import { PROBE } from './queries/upkeep.js';

type Condition = RawBuilder<SqlBool>;
type Values = Record<string, unknown>;

/** The whole service, only the galaxy, or what is about a player, by the id of the account. */
export type DumpScope = 'service' | 'galaxy' | { account: string };

/** Rows that are present or removed; `all` is for types that keep no removed ones. */
type Step = [type: RowType, which: 'present' | 'removed' | 'all', where: Condition];

const ALL: Condition = sql`1 = 1`;
const removed = sql`(select uid from entities where removed_at is not null)`;
const hiddenGrant = sql`revoked_at is null and character_uid in ${removed}`;

/** Rows that are not hidden with a removed character or faction, whose removal ends them on import. */
const visible = {
  membership: sql<SqlBool>`character_uid not in ${removed} and faction_uid not in ${removed}`,
  account_character: sql<SqlBool>`character_uid not in ${removed}`,
  grant: sql<SqlBool>`not (${hiddenGrant})`,
  token: sql<SqlBool>`grant_id not in (select id from grants where ${hiddenGrant})`,
};

const notCharacters = sql`uid not in (select uid from characters)`;

/** Each row refers only to earlier ones. */
const galaxy: Step[] = [
  ['entity', 'removed', sql`${notCharacters}`],
  ['character', 'removed', ALL],
  ['entity', 'present', sql`owner_uid is null and ${notCharacters}`],
  ['character', 'present', ALL],
  ['entity', 'present', sql`owner_uid is not null and ${notCharacters}`],
  // Primary ones last: a character that changes its primary faction never has two.
  ['membership', 'all', sql`is_primary = 0 and ${visible.membership}`],
  ['membership', 'all', sql`is_primary = 1 and ${visible.membership}`],
  ['datacard', 'present', ALL],
  ['transaction', 'all', ALL],
  ['event', 'all', ALL],
];

/** Omits invitations, sessions and codes: they last for days at most, and people sign in again. */
const service: Step[] = [
  ...galaxy,
  // Only the audit trail refers to them.
  ['datacard', 'removed', ALL],
  ['account', 'all', ALL],
  ['account_character', 'all', visible.account_character],
  ['client', 'all', ALL],
  ['grant', 'all', visible.grant],
  ['token', 'all', visible.token],
  ['datacard_change', 'all', ALL],
  ['idempotency_key', 'all', ALL],
  ['blacklist', 'all', ALL],
  ['fact', 'all', sql`name <> ${PROBE}`],
];

function ofPlayer(accountId: string): Step[] {
  const characters = sql`(select character_uid from account_characters where account_id = ${accountId})`;
  const grants = sql`(select id from grants where account_id = ${accountId} or character_uid in ${characters})`;
  return [
    ['entity', 'present', sql`owner_uid in ${characters}`],
    ['character', 'present', sql`uid in ${characters}`],
    ['membership', 'all', sql`character_uid in ${characters} and ${visible.membership}`],
    ['transaction', 'all', sql`(sender_uid in ${characters} or receiver_uid in ${characters})`],
    ['event', 'all', sql`receiver_uid in ${characters}`],
    ['account', 'all', sql`id = ${accountId}`],
    ['account_character', 'all', sql`account_id = ${accountId} and ${visible.account_character}`],
    ['client', 'all', sql`owner_id = ${accountId}`],
    ['grant', 'all', sql`id in ${grants} and ${visible.grant}`],
    ['token', 'all', sql`grant_id in ${grants} and ${visible.token}`],
    ['datacard_change', 'all', sql`character_uid in ${characters}`],
    ['idempotency_key', 'all', sql`character_uid in ${characters}`],
  ];
}

/** Reads one snapshot in batches; each refers only to earlier ones. Make no other call to this store until the last batch. */
export async function* dump(db: Db, scope: DumpScope = 'service'): AsyncGenerator<Batch | RemovedBatch> {
  const steps = typeof scope === 'object' ? ofPlayer(scope.account) : scope === 'service' ? service : galaxy;
  if (db.isTransaction) return yield* read(db, steps);
  const snapshot = await db
    .startTransaction()
    .setAccessMode('read only')
    .setIsolationLevel('repeatable read')
    .execute();
  try {
    yield* read(snapshot, steps);
  } finally {
    await snapshot.rollback().execute();
  }
}

async function* read(db: Db, steps: Step[]): AsyncGenerator<Batch | RemovedBatch> {
  for (const [type, which, where] of steps) {
    const model: Model = rowModels[type];
    if (which === 'removed') {
      const columns = refs([...model.key, ...(model.tombstone ?? []), 'removed_at']);
      const isRemoved: Condition = sql`removed_at is not null and ${where}`;
      for await (const rows of pages(db, model, columns, isRemoved)) yield { type, removals: rows as Removal[] };
      continue;
    }
    const isThere: Condition = which === 'present' ? sql`removed_at is null and ${where}` : where;
    const columns = type === 'grant' ? sql`${columnsRead(model)}, ${permissionsOfGrant}` : columnsRead(model);
    for await (const rows of pages(db, model, columns, isThere)) {
      if (type === 'grant') for (const row of rows) row.permissions = toPermissions(row.permissions as string | null);
      if (type === 'datacard') await addAssignments(db, rows);
      yield { type, rows } as Batch;
    }
  }
}

function columnsRead({ base, fields }: Model): RawBuilder<unknown> {
  const own = Object.keys(fields).filter((name) => fields[name] instanceof Column);
  const inherited = base ? columnsOf(base).filter(([name]) => fields[name] instanceof Part) : [];
  return refs([...own, ...inherited.map(([name]) => name)]);
}

const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

const PAGE_SIZE = 1000;

async function* pages(
  db: Db,
  { base, key, table }: Model,
  columns: RawBuilder<unknown>,
  where: Condition,
): AsyncGenerator<Values[]> {
  const join = base ? sql`inner join ${sql.table(base.table)} using (${refs(key)})` : sql``;
  let rows: Values[];
  let isAfter = ALL;
  do {
    const query = sql<Values>`
      select ${columns} from ${sql.table(table)} ${join}
      where ${where} and ${isAfter} order by ${refs(key)} limit ${sql.lit(PAGE_SIZE)}`;
    rows = (await query.execute(db)).rows;
    if (rows.length > 0) yield rows;
    const last = rows.at(-1) ?? {};
    isAfter = sql`(${refs(key)}) > (${sql.join(key.map((name) => last[name]))})`;
  } while (rows.length === PAGE_SIZE);
}

async function addAssignments(db: Db, datacards: Values[]): Promise<void> {
  const byUid = new Map(datacards.map(({ uid }) => [String(uid), [] as Omit<AssignmentRow, 'datacard_uid'>[]]));
  const rows = await db
    .selectFrom('assignments')
    .selectAll()
    .where('datacard_uid', 'in', [...byUid.keys()])
    .orderBy('datacard_uid')
    .orderBy('location_uid')
    .execute();
  for (const { datacard_uid, ...assignment } of rows) byUid.get(datacard_uid)?.push(assignment);
  for (const datacard of datacards) datacard.assignments = byUid.get(String(datacard.uid));
}
