import type { z } from 'zod';
import type { Route } from '../routes/define-route.js';
import { parameterMetadata } from '../routes/parameters.js';
import { asText, buildInput } from './input-schema.js';
import type { JsonObject, Schema } from './json.js';

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
