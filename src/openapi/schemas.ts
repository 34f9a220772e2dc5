import { z } from 'zod';
import type { Route } from '../routes/define-route.js';
import { envelope, errorShape } from '../routes/envelope.js';
import { sharedShapes } from '../routes/payload.js';
import { refTo, type Schema } from './json.js';
import { toPascalCase } from './names.js';
import { toXmlRoot, toXmlSchema, XML_SUFFIX } from './xml-schema.js';

/** Returns the name of the schema of a route's answers. */
export const answerName = (route: Route) => `${toPascalCase(route.resource)}Answer`;
export const ERROR = 'Error';

/** Builds every schema of the answers, in JSON and in XML, by the name of its component. */
export function buildSchemas(routes: readonly Route[]): Record<string, Schema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, shape] of Object.entries(sharedShapes)) registry.add(shape, { id });
  const answers = new Set([...routes.map(answerName), ERROR]);
  for (const route of routes) {
    registry.add(route.response, { id: toPascalCase(route.resource) });
    registry.add(envelope(route.resource, route.response), { id: answerName(route) });
  }
  registry.add(errorShape, { id: `${ERROR}Payload` });
  registry.add(envelope('error', errorShape), { id: ERROR });
  const built = z.toJSONSchema(registry, { uri: (id) => refTo('schemas', id).$ref }).schemas as Record<string, Schema>;
  const inJson = Object.fromEntries(Object.entries(built).map(([id, schema]) => [id, tidy(schema)]));
  const resolve = (schema: Schema) => (schema.$ref ? (inJson[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema);
  const inXml = Object.entries(inJson).map(([id, schema]): [string, Schema] => [
    id + XML_SUFFIX,
    answers.has(id) ? toXmlRoot(schema, resolve) : toXmlSchema(schema, resolve),
  ]);
  return reachable(
    { ...inJson, ...Object.fromEntries(inXml) },
    [...answers].flatMap((id) => [id, id + XML_SUFFIX]),
  );
}

/** Returns a schema without `$id`, `$schema` and the bounds that every safe integer has. */
export function tidy(schema: Schema): Schema {
  return JSON.parse(
    JSON.stringify(schema, (key, value) => {
      if (key === '$id' || key === '$schema') return undefined;
      return (key === 'minimum' || key === 'maximum') && Math.abs(value) === Number.MAX_SAFE_INTEGER
        ? undefined
        : value;
    }),
  );
}

/** Keeps the schemas that some of them refer to, directly or not: in XML, the root of an answer includes its payload. */
function reachable(schemas: Record<string, Schema>, from: string[]): Record<string, Schema> {
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const [, next = ''] of JSON.stringify(schemas[name]).matchAll(/"\$ref":"[^"]*\/(\w+)"/g)) visit(next);
  };
  from.forEach(visit);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => seen.has(name)));
}
