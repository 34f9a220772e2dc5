import type { z } from 'zod';
import type { JsonObject } from '../../src/openapi/json.js';
import type { Operation } from '../../src/openapi/operations.js';
import { parameterMetadata } from '../../src/routes/parameters.js';
import { fillPath } from '../../src/routes/path.js';
import type { ExampleRequest } from './send.js';

/** Returns a call of an operation with the examples of its parameters. */
export function requestOf({ id, route, path, parameters }: Operation): ExampleRequest & { body?: JsonObject } {
  const params = pick(examplesOf(route.path.params), (name) => parameters.includes(name));
  const query = examplesOf(route.query);
  // A parameter of the query is not repeated in the body.
  const body = pick(examplesOf(route.body), (name) => !(name in query));
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return {
    method: route.method,
    path: fillPath(path, params as Record<string, string>) + (search && `?${search}`),
    headers: route.takesIdempotencyKey ? { 'Idempotency-Key': id } : {},
    ...(Object.keys(body).length > 0 && { body }),
  };
}

function examplesOf({ shape }: z.ZodObject): JsonObject {
  const examples = Object.entries(shape).map(([name, parameter]) => [name, parameterMetadata(parameter).example]);
  return Object.fromEntries(examples.filter(([, example]) => example !== undefined));
}

function pick(values: JsonObject, isWanted: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));
}
