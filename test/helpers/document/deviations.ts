import { PREFIX } from '../../../src/routes/path.js';
import { answerDeviations } from './check-answer.js';
import { requestDeviations } from './check-request.js';
import { isOfSandbox, sandboxDeviations } from './check-sandbox.js';
import type { Exchange } from './exchange.js';

/** Paths beside the API: health checks, and descriptions of the service. */
const beside = /^\/(livez|readyz|healthz|metrics)$/;
/** The answer of the metrics port at any other path. */
const noMetrics = 'The metrics are at /metrics.\n';
/** The pages for people, whose errors are pages too. */
const people = new RegExp(`^${PREFIX}/account(/.*)?$`);
/** OAuth 2, whose answers are those of its RFCs. */
const oauth = /^\/(ws\/oauth2\/|\.well-known\/oauth-)/i;
const descriptions = new RegExp(`^${PREFIX}/(openapi\\.json|documentation(/.*)?)$`);

/** Returns the deviations of an exchange from the document. */
export function deviations(exchange: Exchange): string[] {
  const { method, path, status, headers, body } = exchange;
  const isError = status >= 400;
  if (beside.test(path) || people.test(path) || oauth.test(path) || body === noMetrics) return [];
  if (descriptions.test(path) && !isError) return [];
  if (isOfSandbox(exchange)) return sandboxDeviations(exchange);
  // What has no content is not described: OPTIONS, and the preflight of CORS. Nor are redirections.
  if (method === 'OPTIONS' || (status >= 300 && status < 400 && !headers['content-type']?.includes('json'))) return [];
  return [...answerDeviations(exchange), ...(isError ? [] : requestDeviations(exchange))];
}
