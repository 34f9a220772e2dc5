import { WrongAnswer } from '../../client/errors.js';
import type { Connection } from '../service/connect.js';
import type { BatchRow } from './batch-row.js';
import { assignmentBody, type Change, toAssigned, toRevoked } from './change.js';
import type { Uses } from './journal.js';

/**
 * Makes the change of a row.
 *
 * @throws {ServiceError} when the service refuses it
 */
export async function changeRow(connection: Connection, row: BatchRow, idempotencyKey: string): Promise<Uses> {
  const { datacard, entity, uses } = row;
  const params = { uid: datacard };
  if (uses === null) {
    const query = { production_entity_uid: entity };
    const answer = await connection.call('DELETE /datacard/{uid}', { params, query, idempotencyKey });
    return usesIn(toRevoked(answer.data), row);
  }
  const body = assignmentBody(entity, uses);
  const answer = await connection.call('POST /datacard/{uid}', { params, body, idempotencyKey });
  return usesIn(toAssigned(answer.data), row);
}

/** Returns the uses of an answer, after checking that it is about this row. */
function usesIn({ datacard, locationUid, before, after }: Change, row: BatchRow): Uses {
  if (datacard !== row.datacard || locationUid !== row.entity) {
    throw new WrongAnswer(`is about another change than that of line ${row.line}`);
  }
  if (before === null || after === null)
    throw new WrongAnswer(`does not contain the uses after the change of line ${row.line}`);
  return { before, after };
}
