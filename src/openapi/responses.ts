import { type ErrorCode, failures } from '../domain/failure.js';
import type { Route } from '../routes/define-route.js';
import type { RouteStream } from '../routes/define-stream.js';
import { answerName, refTo, toPascalCase } from './schemas.js';

export const ofAnyRequest: ErrorCode[] = [
  'malformed_request',
  'request_timeout',
  'uri_too_long',
  'header_fields_too_large',
  'internal_error',
  'unavailable',
];

/** Implied by the declarations of many routes. */
export const commonFailures: ErrorCode[] = [
  ...ofAnyRequest,
  'invalid_parameter',
  'not_acceptable',
  'rate_limit_exceeded',
  'token_missing',
  'token_invalid',
  'permission_missing',
  'payload_too_large',
  'unsupported_media_type',
];

/** Calls of a path count whatever their method is. */
export const ofNoRoute: ErrorCode[] = ['rate_limit_exceeded', 'route_not_found', 'method_not_allowed', ...ofAnyRequest];

/** Returns the failures that a route declares, and those that its declaration implies. */
export function failuresOf(route: Route): ErrorCode[] {
  const { access, method } = route;
  const implied: [boolean, ...ErrorCode[]][] = [
    // Every route has the parameter `format`, which can be invalid.
    [true, 'invalid_parameter', route.invalidInput, 'not_acceptable'],
    [route.path.rateLimited, 'rate_limit_exceeded'],
    [access !== 'public', 'token_missing', 'token_invalid'],
    [access !== 'public' && access !== 'token', 'permission_missing'],
    [route.takesIdempotencyKey, 'idempotency_key_reused'],
    [route.stream !== undefined, 'too_many_streams'],
    [method !== 'GET', 'payload_too_large', 'unsupported_media_type'],
  ];
  const codes = [...ofAnyRequest, ...implied.flatMap(([holds, ...each]) => (holds ? each : [])), ...route.fails];
  // In the order of the table.
  return (Object.keys(failures) as ErrorCode[]).filter((code) => codes.includes(code));
}

export function byStatus(codes: readonly ErrorCode[]): [status: number, codes: ErrorCode[]][] {
  const statuses = [...new Set(codes.map((code) => failures[code].status))].sort((a, b) => a - b);
  return statuses.map((status) => [status, codes.filter((code) => failures[code].status === status)]);
}

const textHeader = (description: string, pattern: string) => ({ description, schema: { type: 'string', pattern } });

const headers = {
  'WWW-Authenticate': textHeader('The challenge of RFC 6750: `error`, and the missing `scope`', '^Bearer '),
  ETag: textHeader(
    'The version of the payload, for If-None-Match: the timestamp of the envelope does not change it',
    '^W/"[\\w-]{22}"$',
  ),
  'Retry-After': {
    description: 'Seconds to wait before another try',
    schema: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  },
};

type HeaderName = keyof typeof headers;

/** Header fields as components, which are required where they are referenced. */
export const headerComponents = Object.fromEntries(
  Object.entries(headers).map(([name, header]) => [name, { ...header, required: true }]),
);

export function hasEtag({ method, isOfClient }: Route): boolean {
  return method === 'GET' && !isOfClient;
}

/** Examples by operation id or by error code. */
export type ExampleComponents = Record<string, { value: object }>;

function jsonContent(answer: string, examples: ExampleComponents, names: readonly string[]) {
  const known = names.filter((name) => name in examples).map((name) => [name, refTo('examples', name)]);
  const shown = known.length > 0 && { examples: Object.fromEntries(known) };
  return { 'application/json': { schema: refTo('schemas', answer), ...shown } };
}

/** OpenAPI 3.1 has no keyword for the schema of a message. */
function streamContent({ id, shape }: RouteStream, answer: object | undefined) {
  const description =
    `Server-sent events. The id of a message is ${id}, and its data the JSON of \`x-message-schema\`. Last-Event-ID continues ` +
    'behind a message. A message of the type `reset` says that items may be missing before it: read the list.';
  // The payload is an object around the list.
  const [list = {}] = Object.values((answer as { svcapi?: Record<string, object> } | undefined)?.svcapi ?? {});
  const [item] = Object.values(list).filter(Array.isArray).flat();
  return {
    'text/event-stream': {
      schema: { type: 'string', description },
      'x-message-schema': refTo('schemas', shape),
      ...(item && { example: `id: ${Object.values(item.attributes)[0]}\ndata: ${JSON.stringify(item)}\n\n` }),
    },
  };
}

export function buildResponses(route: Route, id: string, examples: ExampleComponents) {
  const { stream } = route;
  const etag = hasEtag(route) && { ETag: stream ? headers.ETag : refTo('headers', 'ETag') };
  const errors = errorsOf(route).map(({ status, name }) => [status, refTo('responses', name)]);
  return {
    200: {
      description: `The resource \`${route.resource}\``,
      headers: { ...etag },
      content: {
        ...jsonContent(answerName(route), examples, [id]),
        ...(stream && streamContent(stream, examples[id]?.value)),
      },
    },
    ...(etag && { 304: refTo('responses', 'NotModified') }),
    ...Object.fromEntries(errors),
  };
}

function errorsOf(route: Route) {
  return byStatus(failuresOf(route)).map(([status, codes]) => {
    return { status, codes, name: codes.map(toPascalCase).join('Or') };
  });
}

export function responseComponents(routes: readonly Route[], examples: ExampleComponents) {
  const errors = routes.flatMap(errorsOf).map(({ status, codes, name }) => [name, buildError(status, codes, examples)]);
  return {
    NotModified: {
      description:
        'The answer is still the one of the ETag in `If-None-Match`: use that one. The call is counted like any other.',
      headers: { ETag: refTo('headers', 'ETag') },
    },
    ...Object.fromEntries(errors),
  };
}

const headerOfStatus: Record<number, HeaderName> = { 401: 'WWW-Authenticate', 429: 'Retry-After', 503: 'Retry-After' };

export function buildError(status: number, codes: readonly ErrorCode[], examples: ExampleComponents) {
  const own = headerOfStatus[status];
  return {
    description: codes.map((code) => `- \`${code}\`: ${failures[code].message}`).join('\n'),
    headers: own ? { [own]: refTo('headers', own) } : {},
    content: jsonContent('ErrorAnswer', examples, codes.map(toPascalCase)),
  };
}
