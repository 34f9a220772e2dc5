import type { z } from 'zod';
import type { Route } from '../routes/define-route.js';
import { parameterMetadata } from '../routes/parameters.js';
import { asText, buildInput } from './input-schema.js';
import type { JsonObject, Schema } from './json.js';

/** Builds the request body of a route, in both of its media types; undefined where it has none. */
export function buildBody({ body }: Route, example: JsonObject | undefined) {
  const fields = Object.entries(body.shape) as [string, z.ZodType][];
  if (fields.length === 0) return undefined;
  const required = fields.filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name);
  const schemaOf = (build: (schema: Schema) => Schema): Schema => ({
    type: 'object',
    properties: Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        { ...build(buildInput(field)), description: parameterMetadata(field).description },
      ]),
    ),
    ...(required.length > 0 && { required }),
  });
  const mediaType = (schema: Schema) => ({ schema, ...(example && { example }) });
  return {
    required: required.length > 0,
    content: {
      'application/x-www-form-urlencoded': mediaType(schemaOf(asText)),
      'application/json': mediaType(schemaOf((schema) => schema)),
    },
  };
}
