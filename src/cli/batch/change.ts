import { WrongAnswer } from '../../client/errors.js';
import type { PayloadOf } from '../../client/types.js';
import { UNLIMITED } from '../../domain/datacard.js';
import { usesColumn } from '../output/answer-columns.js';
import type { Column } from '../output/column.js';
import { listIn } from '../service/read-answer.js';

type Assignment = PayloadOf<'POST /datacard/{uid}'>['assignments']['assignment'][number];

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

/**
 * Reads the change from the answer to an assignment.
 *
 * @throws {WrongAnswer} when there is none
 */
export function toAssigned(payload: PayloadOf<'POST /datacard/{uid}'>): Change {
  const { assigneddatacard, originaluse, newquantity } = first(
    listIn(payload, ({ assignments }) => assignments.assignment),
  );
  return toChange(assigneddatacard, originaluse, newquantity);
}

/** Reads the change from the answer to a revocation, like `toAssigned`. */
export function toRevoked(payload: PayloadOf<'DELETE /datacard/{uid}'>): Change {
  const { revokeddatacard, revokeduse } = first(listIn(payload, ({ revocations }) => revocations.revocation));
  return toChange(revokeddatacard, revokeduse, 0);
}

function first<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw new WrongAnswer('does not contain a change');
  return item;
}

/** Returns a change; a part that the answer lacks is null. */
function toChange(
  card: Assignment['assigneddatacard'],
  use: Assignment['originaluse'] | undefined,
  after: number | null,
): Change {
  return {
    datacard: card?.attributes?.uid ?? null,
    entity: card?.entity?.value ?? null,
    locationUid: use?.location?.attributes?.uid ?? null,
    location: use?.location?.value ?? null,
    before: use?.quantity ?? null,
    after: after ?? null,
    done: true,
  };
}
