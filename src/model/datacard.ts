import { UNLIMITED } from '../domain/datacard.js';
import { type Reason, refusals } from '../domain/refusals.js';
import { producibleTypes, productionTypes } from '../domain/uid.js';
import { name, oneOf, removedAt, time, uid, uses, whole } from './columns.js';
import { defineModel, type Row } from './model.js';
import { rowsOf } from './record-format.js';

export const assignment = defineModel({
  table: 'assignments',
  key: ['datacard_uid', 'location_uid'],
  fields: {
    datacard_uid: uid('datacard').references('datacards').as('datacard'),
    location_uid: uid(...productionTypes)
      .references('entities')
      .as('location'),
    uses: uses(1),
  },
});

/** A stored datacard keeps its assignments, whatever a later row has. */
export const datacard = defineModel({
  table: 'datacards',
  key: ['uid'],
  fields: {
    uid: uid('datacard'),
    owner_uid: uid('faction').references('entities').as('owner'),
    entity_uid: uid(...producibleTypes)
      .references('entities')
      .as('entity'),
    /** Assigned and unassigned uses, or -1. Assigning and revoking never change it. */
    total_uses: uses(0),
    assignments: rowsOf(assignment, 'location_uid', 'uses'),
    removed_at: removedAt(),
  },
  tombstone: ['owner_uid', 'entity_uid'],
  check: (row) => overassigned(row.total_uses, row.assignments),
});

export type AssignmentRow = Row<typeof assignment>;
export type DatacardRow = Row<typeof datacard>;

function overassigned(total: number, assignments: Pick<AssignmentRow, 'location_uid' | 'uses'>[]): Reason | undefined {
  const locations = new Set<string>();
  let assigned = 0;
  for (const { location_uid: location, uses } of assignments) {
    if (locations.has(location)) return refusals.assignedTwice(location);
    locations.add(location);
    if (total === UNLIMITED) continue;
    if (uses === UNLIMITED) return refusals.unlimitedAssigned(location, total);
    assigned += uses;
  }
  return assigned > total && total !== UNLIMITED ? refusals.tooManyAssigned(assigned, total) : undefined;
}

export const datacardChange = defineModel({
  table: 'datacard_changes',
  key: ['id'],
  update: 'never',
  permanent: 'the audit trail keeps every line',
  fields: {
    /** Later changes have higher ids. */
    id: whole(1).generated(),
    time: time(),
    action: oneOf('assign', 'revoke', 'use', 'reclaim'),
    /** Null when the host ended the assignment by removing the datacard or the location. */
    client_id: name().references('clients').as('client').nullable(),
    character_uid: uid('character').references('characters').as('character').nullable(),
    datacard_uid: uid('datacard').references('datacards').as('datacard'),
    location_uid: uid(...productionTypes)
      .references('entities')
      .as('location'),
    /** Uses of the entity; -1 is unlimited. */
    uses_before: whole(-1),
    uses_after: whole(-1),
    request_id: name().nullable(),
  },
});

export type DatacardChangeRow = Row<typeof datacardChange>;

/** Keeps sums of uses exact. */
const MOST_USES = 1_000_000_000;

/** Uses that the game reports as consumed. The table is a view of the audit trail, in which an id counts once. */
export const use = defineModel({
  table: 'uses',
  key: ['id'],
  update: 'never',
  permanent: 'the audit trail keeps every line',
  fields: {
    id: name(),
    time: time().defaultsToNow(),
    datacard_uid: uid('datacard').references('datacards').as('datacard'),
    location_uid: uid(...productionTypes)
      .references('entities')
      .as('location'),
    uses: whole(1, MOST_USES),
  },
});
