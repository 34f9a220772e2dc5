import { PREFIX } from '../../../src/routes/path.js';
import { answerDeviations } from './check-answer.js';
import { requestDeviations } from './check-request.js';
import type { Exchange } from './exchange.js';

/** What is beside the API: for those who watch over the service, and the descriptions of it. */
const beside = /^\/(livez|readyz|healthz|metrics)$/;
/** What the metrics, which have a port of their own, say at any other path. */
const noMetrics = 'The metrics are at /metrics.\n';
const descriptions = new RegExp(`^${PREFIX}/(openapi\\.json|documentation(/.*)?)$`);

/** What an exchange has other than the document says; empty where all is well. */
export function deviations(exchange: Exchange): string[] {
  const { method, path, status, headers, body } = exchange;
  const isError = status >= 400;
  if (beside.test(path) || body === noMetrics || (descriptions.test(path) && !isError)) return [];
  // What has no content is not described: OPTIONS, and the preflight of CORS. Nor are redirections.
  if (method === 'OPTIONS' || (status >= 300 && status < 400 && !headers['content-type']?.includes('json'))) return [];
  return [...answerDeviations(exchange), ...(isError ? [] : requestDeviations(exchange))];
}
