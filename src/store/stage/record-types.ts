import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { typeOfUid, uidTypes } from '../../domain/uid.js';
import { grantPermission } from '../../model/access.js';
import { assignment } from '../../model/datacard.js';
import { entity } from '../../model/entity.js';
import { type RecordType, recordModels } from '../../model/index.js';
import type { Model } from '../../model/model.js';

/** Returns the models of the tables that hold a row of a kind: the one that every row of the kind has comes last. */
export function modelsOf(kind: RecordType): Model[] {
  if (kind === 'faction') return [entity];
  const model = recordModels[kind];
  return model.base ? [model.base, model] : [model];
}

/** Returns the model of the rows that belong to a row of a kind, and have its key as the first column of theirs. */
export function partOf(kind: RecordType): Model | undefined {
  if (kind === 'datacard') return assignment;
  return kind === 'grant' ? grantPermission : undefined;
}

/** Returns true for rows that belong to another row, and are written with it. */
export function isPart({ table }: Model): boolean {
  return table === assignment.table || table === grantPermission.table;
}

/** Returns the kind of a row of a table, by its key. */
export function kindOf(model: Model, key: readonly unknown[]): RecordType {
  if (model.table === entity.table) {
    const type = typeOfUid(String(key[0]));
    return type === 'character' || type === 'faction' ? type : 'entity';
  }
  const found = Object.entries(recordModels).find(([, each]) => each.table === model.table);
  return (found?.[0] ?? 'entity') as RecordType;
}

/** Returns the condition that a row of a table is of a kind; tables but that of the entities have one kind. */
export function isOfKind(kind: RecordType, model: Model, alias: string): RawBuilder<SqlBool> {
  if (model.table !== entity.table) return sql<SqlBool>`1 = 1`;
  const uid = sql.ref(`${alias}.uid`);
  const [character, faction] = [isOfType(uid, uidTypes.character), isOfType(uid, uidTypes.faction)];
  if (kind === 'character') return character;
  if (kind === 'faction') return faction;
  return sql<SqlBool>`(not ${character} and not ${faction})`;
}

/** A range of the index; text is compared by its bytes, and “;” follows “:”. */
function isOfType(uid: RawBuilder<unknown>, type: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${uid} >= ${sql.lit(`${type}:`)} and ${uid} < ${sql.lit(`${type};`)})`;
}
