import { PREFIX } from '../../../src/routes/path.js';
import { answerDeviations } from './check-answer.js';
import { requestDeviations } from './check-request.js';
import type { Exchange } from './exchange.js';

/** Paths beside the API: health checks, and descriptions of the service. */
const beside = /^\/(livez|readyz|healthz|metrics)$/;
/** The answer of the metrics port at any other path. */
const noMetrics = 'The metrics are at /metrics.\n';
/** The pages for people, whose errors are pages too. */
const people = new RegExp(`^${PREFIX}/account(/.*)?$`);
/** OAuth 2, whose answers are those of its RFCs. */
const oauth = /^\/(ws\/oauth2\/|\.well-known\/(oauth|openid)-)/i;
const descriptions = new RegExp(`^${PREFIX}/(openapi\\.json|svcapi-client[\\w.-]*\\.tgz|documentation(/.*)?)$`);

/** Returns true for an exchange that the document does not describe, because it is beside the API. */
export function isUndescribed({ method, path, status, headers, body }: Exchange): boolean {
  // An answer that a test gives to a sandbox: the service has no Server field.
  if (headers.server !== undefined) return true;
  if (beside.test(path) || people.test(path) || oauth.test(path) || body === noMetrics) return true;
  if (descriptions.test(path) && status < 400) return true;
  // What has no content is not described: OPTIONS, and the preflight of CORS. Nor are redirections.
  return method === 'OPTIONS' || (status >= 300 && status < 400 && !headers['content-type']?.includes('json'));
}

/** Returns the deviations of an exchange from the document. */
export function deviations(exchange: Exchange): string[] {
  const { status } = exchange;
  if (/^\/sandbox(\/|$)/.test(exchange.path)) return [];
  if (isUndescribed(exchange)) return [];
  return [...answerDeviations(exchange), ...(status >= 400 ? [] : requestDeviations(exchange))];
}
