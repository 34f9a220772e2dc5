import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { datacard } from '../../../model/datacard.js';
import type { entity } from '../../../model/entity.js';
import type { Tables } from '../../../model/index.js';
import type { Removal } from '../../../model/removal-format.js';
import type { Traits } from '../../traits.js';

/** The number of rows that one statement inserts. */
const SOME = 500;

/** The columns of a removed row that its tombstone does not keep. */
const emptied = {
  entities: { handle: null, owner_uid: null },
  datacards: { total_uses: 0 },
};

/**
 * Marks rows as removed, and returns the uids of those that were not, or that get another name. A row that the database does
 * not know is inserted where its removal says enough about it: the histories of a file may refer to it.
 */
export async function writeTombstones(
  db: Kysely<Tables>,
  { isOneOf }: Traits,
  model: typeof entity | typeof datacard,
  removals: readonly Removal[],
  now: number,
): Promise<string[]> {
  const { table, tombstone = [] } = model;
  const isWhole = (removal: Removal) => tombstone.every((name) => removal[name] !== undefined);
  const written: string[] = [];
  for (const [time, uids] of uidsByTime(
    removals.filter((removal) => !isWhole(removal)),
    now,
  )) {
    const values = Object.entries({ ...emptied[table], removed_at: time }).map(([name, value]) => set(name, value));
    const { rows } = await sql<{ uid: string }>`
      update ${sql.table(table)} set ${sql.join(values)} where ${isOneOf('uid', uids)} and removed_at is null
      returning uid`.execute(db);
    written.push(...rows.map(({ uid }) => uid));
  }
  const whole = removals.filter(isWhole);
  for (let start = 0; start < whole.length; start += SOME) {
    written.push(...(await insertSome(db, table, tombstone, whole.slice(start, start + SOME), now)));
  }
  return written;
}

async function insertSome(
  db: Kysely<Tables>,
  table: keyof typeof emptied,
  tombstone: readonly string[],
  removals: readonly Removal[],
  now: number,
): Promise<string[]> {
  const others = Object.entries(emptied[table]);
  const columns = ['uid', ...tombstone, 'removed_at', ...others.map(([name]) => name)];
  const values = removals.map(
    (removal) =>
      sql`(${sql.join([
        removal.uid,
        ...tombstone.map((name) => removal[name]),
        removal.removed_at ?? now,
        ...others.map(([, value]) => sql.lit(value)),
      ])})`,
  );
  const known = (column: string) => sql.ref(`${table}.${column}`);
  const given = (column: string) => sql.ref(`excluded.${column}`);
  // The name is the one part of a tombstone that a later removal changes.
  const renamed = tombstone.filter((name) => name === 'name');
  const differs = [
    sql`${known('removed_at')} is null`,
    ...renamed.map((name) => sql`${known(name)} <> ${given(name)}`),
  ];
  const { rows } = await sql<{ uid: string }>`
    insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))}) values ${sql.join(values)}
    on conflict (uid) do update set ${sql.join([
      ...others.map(([name, value]) => set(name, value)),
      ...renamed.map((name) => sql`${sql.ref(name)} = ${given(name)}`),
      sql`removed_at = coalesce(${known('removed_at')}, ${given('removed_at')})`,
    ])}
    where ${sql.join(differs, sql` or `)}
    returning uid`.execute(db);
  return rows.map(({ uid }) => uid);
}

function set(column: string, value: string | number | null): RawBuilder<unknown> {
  return sql`${sql.ref(column)} = ${sql.lit(value)}`;
}

/** Groups uids by the time of their removal. */
function uidsByTime(removals: readonly Removal[], now: number): Map<number, string[]> {
  const byTime = new Map<number, string[]>();
  for (const { uid, removed_at = now } of removals) {
    const uids = byTime.get(Number(removed_at));
    if (uids) uids.push(String(uid));
    else byTime.set(Number(removed_at), [String(uid)]);
  }
  return byTime;
}
