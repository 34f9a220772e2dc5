import { parseEnvelope } from '../../client/answer.js';
import { type PageQuery, walkRuns } from '../../client/pagination.js';
import type { RawRequest } from '../../client/request.js';
import type { TransportAnswer } from '../../client/transport/transport.js';
import type { EnvelopeOf } from '../../client/types.js';
import { readNumber } from '../../domain/text.js';
import type { Context } from '../context.js';
import { type CreditLog, idOf, type Row, readPage } from '../credit-log/transaction.js';
import { usageError } from '../exit-status.js';
import { Progress } from '../output/progress.js';
import type { Connection } from './connect.js';

/** The credit log is the only resource that comes in pages. */
const PAGED = /\/creditlog\/?$/i;

/** Gathers all pages in one document, newest first and as large as the log. @throws {CliError} when the query selects a page */
export async function gatherPages(
  context: Context,
  connection: Connection,
  request: RawRequest,
): Promise<TransportAnswer> {
  const [path = '', search] = request.path.split(/\?(.*)/s);
  if (!PAGED.test(path)) return connection.send(request);
  const { start_id, ...query } = { ...Object.fromEntries(new URLSearchParams(search)), ...request.query };
  if ('start_index' in query || 'item_count' in query) {
    throw usageError('--paginate reads all pages; leave out start_index and item_count');
  }
  let last: { answer: TransportAnswer; envelope: EnvelopeOf<CreditLog> } | undefined;
  const fetch = async (page: PageQuery) => {
    const answer = await connection.send({ ...request, path, query: { ...query, ...page } });
    last = { answer, envelope: parseEnvelope<CreditLog>(answer) };
    return readPage(last.envelope.svcapi);
  };
  const progress = new Progress(context, 'Reading');
  const runs: Row[][] = [];
  let count = 0;
  for await (const run of walkRuns(fetch, Math.max(0, readNumber(String(start_id ?? 0)) - 1 || 0), idOf)) {
    runs.push(run);
    count += run.length;
    progress.update(undefined, `${count} transactions`);
  }
  progress.end();
  if (!last) throw new Error('a walk makes one call at least');
  const attributes = { start: 1, total: count, count };
  const svcapi = { transactions: { attributes, transaction: runs.flat().reverse() } };
  return { ...last.answer, text: JSON.stringify({ ...last.envelope, svcapi }) };
}
