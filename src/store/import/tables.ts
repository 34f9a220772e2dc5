import { quote } from '../../domain/text.js';
import { typeOfUid, uidTypes } from '../../domain/uid.js';
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
  /** The columns of a temporary table for a record, and for a removal besides its key. */
  staged: Columns;
  removal: Columns;
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

const listOf: Readonly<Record<string, Target['part']>> = {
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
  const part = listOf[name];
  const types = Object.fromEntries(columns.map(([column, { options }]) => [column, options.type]));
  const carried = (model.tombstone ?? []).map((column) => [`gone_${column}`, 'text'] as const);
  return {
    ...{ name, model, key: model.key, always: updated('always'), once: updated('once') },
    columns: types,
    staged: { at: 'integer', ...types, ...(part && { [part.field]: 'text' }) },
    removal: { gone: 'integer', ...Object.fromEntries(carried), gone_removed_at: 'integer' },
    references: columns.flatMap(([column, field]) => {
      const table = field instanceof Column ? field.options.references : undefined;
      const target = models.find((each) => each.table === table);
      return target ? [{ column, table: target.table, key: target.key[0] as string }] : [];
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

export function kindOf({ name }: Target, key: unknown): RecordType {
  if (name === 'entities') {
    const type = typeOfUid(String(key));
    return type === 'character' || type === 'faction' ? type : 'entity';
  }
  const table = name === 'assignments' ? 'datacards' : name;
  const [kind] = Object.entries(recordModels).find(([, model]) => model.table === table) ?? [];
  return (kind ?? 'grant') as RecordType;
}

export function nameRow(target: Target, row: Record<string, unknown>): string {
  // An assignment stands in the record of its datacard.
  const key = target.key.slice(0, target.name === 'assignments' ? 1 : undefined).map((name) => row[name]);
  const name = target.columns.name && row.name != null ? ` ${quote(row.name)}` : '';
  if (target.name === 'entities' || target.name === 'characters') return `${key[0]}${name}`;
  return `the ${kindOf(target, key[0]).replaceAll('_', ' ')} ${key.join(', ')}${name}`;
}

/** Returns the condition that a row has a type; entities have three, which are ranges of an index. */
export function isOfKind(kind: RecordType, { name }: Target, alias: string): string {
  if (name !== 'entities') return 'true';
  // Text is compared by its bytes, and “;” follows “:”.
  const isOf = (type: number) => `(${alias}.uid >= '${type}:' and ${alias}.uid < '${type};')`;
  const [character, faction] = [isOf(uidTypes.character), isOf(uidTypes.faction)];
  if (kind === 'character') return character;
  return kind === 'faction' ? faction : `(not ${character} and not ${faction})`;
}

export function sameKey({ key }: Pick<Target, 'key'>, one: string, other: string): string {
  return key.map((name) => `${one}.${name} = ${other}.${name}`).join(' and ');
}

export function list(names: readonly string[], alias?: string): string {
  return names.map((name) => (alias === undefined ? name : `${alias}.${name}`)).join(', ');
}
