import { z } from 'zod';
import { type ErrorCode, failures } from '../domain/failure.js';
import type { Route } from '../routes/define-route.js';
import { envelope, errorShapeOf } from '../routes/envelope.js';
import { namedShapes } from '../routes/shapes.js';
import { refTo, type Schema } from './json.js';
import { toPascalCase } from './names.js';

/** Returns the name of the schema of a route's answers. */
export const answerName = (route: Route) => `${toPascalCase(route.resource)}Answer`;

/** Returns the name of the schema of the errors of one code: `NotFoundError`. */
export const errorName = (code: ErrorCode) => `${toPascalCase(code).replace(/Error$/, '')}Error`;

/** Builds every schema of the answers, by the name of its component. */
export function buildSchemas(routes: readonly Route[]): Record<string, Schema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, shape] of Object.entries(namedShapes)) registry.add(shape, { id });
  const codes = Object.keys(failures) as ErrorCode[];
  for (const route of routes) {
    registry.add(route.response, { id: toPascalCase(route.resource) });
    registry.add(envelope(route.resource, route.response), { id: answerName(route) });
  }
  for (const code of codes) registry.add(envelope('error', errorShapeOf(code)), { id: errorName(code) });
  const built = z.toJSONSchema(registry, { uri: (id) => refTo('schemas', id).$ref }).schemas as Record<string, Schema>;
  return Object.fromEntries(Object.entries(built).map(([id, schema]) => [id, tidy(schema)]));
}

/**
 * Returns a schema without `$id`, `$schema` and the bounds that every safe integer has. It allows fields that it does not
 * name, since later releases may add some; the empty object stays empty, as a constant: mock servers fill an object of no
 * properties with invented ones. A constant that is a whole number is an integer.
 */
export function tidy(schema: Schema): Schema {
  return JSON.parse(
    JSON.stringify(schema, (key, value) => {
      if (key === '$id' || key === '$schema' || key === 'additionalProperties') return undefined;
      if (isEmptyObject(value)) return { type: 'object', const: {} };
      if (value?.type === 'number' && Number.isInteger(value.const)) return { ...value, type: 'integer' };
      return (key === 'minimum' || key === 'maximum') && Math.abs(value) === Number.MAX_SAFE_INTEGER
        ? undefined
        : value;
    }),
  );
}

function isEmptyObject(value: Schema | null): boolean {
  return value?.type === 'object' && Object.keys(value.properties ?? {}).length === 0;
}

/** Keeps the schemas that a part of a document refers to, directly or through others. */
export function keepUsed(schemas: Record<string, Schema>, part: object): Record<string, Schema> {
  const used = new Set<string>();
  const visit = (referring: object | undefined) => {
    for (const [, name = ''] of JSON.stringify(referring).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name]);
    }
  };
  visit(part);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}
