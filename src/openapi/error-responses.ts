import { type FailureWord, failures } from '../domain/failure.js';
import type { Route } from '../routes/define-route.js';
import { type ExampleComponents, jsonContent, xmlContent } from './content.js';
import { byStatus, failuresOf, ofAnyRequest } from './failures.js';
import { allowHeader, always, type HeaderName, rateLimitHeaderNames, sometimes } from './headers.js';
import { refTo, type Schema } from './json.js';
import { toPascalCase } from './names.js';
import { ERROR } from './schemas.js';
import { XML_SUFFIX } from './xml-schema.js';

/** True for failures that can come before a call is counted, so that their answer need not say anything of the limit. */
const isEarly = (word: FailureWord) => ofAnyRequest.includes(word);

/** The name of the component that answers with one of some failures. */
function nameOf(words: FailureWord[], isCounted: boolean): string {
  return words.map(toPascalCase).join('Or') + (isCounted && !words.every(isEarly) ? 'Counted' : '');
}

/** The error responses of a route by their status, as references. */
export function errorRefs(route: Route): Record<string, { $ref: string }> {
  return Object.fromEntries(
    byStatus(failuresOf(route)).map(([status, words]) => [
      status,
      refTo('responses', nameOf(words, route.path.rateLimited)),
    ]),
  );
}

/** Every error response that routes refer to. */
export function errorComponents(routes: readonly Route[], examples: ExampleComponents) {
  const components = routes.flatMap((route) =>
    byStatus(failuresOf(route)).map(([status, words]): [string, ErrorResponse] => {
      const { rateLimited } = route.path;
      return [nameOf(words, rateLimited), drawErrorResponse(status, words, rateLimited, examples)];
    }),
  );
  return Object.fromEntries(components);
}

type ErrorResponse = ReturnType<typeof drawErrorResponse>;

/** An answer with one of some failures of a status. */
export function drawErrorResponse(
  status: number,
  words: FailureWord[],
  isCounted: boolean,
  examples: ExampleComponents,
) {
  const names = words.map(toPascalCase);
  // Who accepts no format that there is gets JSON.
  const inXml = words.includes('not_acceptable')
    ? {}
    : xmlContent(
        narrowed(`${ERROR}${XML_SUFFIX}`, status, words, (svcapi) => svcapi),
        examples,
        names,
      );
  return {
    description: words.map((word) => `- \`${word}\`: ${failures[word].sentence}`).join('\n'),
    headers: headersOf(status, words, isCounted),
    content: {
      ...jsonContent(
        narrowed(ERROR, status, words, (properties) => ({ svcapi: { properties } })),
        examples,
        names,
      ),
      ...inXml,
    },
  };
}

/** An error that is one of these. */
function narrowed(
  component: string,
  status: number,
  words: FailureWord[],
  place: (properties: Record<string, Schema>) => Record<string, Schema>,
): Schema {
  const properties = place({ error_code: { const: status }, error: { enum: words } });
  return { allOf: [refTo('schemas', component), { properties }] };
}

function headersOf(status: number, words: FailureWord[], isCounted: boolean) {
  const certain: Record<number, HeaderName> = { 401: 'WWW-Authenticate', 503: 'Retry-After' };
  const own = certain[status];
  const limits = isCounted ? rateLimitHeaderNames : [];
  return {
    ...(words.includes('method_not_allowed') && allowHeader),
    ...always(...(own ? [own] : []), ...(words.some(isEarly) ? [] : limits)),
    ...sometimes(
      ...(words.includes('rate_limit_exceeded') ? (['Retry-After'] as const) : []),
      ...(words.some(isEarly) && !words.every(isEarly) ? limits : []),
    ),
  };
}
