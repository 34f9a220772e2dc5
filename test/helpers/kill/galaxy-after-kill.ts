type GalaxyRecord = Record<string, unknown> & { kind: string };

/** The galaxy of an export, as lines that do not depend on when something was removed; the audit trail is left out. */
export interface Contents {
  /** What depends on each other. */
  dependent: ReadonlySet<string>;
  /** Transactions and events, by what identifies them. */
  histories: ReadonlyMap<string, string>;
}

/**
 * The galaxy that a killed import leaves: the old one, the new one, the new one without some of its new transactions and events, or
 * another one, which is a fault.
 */
export type Outcome = 'old' | 'new' | 'new in part' | 'neither';

/** Reads an export. */
export function readContents(text: string): Contents {
  const records = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as GalaxyRecord)
    .filter(({ kind }) => kind !== 'datacard_change' && kind !== 'end');
  const line = (record: GalaxyRecord) =>
    JSON.stringify({ ...record, ...(record.removed_at !== undefined && { removed_at: 'then' }) });
  const isHistory = ({ kind }: GalaxyRecord) => kind === 'transaction' || kind === 'event';
  return {
    dependent: new Set(records.filter((record) => !isHistory(record)).map(line)),
    histories: new Map(
      records.filter(isHistory).map((record) => [`${record.kind} ${record.id ?? record.uid}`, line(record)]),
    ),
  };
}

/** Says which galaxy is there after an import was killed that makes a new one of an old one. */
export function outcomeOf(found: Contents, old: Contents, next: Contents): Outcome {
  if (areEqual(found.dependent, old.dependent) && areEqual(found.histories, old.histories)) return 'old';
  if (!areEqual(found.dependent, next.dependent)) return 'neither';
  if (areEqual(found.histories, next.histories)) return 'new';
  const isOneOfBoth = [...found.histories].every(
    ([key, line]) => line === old.histories.get(key) || line === next.histories.get(key),
  );
  return isOneOfBoth && [...old.histories.keys()].every((key) => found.histories.has(key)) ? 'new in part' : 'neither';
}

function areEqual(one: Iterable<unknown>, other: Iterable<unknown>): boolean {
  const [lines, others] = [[...one].map(String).sort(), [...other].map(String).sort()];
  return lines.length === others.length && lines.every((line, index) => line === others[index]);
}

/** Returns the datacards of which more uses are assigned than they have. */
export function overassigned({ dependent }: Contents): string[] {
  return [...dependent].flatMap((line) => {
    const {
      kind,
      uid,
      total_uses,
      assignments = [],
    } = JSON.parse(line) as GalaxyRecord & {
      assignments?: { uses: number }[];
    };
    const assigned = assignments.reduce((sum, { uses }) => sum + uses, 0);
    return kind === 'datacard' && total_uses !== -1 && assigned > Number(total_uses) ? [String(uid)] : [];
  });
}
