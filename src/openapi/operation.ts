import type { z } from 'zod';
import type { ErrorCode } from '../domain/failure.js';
import type { Route } from '../routes/define-route.js';
import { parameterMetadata } from '../routes/parameters.js';
import type { Path } from '../routes/path.js';
import { fillPath, PREFIX } from '../routes/path.js';
import type { DescribedSettings } from './info.js';
import { buildBody, buildParameters } from './input.js';
import { buildResponses, type ExampleComponents } from './responses.js';
import { type JsonObject, toPascalCase } from './schemas.js';
import { securityOf } from './security.js';

export interface Example {
  body?: JsonObject;
  json: JsonObject;
  /** Absent for `not_acceptable`, which is always JSON. */
  xml?: string;
}

/** By operation id and by error code. */
export interface Examples {
  answers: Readonly<Record<string, Example>>;
  failures: Readonly<Partial<Record<ErrorCode, Example>>>;
}

/** One method of one path; OpenAPI paths have no optional parts. */
export interface Operation {
  /** Unique and stable: generated clients name their functions after it. */
  id: string;
  route: Route;
  /** Below the prefix. */
  path: string;
  parameters: string[];
  /** The path to use instead, with the same answer. */
  aliasOf?: string;
  /** True when the path also works without the prefix. */
  isAtRoot?: boolean;
}

/** Returns two operations for an optional part, and one more for each alias. */
export function operationsOf(routes: readonly Route[]): Operation[] {
  return routes.flatMap((route) =>
    spellingsOf(route.path).map(({ name, ...spelling }) => ({
      id: route.method.toLowerCase() + name,
      route,
      parameters: [...spelling.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      ...spelling,
    })),
  );
}

interface Spelling extends Pick<Operation, 'path' | 'aliasOf' | 'isAtRoot'> {
  /** The operation id without the method. */
  name: string;
}

/** Returns `/character` and `/character/{uid}` for `/character[/{uid}]`. */
function spellingsOf({ name: pathName, path, aliases = [], rootAliases = [] }: Path): Spelling[] {
  const name = toPascalCase(pathName);
  const optional = /\[\/\{(\w+)\}\]/.exec(path)?.[1];
  const whole = path.replace(/[[\]]/g, '');
  const others = aliases.map((alias) => ({
    path: alias,
    name: `${toPascalCase(alias)}Alias`,
    aliasOf: whole,
    isAtRoot: rootAliases.includes(alias),
  }));
  if (optional === undefined) return [{ path, name }, ...others];
  const short = { path: path.replace(/\[[^[\]]*\]/g, ''), name };
  return [short, { path: whole, name: `${name}By${toPascalCase(optional)}` }, ...others];
}

/** Returns the path below the prefix, with its query. */
export function exampleCall({ route, path, parameters }: Operation) {
  const params = Object.entries(examplesOf(route.path.params)).filter(([name]) => parameters.includes(name));
  const body = examplesOf(route.body);
  const search = new URLSearchParams(examplesOf(route.query) as Record<string, string>).toString();
  return {
    method: route.method,
    path: fillPath(path, Object.fromEntries(params) as Record<string, string>) + (search && `?${search}`),
    ...(Object.keys(body).length > 0 && { body }),
  };
}

function examplesOf({ shape }: z.ZodObject): JsonObject {
  const examples = Object.entries(shape).map(([name, parameter]) => [name, parameterMetadata(parameter).example]);
  return Object.fromEntries(examples.filter(([, example]) => example !== undefined));
}

export function buildOperation(
  operation: Operation,
  { url, rateLimit, rateWindow }: DescribedSettings,
  examples: ExampleComponents,
  bodyExample: JsonObject | undefined,
) {
  const { id, route, aliasOf, isAtRoot } = operation;
  const { access, path } = route;
  const body = buildBody(route, bodyExample);
  return {
    operationId: id,
    tags: [path.group],
    summary: route.title,
    description: describe(operation),
    parameters: buildParameters(route, operation.parameters),
    ...(body && { requestBody: body }),
    responses: buildResponses(route, id, examples),
    security: securityOf(access),
    ...(access !== 'public' && access !== 'token' && { 'x-required-permission': access }),
    ...(aliasOf !== undefined && { deprecated: true }),
    ...(isAtRoot && { servers: [{ url: url + PREFIX }, { url: url || '/' }] }),
    ...(path.rateLimited && { 'x-rate-limit': { pattern: path.path, limit: rateLimit, window: rateWindow } }),
  };
}

const NEEDS: Record<string, string> = { public: 'Needs no token.', token: 'Needs a token, with any permissions.' };

function describe({ route: { description, access, path, takesIdempotencyKey, stream }, aliasOf }: Operation): string {
  const parts = [
    `${description}.`,
    aliasOf !== undefined && `An alias of \`${aliasOf}\`: use that path instead.`,
    NEEDS[access] ?? `Needs a token with the permission \`${access}\`.`,
    path.rateLimited ? `Calls count against the rate limit of \`${path.path}\`.` : 'Calls are not limited.',
    stream && 'With `Accept: text/event-stream`, each new item of the list is sent as it comes.',
    takesIdempotencyKey && 'An `Idempotency-Key` makes it safe to repeat.',
  ];
  return parts.filter(Boolean).join(' ');
}
