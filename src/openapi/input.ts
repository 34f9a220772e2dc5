import { z } from 'zod';
import type { Route } from '../routes/define-route.js';
import { parameterMetadata } from '../routes/parameters.js';
import type { JsonObject, Schema } from './json.js';
import { tidy } from './schemas.js';

/** Builds the request body of a route, in both of its media types; undefined where it has none. */
export function buildBody({ body, alternatives }: Route, example: JsonObject | undefined) {
  const fields = Object.entries(body.shape) as [string, z.ZodType][];
  if (fields.length === 0) return undefined;
  const required = fields.filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name);
  const schemaOf = (toSchema: ToSchema): Schema => {
    if (alternatives.length === 0) return objectOf(fields, required, toSchema);
    const oneOf = alternatives.map((chosen) => {
      const own = fields.filter(([name]) => name === chosen || !alternatives.includes(name));
      return objectOf(own, [...required, chosen], toSchema);
    });
    return { oneOf };
  };
  const mediaType = (schema: Schema) => ({ schema, ...(example && { example }) });
  return {
    required: required.length > 0,
    content: {
      'application/x-www-form-urlencoded': mediaType(schemaOf((field) => asText(buildInput(field)))),
      'application/json': mediaType(schemaOf(buildInput)),
    },
  };
}

type ToSchema = (field: z.ZodType) => Schema;

function objectOf(fields: [string, z.ZodType][], required: string[], toSchema: ToSchema): Schema {
  const properties = fields.map(([name, field]) => [
    name,
    { ...toSchema(field), description: parameterMetadata(field).description },
  ]);
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
}

/** Returns the schema of the input of a parameter. Its `meta`, which the index shows, is left out. */
export function buildInput(parameter: z.ZodType): Schema {
  const built = tidy(z.toJSONSchema(parameter, { io: 'input', metadata: z.registry() }) as Schema);
  if (Object.keys(built).length > 0) return built;
  // A parameter that only the handler checks is described by its type; a number may come as a string.
  return { type: parameterMetadata(parameter).type === 'number' ? ['number', 'string'] : 'string' };
}

/** Returns the schema of a value in a path, a query or a form, where all is text: numbers need no second type. */
export function asText({ anyOf, type, ...schema }: Schema): Schema {
  if (anyOf) return { ...anyOf.find((each) => each.type !== 'string'), ...schema };
  return {
    type: Array.isArray(type) ? (type.find((each) => each !== 'string') as string) : (type as string),
    ...schema,
  };
}
