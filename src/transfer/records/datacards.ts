import { z } from 'zod';
import { UNLIMITED } from '../../domain/datacard.js';
import { productionTypes } from '../../domain/uid.js';
import { defineRecord } from './define.js';
import { checked, uid, whole } from './fields.js';

/** Uses of a datacard: -1 for unlimited, otherwise a number from `least`. */
const uses = (least: number) =>
  checked(whole(), (value) =>
    value >= least || value === UNLIMITED ? undefined : `must be at least ${least}, or -1 for unlimited, not ${value}`,
  );

const assignment = z.strictObject({ location: uid(...productionTypes), uses: uses(1) });

interface Card {
  total_uses: number;
  assignments: z.output<typeof assignment>[];
}

export const datacard = defineRecord({
  into: 'datacard',
  schema: z
    .strictObject({
      uid: uid('datacard'),
      owner: uid('faction'),
      entity: uid(...productionTypes),
      total_uses: uses(0),
      assignments: z.array(assignment).default([]),
    })
    .check(({ value, issues }) => {
      const problem = overassigned(value);
      if (problem) issues.push({ code: 'custom', path: ['assignments'], input: value.assignments, message: problem });
    }),
  key: (row) => row.uid,
  toRow: (record) => ({
    uid: record.uid,
    ownerUid: record.owner,
    entityUid: record.entity,
    totalUses: record.total_uses,
    assignments: record.assignments.map(({ location, uses }) => ({ locationUid: location, uses })),
  }),
  toRecord: (row) => ({
    uid: row.uid,
    owner: row.ownerUid,
    entity: row.entityUid,
    total_uses: row.totalUses,
    assignments: row.assignments.map(({ locationUid, uses }) => ({ location: locationUid, uses })),
  }),
});

/** What is wrong with the assignments of a datacard taken together. */
function overassigned({ total_uses: total, assignments }: Card): string | undefined {
  const locations = new Set<string>();
  let assigned = 0;
  for (const { location, uses } of assignments) {
    if (locations.has(location)) return `name ${location} twice`;
    locations.add(location);
    if (total === UNLIMITED) continue;
    if (uses === UNLIMITED) return `give ${location} unlimited uses of a datacard that has ${total}`;
    assigned += uses;
  }
  return assigned > total && total !== UNLIMITED
    ? `add up to ${assigned} uses, more than the ${total} in all`
    : undefined;
}
