import type { Permission } from '../domain/permission.js';
import type { Path } from '../routes/define-path.js';
import type { Route } from '../routes/define-route.js';
import { PREFIX } from '../routes/path.js';
import { type ExampleComponents, jsonContent, streamContent } from './content.js';
import { buildParameters } from './describe-parameters.js';
import { errorRefs } from './error-responses.js';
import type { Example } from './example.js';
import { always, type HeaderName, hasEtag, notModifiedOf, rateLimitHeaderNames, sometimes } from './headers.js';
import { buildBody } from './input.js';
import { refTo } from './json.js';
import type { Operation } from './operations.js';
import { answerName } from './schemas.js';
import { securityOf } from './security.js';

/** The rate limit of each client address and path: `limit` calls in `window` seconds. */
export interface DescribedLimit {
  limit: number;
  window: number;
}

/** The values that operations are built from, beside their declarations. */
export interface Surroundings {
  /** The address of the service. */
  baseUrl: string;
  rateLimit: DescribedLimit;
  answers: Readonly<Record<string, Example>>;
  examples: ExampleComponents;
}

/** Builds the operation object. */
export function buildOperation(operation: Operation, { baseUrl, rateLimit, answers, examples }: Surroundings) {
  const { id, route, aliasOf, isAtRoot } = operation;
  const body = buildBody(route, answers[id]?.body);
  return {
    operationId: id,
    tags: [route.path.group],
    summary: route.title,
    description: describe(operation),
    parameters: buildParameters(operation),
    ...(body && { requestBody: body }),
    responses: { 200: buildAnswer(operation, examples, answers[id]), ...notModifiedOf(route), ...errorRefs(route) },
    security: securityOf(route.access),
    ...(needsPermission(route.access) && { 'x-required-permission': route.access }),
    ...(aliasOf !== undefined && { deprecated: true }),
    ...(isAtRoot && { servers: [{ url: baseUrl + PREFIX }, { url: baseUrl || '/' }] }),
    ...(route.path.rateLimited && { 'x-rate-limit': { pattern: route.path.path, ...rateLimit } }),
  };
}

const ETAG: HeaderName[] = ['ETag'];

function buildAnswer({ id, route }: Operation, examples: ExampleComponents, answer: Example | undefined) {
  return {
    description: `The resource \`${route.resource}\``,
    headers: {
      ...always(
        ...(hasEtag(route) && !route.stream ? ETAG : []),
        ...(route.path.rateLimited ? rateLimitHeaderNames : []),
      ),
      // A stream has none.
      ...(route.stream && sometimes(...ETAG)),
    },
    content: {
      ...jsonContent(refTo('schemas', answerName(route)), examples, [id]),
      ...(route.stream && streamContent(route.stream, answer?.json)),
    },
  };
}

function needsPermission(access: Route['access']): access is Permission {
  return access !== 'public' && access !== 'token';
}

function describe({ route: { description, access, path, takesIdempotencyKey, stream }, aliasOf }: Operation): string {
  return [
    `${description}.`,
    aliasOf === undefined ? '' : `An alias of \`${aliasOf}\`: use that path instead.`,
    needs(access),
    counting(path),
    stream ? 'With `Accept: text/event-stream`, each new item of the list is sent as it comes.' : '',
    takesIdempotencyKey ? 'An `Idempotency-Key` makes it safe to repeat.' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function needs(access: Route['access']): string {
  if (access === 'public') return 'Needs no token.';
  return access === 'token'
    ? 'Needs a token, with any permissions.'
    : `Needs a token with the permission \`${access}\`.`;
}

function counting({ rateLimited, path }: Path): string {
  return rateLimited ? `Calls count against the rate limit of \`${path}\`.` : 'Calls are not limited.';
}
