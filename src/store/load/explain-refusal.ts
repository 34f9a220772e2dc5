import { type Kysely, sql } from 'kysely';
import { Column, Part } from '../../model/column.js';
import { models, type RowType, rowModels, type Tables } from '../../model/index.js';
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
  if (/handle/.test(message)) return 'another one of its type already has this name';
  if (/tokens.hash/.test(message)) return 'another token has this hash';
  if (/memberships_primary|memberships\.character_uid/.test(message))
    return 'the character has another primary faction';
  return `the database refuses it: ${message}`;
}

function referencesOf({ fields }: Model, row: object): Reference[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = (row as Record<string, unknown>)[name];
    if (field instanceof Part) {
      return Object.entries(field.references).flatMap(([column, table]) =>
        (value as Record<string, unknown>[]).map((each) => ({ table, id: each[column] })),
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
