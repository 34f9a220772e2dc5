import { type ErrorCode, failures } from '../domain/failure.js';
import type { Route } from '../routes/define-route.js';
import { type ExampleComponents, jsonContent } from './content.js';
import { byStatus, failuresOf, ofAnyRequest } from './failures.js';
import { allowHeader, always, type HeaderName, rateLimitHeaderNames, sometimes } from './headers.js';
import { refTo, type Schema } from './json.js';
import { toPascalCase } from './names.js';
import { errorName } from './schemas.js';

/**
 * Returns true for failures that can come before a call is counted, because its path was not read or nothing can be counted
 * now: their answers may lack the rate-limit headers.
 */
const isEarly = (code: ErrorCode) => code !== 'uri_too_long' && ofAnyRequest.includes(code);

/** Returns the name of the response component for failures of one status. */
function nameOf(codes: ErrorCode[], isCounted: boolean): string {
  return codes.map(toPascalCase).join('Or') + (isCounted ? 'Counted' : '');
}

/** Returns the error responses of a route by status, as references. */
export function errorRefs(route: Route): Record<string, { $ref: string }> {
  return Object.fromEntries(
    byStatus(failuresOf(route)).map(([status, codes]) => [
      status,
      refTo('responses', nameOf(codes, route.path.rateLimited)),
    ]),
  );
}

/** Builds every error response that routes refer to. */
export function errorComponents(routes: readonly Route[], examples: ExampleComponents) {
  const components = routes.flatMap((route) =>
    byStatus(failuresOf(route)).map(([status, codes]): [string, ErrorResponse] => {
      const isCounted = route.path.rateLimited;
      const schemaOf = (name: string) => refTo('schemas', name);
      return [nameOf(codes, isCounted), buildErrorResponse(status, codes, { isCounted, examples, schemaOf })];
    }),
  );
  return Object.fromEntries(components);
}

type ErrorResponse = ReturnType<typeof buildErrorResponse>;

interface Surroundings {
  /** True for a path whose calls count against a rate limit. */
  isCounted: boolean;
  examples: ExampleComponents;
  /** Returns the schema of a name, or a reference to it. */
  schemaOf(name: string): Schema;
}

/** Builds the response for failures of one status. */
export function buildErrorResponse(
  status: number,
  codes: ErrorCode[],
  { isCounted, examples, schemaOf }: Surroundings,
) {
  const names = codes.map(toPascalCase);
  const schemas = codes.map(errorName);
  const anyOf = (alternatives: Schema[]) =>
    alternatives.length === 1 ? (alternatives[0] as Schema) : { anyOf: alternatives };
  return {
    description: codes.map((code) => `- \`${code}\`: ${failures[code].message}`).join('\n'),
    headers: headersOf(status, codes, isCounted),
    content: jsonContent(anyOf(schemas.map(schemaOf)), examples, names),
  };
}

function headersOf(status: number, codes: ErrorCode[], isCounted: boolean) {
  const certain: Record<number, HeaderName> = { 401: 'WWW-Authenticate', 429: 'Retry-After', 503: 'Retry-After' };
  const own = certain[status];
  const limits = isCounted ? rateLimitHeaderNames : [];
  return {
    ...(codes.includes('method_not_allowed') && allowHeader),
    ...always(...(own ? [own] : []), ...(codes.some(isEarly) ? [] : limits)),
    ...sometimes(
      ...(codes.includes('rate_limit_exceeded') ? (['Retry-After'] as const) : []),
      ...(codes.some(isEarly) ? limits : []),
    ),
  };
}
