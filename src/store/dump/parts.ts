import type { Kysely } from 'kysely';
import type { Permission } from '../../domain/permission.js';
import type { DatacardRow } from '../../model/datacard.js';
import type { RowType, Tables } from '../../model/index.js';
import { permissionsOf } from '../permissions-of.js';

type Values = Record<string, unknown>;

/** Adds to rows what other tables hold of them: the assignments of datacards and the permissions of grants. */
export async function addParts(db: Kysely<Tables>, type: RowType, rows: Values[]): Promise<Values[]> {
  if (type === 'datacard') return withPart(rows, 'assignments', 'uid', (uids) => assignmentsOf(db, uids));
  if (type === 'grant') return withPart(rows, 'permissions', 'id', (ids) => permissionsOf(db, ids));
  return rows;
}

async function withPart(
  rows: Values[],
  name: string,
  key: string,
  read: (keys: string[]) => Promise<Map<string, Permission[] | DatacardRow['assignments']>>,
): Promise<Values[]> {
  const parts = await read(rows.map((row) => String(row[key])));
  return rows.map((row) => ({ ...row, [name]: parts.get(String(row[key])) ?? [] }));
}

async function assignmentsOf(db: Kysely<Tables>, datacardUids: string[]) {
  const rows = await db
    .selectFrom('assignments')
    .selectAll()
    .where('datacard_uid', 'in', datacardUids)
    .orderBy('datacard_uid')
    .orderBy('location_uid')
    .execute();
  const assigned = new Map<string, DatacardRow['assignments']>();
  for (const { datacard_uid, ...assignment } of rows) {
    const known = assigned.get(datacard_uid);
    if (known) known.push(assignment);
    else assigned.set(datacard_uid, [assignment]);
  }
  return assigned;
}
