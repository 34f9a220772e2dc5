import type { Kysely } from 'kysely';
import { type GrantRow, grant } from '../../model/access.js';
import type { Tables } from '../../model/index.js';
import { permissionsOf } from '../permissions-of.js';
import { upsert } from './upsert.js';

/** Writes grants; their permissions become those of the row. */
export function grantWriter(db: Kysely<Tables>): (rows: GrantRow[]) => Promise<number> {
  const writeGrants = upsert(db, grant);
  return async (rows) => {
    const written = new Set(await writeGrants(rows));
    const granted = await permissionsOf(
      db,
      rows.map((row) => row.id),
    );
    for (const { id, permissions } of rows) {
      const wanted = new Set(permissions);
      const stored = new Set<string>(granted.get(id));
      if (wanted.size === stored.size && [...wanted].every((name) => stored.has(name))) continue;
      await db.deleteFrom('grant_permissions').where('grant_id', '=', id).execute();
      const values = [...wanted].map((permission) => ({ grant_id: id, permission }));
      if (values.length > 0) await db.insertInto('grant_permissions').values(values).execute();
      written.add(id);
    }
    return written.size;
  };
}
