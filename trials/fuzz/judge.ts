import { type FailureDefinition, failures } from '../../src/domain/failure.js';
import { answerDeviations, isUndescribed } from '../../test/helpers/document/deviations.js';
import type { FuzzRequest } from './fuzz-request.js';
import type { WireAnswer } from './read-answers.js';

/** Returns what is wrong with the answer to a well-formed request. */
export function judge(request: FuzzRequest, answer: WireAnswer): string[] {
  const { method, path, query, headers, body } = request;
  const exchange = {
    ...{ method, path, query: new URLSearchParams(query), requestHeaders: headers, requestBody: body },
    ...answer,
  };
  const found = isUndescribed(exchange) ? [] : answerDeviations(exchange);
  const wrong = [...faultsOf(answer), ...found];
  return wrong.length === 0 ? [] : [`${method} ${path} was answered with ${answer.status}: ${wrong.join('; ')}`];
}

/** Returns what is wrong with an answer, whatever was asked. */
export function faultsOf({ status, headers, body }: WireAnswer): string[] {
  const found: string[] = [];
  if (headers['x-content-type-options'] !== 'nosniff') found.push('X-Content-Type-Options is missing');
  if (status === 500 && errorOf(body) !== 'invalid_time') found.push(`an undocumented 500: ${body.slice(0, 300)}`);
  if (status > 500 && status !== 503) found.push(`an undocumented ${status}`);
  const code =
    status >= 400 && headers['content-type']?.startsWith('application/json') ? envelopeError(body) : undefined;
  const definition: FailureDefinition | undefined =
    code === undefined ? undefined : failures[code as keyof typeof failures];
  if (code !== undefined && definition?.status !== status) found.push(`the error code ${code}`);
  return found;
}

function errorOf(body: string): string | undefined {
  return /"error":"(\w+)"/.exec(body)?.[1] ?? /<error>(\w+)<\/error>/.exec(body)?.[1];
}

/** Returns the error code in an envelope; the answers of OAuth have none. */
function envelopeError(body: string): string | undefined {
  return body.includes('"resource":"error"') ? errorOf(body) : undefined;
}
