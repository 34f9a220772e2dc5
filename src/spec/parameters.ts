import { z } from 'zod';
import { IDEMPOTENCY_KEY } from '../routes/header-fields.js';
import { aboutParameter } from '../routes/parameters.js';
import { type JsonObject, refTo, type Schema } from './json.js';
import type { Operation } from './operations.js';
import { tidy } from './schemas.js';

/** The parameters that are not one route's own, as components. */
export const parameterComponents = {
  Format: {
    name: 'format',
    in: 'query',
    description: 'The format of the answer: it beats the Accept header',
    schema: { type: 'string', enum: ['json', 'xml'] },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Your own name for the request, up to 64 letters, digits and `._:-`: the answer and the log repeat it. Another one is ' +
      'replaced.',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the call safe to repeat: within 24 hours, the same key with the same request gets the first answer again ' +
      'and changes nothing',
    schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
  },
};

/** The parameters of an operation. */
export function drawParameters({ route, parameters }: Operation) {
  const inPath = parameters.map((name) => drawParameter('path', name, route.path.params.shape[name] as z.ZodType));
  const inQuery = Object.entries(route.query.shape).map(([name, schema]) =>
    drawParameter('query', name, schema as z.ZodType),
  );
  return [
    ...inPath,
    ...inQuery,
    ...(route.takesIdempotencyKey ? [refTo('parameters', 'IdempotencyKey')] : []),
    refTo('parameters', 'Format'),
    refTo('parameters', 'RequestId'),
  ];
}

function drawParameter(place: 'path' | 'query', name: string, parameter: z.ZodType) {
  const { description, example } = aboutParameter(parameter);
  return {
    name,
    in: place,
    description,
    required: place === 'path' || !parameter.safeParse(undefined).success,
    schema: asText(drawInput(parameter)),
    ...(example !== undefined && { example }),
  };
}

/** The body of a route, in both types that it may have; nothing where it takes none. */
export function drawBody({ body }: Operation['route'], example: JsonObject | undefined) {
  const fields = Object.entries(body.shape) as [string, z.ZodType][];
  if (fields.length === 0) return undefined;
  const required = fields.filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name);
  const schemaOf = (draw: (schema: Schema) => Schema): Schema => ({
    type: 'object',
    properties: Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        { ...draw(drawInput(field)), description: aboutParameter(field).description },
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

/** What is accepted, by the schema alone: `meta` says what the index shows. */
function drawInput(parameter: z.ZodType): Schema {
  const drawn = tidy(z.toJSONSchema(parameter, { io: 'input', metadata: z.registry() }) as Schema);
  const isOpen = Object.keys(drawn).length === 0;
  // What is looked at by the handler alone is accepted as its type, and a number also as text that holds one.
  return isOpen
    ? aboutParameter(parameter).type === 'number'
      ? { type: ['number', 'string'] }
      : { type: 'string' }
    : drawn;
}

/** Where everything is text, a number needs no second spelling. */
function asText({ anyOf, ...schema }: Schema): Schema {
  if (anyOf) return { ...anyOf.find(({ type }) => type !== 'string'), ...schema };
  return Array.isArray(schema.type)
    ? { ...schema, type: schema.type.find((type) => type !== 'string') as string }
    : schema;
}
