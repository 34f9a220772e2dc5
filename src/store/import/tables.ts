import { typeOfUid, uidTypes } from '../../domain/uid.js';
import { grantPermission } from '../../model/access.js';
import { Column, type DerivedColumn } from '../../model/column.js';
import { assignment } from '../../model/datacard.js';
import { models, type RecordType, recordModels } from '../../model/index.js';
import { columnsOf, type Model } from '../../model/model.js';
import type { Columns } from './session.js';

/** A table that files have rows for. */
export interface Target {
  name: string;
  model: Model;
  key: readonly string[];
  columns: Columns;
  /** The columns that a later record changes, and those that it sets in place of null. */
  always: readonly string[];
  once: readonly string[];
  /** The columns that hold keys of other rows. */
  references: readonly { column: string; table: string; key: string }[];
  /** The table with a part of each row, which a record has as a list. */
  part?: { field: string; table: string; owner: string; columns: Columns };
}

/** The tables in an order in which each refers only to those before it. Datacards come late, since changes of players lock them. */
const order = [
  'accounts',
  'entities',
  'characters',
  'memberships',
  'account_characters',
  'clients',
  'grants',
  'grant_permissions',
  'tokens',
  'idempotency_keys',
  'blacklist',
  'facts',
  'datacards',
  'assignments',
  'datacard_changes',
  // After the lines that bring their numbers along.
  'uses',
  'transactions',
  'events',
] as const;

/** The tables whose rows stand alone: a part of them may be written before the others. */
export const histories: readonly string[] = ['transactions', 'events'];

/** The tables whose rows belong to others, and are written with these. */
export const parts: readonly string[] = [assignment.table, grantPermission.table];

const stored: readonly Model[] = [...Object.values(recordModels), assignment, grantPermission];

export const targets: readonly Target[] = order.map((name) => {
  const model = stored.find(({ table, fields }) => table === name && fields !== recordModels.faction.fields) as Model;
  const columns = columnsOf(model);
  const updated = (update: string) =>
    columns.flatMap(([column, { options }]) =>
      !model.key.includes(column) && (options.update ?? model.update ?? 'always') === update ? [column] : [],
    );
  return {
    name,
    model,
    key: model.key,
    columns: Object.fromEntries(columns.map(([column, { options }]) => [column, options.type])),
    always: updated('always'),
    once: updated('once'),
    references: columns.flatMap(([column, field]) => referenceOf(column, field)),
    ...partOf(name),
  };
});

function referenceOf(column: string, field: Column<unknown> | DerivedColumn<unknown>): Target['references'] {
  const table = field instanceof Column ? field.options.references : undefined;
  const target = models.find((model) => model.table === table);
  return target ? [{ column, table: target.table, key: target.key[0] as string }] : [];
}

function partOf(name: string): Pick<Target, 'part'> {
  if (name === 'datacards') {
    const columns = { location_uid: 'text', uses: 'integer' } as const;
    return { part: { field: 'assignments', table: assignment.table, owner: 'datacard_uid', columns } };
  }
  if (name !== 'grants') return {};
  const columns = { permission: 'text' } as const;
  return { part: { field: 'permissions', table: grantPermission.table, owner: 'grant_id', columns } };
}

export function targetOf(name: string): Target {
  return targets.find((target) => target.name === name) as Target;
}

/** Returns the tables that hold a record of a kind: that of its base first, and the one that each record has a row in last. */
export function targetsOf(kind: RecordType): Target[] {
  const { base, table } = recordModels[kind];
  return [...(base ? [targetOf(base.table)] : []), targetOf(table)];
}

/** Returns the kind of a row of a table, by its key. */
export function kindOf({ name }: Target, key: unknown): RecordType {
  if (name === 'entities') {
    const type = typeOfUid(String(key));
    return type === 'character' || type === 'faction' ? type : 'entity';
  }
  const table = name === 'assignments' ? 'datacards' : name;
  const [kind] = Object.entries(recordModels).find(([, model]) => model.table === table) ?? [];
  return (kind ?? 'grant') as RecordType;
}

/** Returns the condition that a row of a table is of a kind: the entities are of three, which the index tells apart. */
export function isOfKind(kind: RecordType, { name }: Target, alias: string): string {
  if (name !== 'entities') return 'true';
  // Text is compared by its bytes, and “;” follows “:”.
  const isOf = (type: number) => `(${alias}.uid >= '${type}:' and ${alias}.uid < '${type};')`;
  const [character, faction] = [isOf(uidTypes.character), isOf(uidTypes.faction)];
  if (kind === 'character') return character;
  return kind === 'faction' ? faction : `(not ${character} and not ${faction})`;
}

/** Compares the keys of two aliases. */
export function sameKey({ key }: Pick<Target, 'key'>, one: string, other: string): string {
  return key.map((name) => `${one}.${name} = ${other}.${name}`).join(' and ');
}

/** Names columns, each after an alias where one is given. */
export function list(names: readonly string[], alias?: string): string {
  return names.map((name) => (alias === undefined ? name : `${alias}.${name}`)).join(', ');
}
