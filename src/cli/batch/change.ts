import { WrongAnswer } from '../../client/errors.js';
import type { PayloadOf } from '../../client/types.js';
import { UNLIMITED } from '../../domain/datacard.js';
import { usesColumn } from '../output/answer-columns.js';
import type { Column } from '../output/column.js';
import { listIn, number, text } from '../service/read-answer.js';

/** A change of the uses that a production entity has of a datacard. */
export interface Change {
  datacard: string | null;
  entity: string | null;
  locationUid: string | null;
  location: string | null;
  before: number | null;
  after: number | null;
  /** False for a dry run. */
  done: boolean;
}

export const changeColumns: Column<Change>[] = [
  { name: 'datacard', value: ({ datacard }) => datacard, tone: 'strong' },
  { name: 'entity', value: ({ entity }) => entity },
  { name: 'location_uid', value: ({ locationUid }) => locationUid },
  { name: 'location', value: ({ location }) => location },
  usesColumn('before', ({ before }) => before),
  { ...usesColumn<Change>('after', ({ after }) => after), tone: 'strong' },
  { name: 'done', value: ({ done }) => done, shown: ({ done }) => (done ? 'yes' : 'no, a dry run') },
];

/** Returns the body that assigns uses to an entity, -1 for unlimited ones. */
export function assignmentBody(entity: string, uses: number) {
  return { production_entity_uid: entity, ...(uses === UNLIMITED ? { unlimited: 1 } : { uses }) };
}

type Assignment = PayloadOf<'POST /datacard/{uid}'>['assignments']['assignment'][number];
type Revocation = PayloadOf<'DELETE /datacard/{uid}'>['revocations']['revocation'][number];

/**
 * Reads the change from the answer to an assignment.
 *
 * @throws {WrongAnswer} when there is none
 */
export function toAssigned(payload: PayloadOf<'POST /datacard/{uid}'>): Change {
  const assignment = first(listIn(payload, ({ assignments }) => assignments.assignment));
  return {
    datacard: text(({ assigneddatacard }: Assignment) => assigneddatacard.attributes.uid)(assignment),
    entity: text(({ assigneddatacard }: Assignment) => assigneddatacard.entity.value)(assignment),
    locationUid: text(({ originaluse }: Assignment) => originaluse.location.attributes.uid)(assignment),
    location: text(({ originaluse }: Assignment) => originaluse.location.value)(assignment),
    before: number(({ originaluse }: Assignment) => originaluse.quantity)(assignment),
    after: number(({ newquantity }: Assignment) => newquantity)(assignment),
    done: true,
  };
}

/** Reads the change from the answer to a revocation, like `toAssigned`. */
export function toRevoked(payload: PayloadOf<'DELETE /datacard/{uid}'>): Change {
  const revocation = first(listIn(payload, ({ revocations }) => revocations.revocation));
  return {
    datacard: text(({ revokeddatacard }: Revocation) => revokeddatacard.attributes.uid)(revocation),
    entity: text(({ revokeddatacard }: Revocation) => revokeddatacard.entity.value)(revocation),
    locationUid: text(({ revokeduse }: Revocation) => revokeduse.location.attributes.uid)(revocation),
    location: text(({ revokeduse }: Revocation) => revokeduse.location.value)(revocation),
    before: number(({ revokeduse }: Revocation) => revokeduse.quantity)(revocation),
    after: 0,
    done: true,
  };
}

function first<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw new WrongAnswer('does not contain a change');
  return item;
}
