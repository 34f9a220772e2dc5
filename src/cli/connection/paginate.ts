import { parseEnvelope } from '../../client/answer.js';
import { wholeNumber } from '../../client/errors.js';
import { type PageQuery, walkRuns } from '../../client/pagination.js';
import type { RawRequest } from '../../client/request.js';
import type { TransportAnswer } from '../../client/transport/transport.js';
import type { EnvelopeOf } from '../../client/types.js';
import type { Context } from '../context.js';
import { type CreditLog, idOf, type Row, readPage } from '../credit-log/transaction.js';
import { usageError } from '../exit-status.js';
import { Progress } from '../output/progress.js';
import type { Connection } from './connect.js';

const CREDIT_LOG = /\/creditlog\/?$/i;

/**
 * Gathers all pages in one document, newest first and as large as the log.
 *
 * @throws {CliError} for another path, or a query that selects a page
 */
export async function gatherPages(
  context: Context,
  connection: Connection,
  request: RawRequest,
): Promise<TransportAnswer> {
  const [path = '', search] = request.path.split(/\?(.*)/s);
  if (!CREDIT_LOG.test(path)) {
    throw usageError('--paginate is for credit logs; leave it out, or read all events with svcapi events --after 0');
  }
  const { start_id, ...query } = { ...Object.fromEntries(new URLSearchParams(search)), ...request.query };
  if ('start_index' in query || 'item_count' in query) {
    throw usageError('--paginate reads all pages; leave out start_index and item_count');
  }
  const start = wholeNumber(start_id ?? 0);
  if (start === undefined) throw usageError(`start_id is “${start_id}”; give the id of a transaction`);
  let last: { answer: TransportAnswer; envelope: EnvelopeOf<CreditLog> } | undefined;
  const fetch = async (page: PageQuery) => {
    const answer = await connection.send({ ...request, path, query: { ...query, ...page } });
    last = { answer, envelope: parseEnvelope<CreditLog>(answer) };
    return readPage(last.envelope.svcapi);
  };
  const progress = new Progress(context, 'Reading');
  const runs: Row[][] = [];
  let count = 0;
  try {
    for await (const run of walkRuns(fetch, Math.max(0, start - 1), idOf)) {
      runs.push(run);
      count += run.length;
      progress.update(undefined, `${count} transactions`);
    }
  } finally {
    progress.end();
  }
  if (!last) throw new Error('a walk makes one call at least');
  const attributes = { start: 1, total: count, count };
  const svcapi = { transactions: { attributes, transaction: runs.flat().reverse() } };
  return { ...last.answer, text: JSON.stringify({ ...last.envelope, svcapi }) };
}
