import type { RecordType } from '../../model/index.js';
import { CHANGED, differing, NOTHING, UNKNOWN } from './compare.js';
import { nameRow } from './references.js';
import { all } from './session.js';
import type { Stage } from './stage.js';
import { isOfKind, list, sameKey, type Target, targetsOf } from './tables.js';

type Values = Record<string, unknown>;

/** A record that is not like the stored row. */
export interface Example {
  /** The row as messages name it. */
  row: string;
  /** Its place in the files; null for what they do not name. */
  at: number | null;
  /** The columns that change, as they are and as they become. */
  before: Values;
  after: Values;
}

/** Returns some of the differences of a kind, in the order of the files. */
export async function examplesOf(
  stage: Stage,
  kind: RecordType,
  change: 'added' | 'changed' | 'removed',
  most: number,
): Promise<Example[]> {
  if (change === 'removed') return removalsOf(stage, kind, most);
  const { db } = stage.session;
  const tables = targetsOf(kind);
  const { key } = tables.at(-1) as Target;
  const found = await all<Values & { at: number }>(
    db,
    `select at, ${list(key)} from (${differing(stage, kind)}) as found
    where change ${change === 'changed' ? '=' : '<>'} ${CHANGED} order by at limit ${most}`,
  );
  const examples: Example[] = [];
  for (const { at, ...keys } of found) {
    const example: Example = { row: '', at, before: {}, after: {} };
    const values = Object.values(keys);
    for (const target of tables) {
      const isKey = target.key.map((name) => `${name} = ?`).join(' and ');
      const [after = {}] = await all<Values>(
        db,
        `select * from ${stage.from('stage', target.name)} as s where ${isKey}`,
        ...values,
      );
      const [before = {}] = await all<Values>(db, `select * from ${target.name} where ${isKey}`, ...values);
      example.row ||= nameRow(target, after);
      for (const name of [...target.always, ...target.once]) {
        const isOther = target.always.includes(name)
          ? before[name] !== after[name]
          : before[name] === null && after[name] !== null;
        if (change === 'changed' && isOther)
          Object.assign(example, {
            before: { ...example.before, [name]: before[name] },
            after: { ...example.after, [name]: after[name] },
          });
      }
    }
    examples.push(example);
  }
  return examples;
}

async function removalsOf(stage: Stage, kind: RecordType, most: number): Promise<Example[]> {
  const [target] = targetsOf(kind) as [Target];
  const { name, key, columns } = target;
  const shown =
    columns.name && name !== 'facts'
      ? `coalesce(${name === 'entities' ? 'g.name' : 'null'}, (select t.name from ${name} as t where ${sameKey(target, 't', 'g')}))`
      : 'null';
  const rows = await all<Values & { at: number }>(
    stage.session.db,
    `select g.at, ${list(key, 'g')}${name === 'facts' ? '' : `, ${shown} as name`} from ${stage.from('gone', name)} as g
    where g.effect <> ${NOTHING} and g.at <> ${UNKNOWN} and ${isOfKind(kind, target, 'g')}
    order by ${list(key, 'g')} limit ${most}`,
  );
  return rows.map(({ at, ...row }) => ({ row: nameRow(target, row), at: at < 0 ? null : at, before: {}, after: {} }));
}
