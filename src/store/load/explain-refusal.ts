import { type Kysely, sql } from 'kysely';
import { nameKey } from '../../domain/name-key.js';
import type { AccountRow } from '../../model/account.js';
import { Column, Part } from '../../model/column.js';
import { type EntityRow, handle } from '../../model/entity.js';
import { models, type RowType, rowModels, type Tables } from '../../model/index.js';
import type { MembershipRow } from '../../model/membership.js';
import type { Model } from '../../model/model.js';

/** A row that breaks a rule which no constraint of the database can hold. */
export class RowRefused extends Error {}

interface Reference {
  table: string;
  id: unknown;
}

/** Explains why the database refused a row. */
export async function explainRefusal(db: Kysely<Tables>, type: RowType, row: object, error: unknown): Promise<string> {
  if (error instanceof RowRefused) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  for (const { table, id } of referencesOf(rowModels[type], row)) {
    if (await isMissing(db, table, id)) {
      return `it refers to ${id}, which is not known: a record comes after those that it refers to`;
    }
  }
  return (await explainConflict(db, row, message)) ?? `the database refuses it: ${message}`;
}

/** Names the record that already has what must be unique. */
async function explainConflict(db: Kysely<Tables>, row: object, message: string): Promise<string | undefined> {
  if (/handle/.test(message)) {
    const other = await findOther(db, 'entities', 'uid', { handle: handle(row as EntityRow) });
    return other && `${other} already has this name`;
  }
  if (/name_key/.test(message)) {
    const other = await findOther(db, 'accounts', 'id', { name_key: nameKey((row as AccountRow).name) });
    return other && `the account ${other} already has this name`;
  }
  if (/accounts_provider|accounts\.provider/.test(message)) {
    const { provider_issuer, provider_subject } = row as AccountRow;
    const other = await findOther(db, 'accounts', 'id', { provider_issuer, provider_subject });
    return other && `the account ${other} is already connected with this subject`;
  }
  if (/tokens.hash/.test(message)) {
    const other = await findOther(db, 'tokens', 'id', { hash: (row as { hash: string }).hash });
    return other && `the token ${other} already has this hash`;
  }
  if (/memberships_primary|memberships\.character_uid/.test(message)) {
    const { character_uid } = row as MembershipRow;
    const other = await findOther(db, 'memberships', 'faction_uid', { character_uid, is_primary: 1 });
    return other && `${other} is already the primary faction of ${character_uid}`;
  }
  return undefined;
}

/** Returns the key of the row that has some values. */
async function findOther(
  db: Kysely<Tables>,
  table: string,
  key: string,
  values: Record<string, string | number | null>,
): Promise<string | undefined> {
  const conditions = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows } = await sql<{ key: string }>`
    select ${sql.ref(key)} as key from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`.execute(db);
  return rows[0]?.key;
}

function referencesOf({ fields }: Model, row: object): Reference[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = (row as Record<string, unknown>)[name] ?? null;
    if (field instanceof Part) {
      return Object.entries(field.references).flatMap(([column, table]) =>
        ((value ?? []) as Record<string, unknown>[]).map((each) => ({ table, id: each[column] })),
      );
    }
    const table = field instanceof Column ? field.options.references : undefined;
    return table === undefined || value === null ? [] : [{ table, id: value }];
  });
}

async function isMissing(db: Kysely<Tables>, table: string, id: unknown): Promise<boolean> {
  const [key = ''] = models.find((model) => model.table === table)?.key ?? [];
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(key)} = ${id}`.execute(db);
  return rows.length === 0;
}
