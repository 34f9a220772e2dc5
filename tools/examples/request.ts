import type { z } from 'zod';
import type { JsonObject } from '../../src/openapi/json.js';
import type { Operation } from '../../src/openapi/operations.js';
import { parameterMetadata } from '../../src/routes/parameters.js';
import { fillPath } from '../../src/routes/path.js';
import type { ExampleRequest } from './send.js';

/** Returns a call of an operation with the examples of its parameters. */
export function requestOf({ id, route, path, parameters }: Operation): ExampleRequest & { body?: JsonObject } {
  const params = Object.entries(examplesOf(route.path.params)).filter(([name]) => parameters.includes(name));
  const query = examplesOf(route.query);
  const body = examplesOf(route.body);
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return {
    method: route.method,
    path: fillPath(path, Object.fromEntries(params) as Record<string, string>) + (search && `?${search}`),
    headers: route.takesIdempotencyKey ? { 'Idempotency-Key': id } : {},
    ...(Object.keys(body).length > 0 && { body }),
  };
}

function examplesOf({ shape }: z.ZodObject): JsonObject {
  const examples = Object.entries(shape).map(([name, parameter]) => [name, parameterMetadata(parameter).example]);
  return Object.fromEntries(examples.filter(([, example]) => example !== undefined));
}
