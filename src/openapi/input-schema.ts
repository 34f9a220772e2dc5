import { z } from 'zod';
import { parameterMetadata } from '../routes/parameters.js';
import type { Schema } from './json.js';
import { tidy } from './schemas.js';

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
