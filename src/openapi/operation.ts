import type { z } from 'zod';
import type { ErrorCode } from '../domain/failure.js';
import type { Path } from '../routes/define-path.js';
import type { Route } from '../routes/define-route.js';
import { parameterMetadata } from '../routes/parameters.js';
import { fillPath } from '../routes/path.js';
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

/** Examples by operation id and by error code. */
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
}

/** Returns two operations for an optional part, and none for an alias: programs need one way. */
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

/** Returns `/character` and `/character/{uid}` for `/character[/{uid}]`, with the operation ids without the method. */
function spellingsOf({ name: pathName, path }: Path): { path: string; name: string }[] {
  const name = toPascalCase(pathName);
  const optional = /\[\/\{(\w+)\}\]/.exec(path)?.[1];
  if (optional === undefined) return [{ path, name }];
  const whole = { path: path.replace(/[[\]]/g, ''), name: `${name}By${toPascalCase(optional)}` };
  return [{ path: path.replace(/\[[^[\]]*\]/g, ''), name }, whole];
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
  { id, route, parameters }: Operation,
  examples: ExampleComponents,
  bodyExample: JsonObject | undefined,
) {
  const { access, path } = route;
  const body = buildBody(route, bodyExample);
  return {
    operationId: id,
    tags: [path.group],
    summary: route.title,
    description: `${route.description}.`,
    parameters: buildParameters(route, parameters),
    ...(body && { requestBody: body }),
    responses: buildResponses(route, id, examples),
    security: securityOf(access),
    ...(access !== 'public' && access !== 'token' && { 'x-required-permission': access }),
    ...(path.rateLimited && { 'x-rate-limit': { pattern: path.path } }),
  };
}
