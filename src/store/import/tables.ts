import { quote } from '../../domain/text.js';
import { uidTypes } from '../../domain/uid.js';
import { Column } from '../../model/column.js';
import { assignment } from '../../model/datacard.js';
import { models, type RecordType, recordModels } from '../../model/index.js';
import { columnsOf, type Model } from '../../model/model.js';

export type Columns = Readonly<Record<string, 'integer' | 'text'>>;

export interface Target {
  name: string;
  model: Model;
  key: readonly string[];
  columns: Columns;
  /** Columns that a later record replaces (`always`), or sets only where they are null (`once`). */
  always: readonly string[];
  once: readonly string[];
  references: readonly { column: string; table: string; key: string }[];
  /** A list in each record that another table stores, such as the permissions of a grant. */
  part?: { field: string; columns: Columns };
}

/** Each table refers only to earlier ones. Datacards come late, since changes by players wait for their locks. */
const order = [
  ...['accounts', 'entities', 'characters', 'memberships', 'account_characters', 'clients', 'grants'],
  ...['tokens', 'idempotency_keys', 'blacklist', 'facts', 'transactions', 'events'],
  // Uses come after the audit lines, which bring their ids: uses add lines with higher ones.
  ...['datacards', 'assignments', 'datacard_changes', 'uses'],
];

/** Tables whose rows do not depend on each other, and may be written in parts. */
export const histories: readonly string[] = ['transactions', 'events'];

const parts: Readonly<Record<string, Target['part']>> = {
  datacards: { field: 'assignments', columns: { location_uid: 'text', uses: 'integer' } },
  grants: { field: 'permissions', columns: { permission: 'text' } },
};

const stored: readonly Model[] = [...Object.values(recordModels), assignment];

export const targets: readonly Target[] = order.map((name) => {
  const model = stored.find(({ table, fields }) => table === name && fields !== recordModels.faction.fields) as Model;
  const columns = columnsOf(model);
  const updated = (update: string) =>
    columns.flatMap(([column, { options }]) =>
      !model.key.includes(column) && (options.update ?? model.update ?? 'always') === update ? [column] : [],
    );
  const part = parts[name];
  return {
    ...{ name, model, key: model.key, always: updated('always'), once: updated('once') },
    columns: Object.fromEntries(columns.map(([column, { options }]) => [column, options.type])),
    references: columns.flatMap(([column, field]) => {
      const table = field instanceof Column ? field.options.references : undefined;
      const target = models.find((each) => each.table === table);
      if (!target) return [];
      const { table: referred } = target.base ?? target;
      return [{ column, table: referred, key: target.key[0] as string }];
    }),
    ...(part && { part }),
  };
});

export function targetOf(name: string): Target {
  return targets.find((target) => target.name === name) as Target;
}

/** Returns the tables of a record type: its base first, then the one with a row for each record. */
export function targetsOf(kind: RecordType): Target[] {
  const { base, table } = recordModels[kind];
  return [...(base ? [targetOf(base.table)] : []), targetOf(table)];
}

/** Returns the kind of a row as SQL. */
export function kindOf({ name }: Target, alias: string): string {
  if (name !== 'entities') return `'${Object.entries(recordModels).find(([, { table }]) => table === name)?.[0]}'`;
  const isOf = (type: number) => `${alias}.uid like '${type}:%'`;
  const { character, faction } = uidTypes;
  return `case when ${isOf(character)} then 'character' when ${isOf(faction)} then 'faction' else 'entity' end`;
}

export type StagedRow = Readonly<Record<string, unknown>> & { at: number; record: RecordType };

/** Returns the columns of a staged row that messages need. */
export function shown({ key, columns }: Target, alias: string): string {
  return list(['at', 'record', ...key, ...(columns.name ? ['name'] : [])], alias);
}

export function nameRow({ name, key }: Target, row: Readonly<Record<string, unknown>>): string {
  // An assignment stands in the record of its datacard.
  const keys = key.slice(0, name === 'assignments' ? 1 : undefined).map((column) => row[column]);
  const text = [keys.join(', '), ...(row.name == null ? [] : [quote(row.name)])].join(' ');
  return name === 'entities' || name === 'characters' ? text : `the ${String(row.record).replaceAll('_', ' ')} ${text}`;
}

export function sameKey({ key }: Pick<Target, 'key'>, one: string, other: string): string {
  return key.map((name) => `${one}.${name} = ${other}.${name}`).join(' and ');
}

/** Returns the fields of JSON objects, as columns of the elements of a list. */
export function fieldsOf(columns: Columns): string {
  const text = (name: string) => `j.value ->> '${name}'`;
  const typed = ([name, type]: [string, string]) => (type === 'integer' ? `cast(${text(name)} as bigint)` : text(name));
  return list(Object.entries(columns).map((each) => `${typed(each)} as ${each[0]}`));
}

export function list(names: readonly string[], alias?: string): string {
  return names.map((name) => (alias === undefined ? name : `${alias}.${name}`)).join(', ');
}
