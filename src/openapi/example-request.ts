import type { z } from 'zod';
import { parameterMetadata } from '../routes/parameters.js';
import { fillPath } from '../routes/path.js';
import type { JsonObject } from './json.js';
import type { Operation } from './operations.js';

/** Returns the call of an operation with the examples of its parameters. Its path is below the prefix, and has its query. */
export function exampleCall({ route, path, parameters }: Operation) {
  const params = Object.entries(examplesOf(route.path.params)).filter(([name]) => parameters.includes(name));
  const query = examplesOf(route.query);
  const body = examplesOf(route.body);
  const search = new URLSearchParams(query as Record<string, string>).toString();
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
