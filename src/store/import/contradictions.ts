import { refusals } from '../../domain/refusals.js';
import { type Comparison, compare, countKinds, isHidden, storedUses } from './compare.js';
import { ENDS, FAULTS, type Fault, faultOf, NAMES, type Stage } from './stage.js';
import { histories, list, nameRow, type StagedRow, sameKey, shown, targetOf } from './tables.js';
import { findOverassigned, judgeUses } from './uses.js';

/** Compares the rows with the galaxy, and refuses those that contradict each other or the stored rows. */
export function compareStage(stage: Stage): Promise<Comparison> {
  const findOverused = async () => (await judgeUses(stage)).faults;
  const searches = [findDuplicates, findLooseReferences, findOverused, findOverassigned, findRewritten];
  return stage.session.read(async () => {
    await compare(stage);
    // What refers to a refused row is refused too.
    for (let isFound = true; isFound; ) {
      isFound = false;
      for (const search of searches) {
        await stage.breathe();
        const faults = await search(stage);
        if (faults.length > 0) await stage.refuse(faults);
        isFound ||= faults.length > 0;
      }
    }
    return countKinds(stage);
  });
}

/** Columns whose rows end with what they refer to; the others are history, or name an owner or a race. */
const endingWith = [
  ...['memberships.character_uid', 'memberships.faction_uid', 'account_characters.character_uid'],
  ...['datacards.owner_uid', 'assignments.location_uid', 'grants.character_uid'],
];

/** Finds rows that refer to what neither the files nor the database have, or to something removed that they would end with. */
async function findLooseReferences(stage: Stage): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const target of stage.targets) {
    const { name } = target;
    for (const { column, table, key } of target.references) {
      await stage.breathe();
      const isEnding = endingWith.includes(`${name}.${column}`);
      const isRemoved = isEnding
        ? `d.removes = 0 and (o.removed_at is not null or (s.change >= ${ENDS} and s.at < d.at))`
        : 'false';
      const isValid = isEnding && name === 'grants' ? 'd.revoked_at is null' : 'true';
      const rows = await stage.all<StagedRow & { other: string; removal_at: number | null; is_unknown: number }>(
        `select ${shown(target, 'd')}, d.${column} as other, case when s.change >= ${ENDS} then s.at end as removal_at,
          case when o.${key} is null and s.change is distinct from ${NAMES} then 1 else 0 end as is_unknown
        from ${histories.includes(name) ? stage.changed(name) : stage.rows(name, 'removes = 0 or change <> 0')} as d
        left join ${stage.rows(table)} as s on s.${key} = d.${column} left join ${table} as o on o.${key} = d.${column}
        where d.${column} is not null and ${isValid} and coalesce(s.removes, 1) = 1
          and (${isRemoved} or (o.${key} is null and s.change is distinct from ${NAMES})) order by d.at limit ${FAULTS}`,
      );
      for (const { other, removal_at, is_unknown, ...row } of rows) {
        const shownRow = nameRow(target, row);
        const reason = is_unknown
          ? refusals.unknownReference(shownRow, other)
          : refusals.isRemoved(shownRow, other, stage.options.place(removal_at));
        faults.push(faultOf(row, reason));
      }
    }
  }
  return faults;
}

/** Finds audit lines and uses that would rewrite stored ones: a trail that can be rewritten proves nothing. */
async function findRewritten(stage: Stage): Promise<Fault[]> {
  const faults: Fault[] = [];
  const lines = targetOf('datacard_changes');
  const isOtherLine = Object.keys(lines.columns).map((name) => `s.${name} is distinct from t.${name}`);
  // The trail has no number for a use of unlimited uses.
  const isOtherUse = [
    's.datacard_uid <> t.datacard_uid',
    's.location_uid <> t.location_uid',
    '(t.uses <> 0 and s.uses <> t.uses)',
  ];
  for (const [target, stored, differs] of [
    [lines, lines.name, isOtherLine],
    [targetOf('uses'), storedUses(stage), isOtherUse],
  ] as const) {
    const rows = await stage.all<StagedRow>(
      `select ${shown(target, 's')} from ${stage.named(target.name)} as s inner join ${stored} as t on ${sameKey(target, 's', 't')}
      where ${differs.join(' or ')} order by s.at limit ${FAULTS}`,
    );
    faults.push(...rows.map((row) => faultOf(row, refusals.rewritten(nameRow(target, row)))));
  }
  return faults;
}

export interface UniqueRule {
  table: string;
  columns: readonly string[];
  /** The condition, with the alias `x`, on a row that the rule applies to. */
  where?: string;
  /** The assignment that frees a value before others take it; absent where the value never changes. */
  free?: string;
  /** Names the value in a refusal; the columns by default. */
  what?: string;
}

export const uniqueRules: readonly UniqueRule[] = [
  { table: 'entities', columns: ['handle'], free: 'handle = null', what: 'name' },
  // Keys of names never start with a space.
  { table: 'accounts', columns: ['name_key'], free: `name_key = ' ' || id`, what: 'name' },
  { table: 'accounts', columns: ['provider_issuer', 'provider_subject'], free: 'provider_subject = null' },
  { table: 'tokens', columns: ['hash'] },
  {
    ...{ table: 'memberships', columns: ['character_uid'], where: 'x.is_primary = 1', free: 'is_primary = 0' },
    what: 'primary rank',
  },
  { table: 'datacard_changes', columns: ['request_id'], where: `x.action = 'use'` },
];

/** Finds rows with a value that must be unique: of several, the stored or the first one keeps it. */
async function findDuplicates(stage: Stage): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const { table, columns, where, what = columns.join(' and ') } of uniqueRules) {
    if (!stage.has(table)) continue;
    await stage.breathe();
    const target = targetOf(table);
    const isSame = [
      ...columns.map((name) => `d.${name} = o.${name}`),
      ...(where ? [where.replace('x', 'd'), where.replace('x', 'o')] : []),
    ].join(' and ');
    const names = [...target.key, ...(target.columns.name ? ['name'] : [])];
    const pairs = (at: string, others: string, condition: string) => `
      select ${shown(target, 'd')}, ${at} as other_at, ${list(names.map((name) => `o.${name} as other_${name}`))}
      from ${stage.changed(table)} as d inner join ${others}
      where ${condition} and not (${sameKey(target, 'd', 'o')}) order by d.at, ${at} limit ${FAULTS}`;
    const isHiddenThen = table === 'memberships' ? isHidden(stage, 'o') : 'false';
    const stored = `${table} as o on ${isSame} left join stage_${table} as s on ${sameKey(target, 's', 'o')}`;
    for (const query of [
      pairs('s.at', stored, `coalesce(s.change, 0) = 0 and not ${isHiddenThen}`),
      pairs('o.at', `${stage.changed(table)} as o on ${isSame}`, 'o.at < d.at'),
    ]) {
      for (const row of await stage.all<StagedRow & { other_at: number | null }>(query)) {
        const other = Object.fromEntries(names.map((name) => [name, row[`other_${name}`]]));
        const shownOther = nameRow(target, { ...other, record: row.record });
        const place = stage.options.place(row.other_at);
        faults.push(faultOf(row, refusals.taken(nameRow(target, row), what, shownOther, place)));
      }
    }
  }
  return faults;
}
