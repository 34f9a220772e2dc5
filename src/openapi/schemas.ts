import { z } from 'zod';
import type { Route } from '../routes/define-route.js';
import { envelope, errorShape } from '../routes/envelope.js';
import { namedShapes } from '../routes/index.js';

export type JsonObject = Record<string, unknown>;

/** JSON Schema 2020-12, with the keywords that zod writes. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  const?: string | number | boolean;
  enum?: (string | number | boolean)[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  default?: unknown;
}

export function refTo(kind: string, name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Returns `CharacterCreditlog` for `character_creditlog`. */
export function toPascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Generators write a file `Index` themselves. */
export const payloadName = ({ resource }: Route) => (resource === 'index' ? 'ResourceIndex' : toPascalCase(resource));

export const answerName = ({ resource }: Route) => `${toPascalCase(resource)}Answer`;

export function buildSchemas(routes: readonly Route[]): Record<string, Schema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, shape] of Object.entries(namedShapes)) registry.add(shape, { id });
  for (const route of routes) {
    registry.add(route.response, { id: payloadName(route) });
    registry.add(envelope(route.resource, route.response), { id: answerName(route) });
  }
  registry.add(envelope('error', errorShape), { id: 'ErrorAnswer' });
  return tidy(z.toJSONSchema(registry, { uri: (id) => refTo('schemas', id).$ref }).schemas);
}

/**
 * Lets objects have unknown fields, which later releases may add, but not empty objects: mock servers would fill them.
 * Adds integer formats: generators for C#, Java and Kotlin otherwise take 32 bits.
 */
function tidy<T extends object>(schemas: object): T {
  return JSON.parse(
    JSON.stringify(schemas, (key, value) => {
      if (['$id', '$schema', 'indexType', 'indexPattern'].includes(key)) return undefined;
      if (value?.type === 'object') {
        const { properties, additionalProperties: _, ...rest } = value;
        return Object.keys(properties ?? {}).length > 0
          ? { ...rest, properties }
          : { ...rest, additionalProperties: false };
      }
      return value?.type === 'integer' || Number.isInteger(value?.const)
        ? { ...value, type: 'integer', format: formatOf(value) }
        : value;
    }),
  );
}

function formatOf({ const: only, minimum = only, maximum = only }: { [bound: string]: number }): string {
  return [minimum, maximum].every((bound) => bound !== undefined && bound === (bound | 0)) ? 'int32' : 'int64';
}

/** @param isText true in a path, query or form, where numbers are text and need no second type */
export function inputSchema(input: z.ZodType, isText: boolean): Schema {
  const built = tidy<Schema>(z.toJSONSchema(input, { io: 'input' }));
  if (!isText) return built;
  const firstType = (_: string, value: unknown) => {
    const { anyOf: [first] = [], type, ...rest } = { ...(value as Schema) };
    if (first) return { ...first, ...rest };
    return Array.isArray(type) ? { ...rest, type: type[0] } : value;
  };
  return JSON.parse(JSON.stringify(built, firstType));
}
