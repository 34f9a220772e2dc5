import { z } from 'zod';
import { aboutParameter } from '../routes/parameters.js';
import type { Schema } from './json.js';
import { tidy } from './schemas.js';

/** What a parameter accepts, by its schema alone: `meta` says what the index shows. */
export function buildInput(parameter: z.ZodType): Schema {
  const built = tidy(z.toJSONSchema(parameter, { io: 'input', metadata: z.registry() }) as Schema);
  if (Object.keys(built).length > 0) return built;
  // What the handler alone looks at is described by its type; a number may come as text that holds one.
  return { type: aboutParameter(parameter).type === 'number' ? ['number', 'string'] : 'string' };
}

/** The same where everything is text, in a path, a query or a form: a number needs no second spelling. */
export function asText({ anyOf, type, ...schema }: Schema): Schema {
  if (anyOf) return { ...anyOf.find((each) => each.type !== 'string'), ...schema };
  return {
    type: Array.isArray(type) ? (type.find((each) => each !== 'string') as string) : (type as string),
    ...schema,
  };
}
