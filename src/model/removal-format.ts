import { z } from 'zod';
import type { Column, Part } from './column.js';
import { time } from './columns.js';
import type { Model } from './model.js';
import { fieldName } from './record-format.js';

/**
 * A row to remove: its key, by the names of the columns. What leaves a tombstone may also have the fields of that, and the
 * time of the removal in Unix seconds.
 */
export type Removal = Readonly<Record<string, string | number | undefined>>;

/** The conversion between the record of a galaxy file that removes something and the row to remove. */
export interface RemovalFormat {
  schema: z.ZodObject;
  toRemoval(record: Record<string, unknown>): Removal;
  toRecord(removal: Removal): Record<string, unknown>;
}

const removed = z.boolean().refine((value) => value, 'must be true, or be left out to keep it');

/** Derives from a model the record that removes a row. */
export function removalFormat({ fields, key, tombstone }: Model): RemovalFormat {
  const carried = [...key, ...(tombstone ?? [])].map((name) => {
    const field = fields[name] as Column<unknown> | Part<unknown>;
    return { name, as: fieldName(name, field), schema: key.includes(name) ? field.schema : field.schema.optional() };
  });
  return {
    schema: z.strictObject({
      ...Object.fromEntries(carried.map(({ as, schema }) => [as, schema])),
      removed,
      ...(tombstone && { removed_at: time().schema.optional() }),
    }),
    toRemoval: ({ removed_at, ...record }) => ({
      ...(Object.fromEntries(carried.map(({ name, as }) => [name, record[as]])) as Removal),
      ...(removed_at !== undefined && { removed_at: removed_at as number }),
    }),
    toRecord: ({ removed_at, ...removal }) => ({
      ...Object.fromEntries(carried.map(({ name, as }) => [as, removal[name]])),
      removed: true,
      removed_at,
    }),
  };
}
