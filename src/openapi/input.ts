import type { z } from 'zod';
import type { Route } from '../routes/define-route.js';
import { IDEMPOTENCY_KEY, parameterMetadata } from '../routes/parameters.js';
import { hasEtag } from './responses.js';
import { inputSchema, refTo } from './schemas.js';

const header = (name: string, description: string, bounds: { pattern?: string; maxLength?: number } = {}) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...bounds },
});

export const parameterComponents = {
  Format: {
    name: 'format',
    in: 'query',
    description: 'The format of the answer; takes precedence over the Accept header',
    schema: { type: 'string', enum: ['json', 'xml'] },
  },
  IfNoneMatch: header(
    'If-None-Match',
    'The ETag of an answer that you have kept: while it would be the same, the answer is a 304 without a body',
  ),
  LastEventId: header('Last-Event-ID', 'The id of the last message of an earlier stream, which a new stream continues'),
  IdempotencyKey: header(
    'Idempotency-Key',
    'Makes the call safe to repeat: within 24 hours, the same key with the same request returns the first answer ' +
      'and changes nothing',
    { pattern: IDEMPOTENCY_KEY.source, maxLength: 255 },
  ),
};

/** @param inPath names of the path parameters */
export function buildParameters(route: Route, inPath: readonly string[]) {
  return [
    ...inPath.map((name) => buildParameter('path', name, route.path.params.shape[name] as z.ZodType)),
    ...Object.entries(route.query.shape).map(([name, schema]) => buildParameter('query', name, schema as z.ZodType)),
    ...(route.takesIdempotencyKey ? [refTo('parameters', 'IdempotencyKey')] : []),
    ...(hasEtag(route) ? [refTo('parameters', 'IfNoneMatch')] : []),
    ...(route.stream ? [refTo('parameters', 'LastEventId')] : []),
    refTo('parameters', 'Format'),
  ];
}

function buildParameter(place: 'path' | 'query', name: string, parameter: z.ZodType) {
  const { description, examples: _, ...schema } = inputSchema(parameter, true);
  // zod omits the examples of parameters with a default or a transformation.
  const { example } = parameterMetadata(parameter);
  const required = place === 'path' || !parameter.safeParse(undefined).success;
  return { name, in: place, description, required, schema, ...(example !== undefined && { example }) };
}

export function buildBody({ body, alternatives }: Route, example: object | undefined) {
  if (Object.keys(body.shape).length === 0) return undefined;
  const choices = alternatives.map((chosen) => {
    const others = alternatives.filter((name) => name !== chosen).map((name) => [name, true]);
    return body.omit(Object.fromEntries(others)).required({ [chosen]: true } as never);
  });
  const mediaType = (isText: boolean) => ({
    schema:
      choices.length === 0
        ? inputSchema(body, isText)
        : { oneOf: choices.map((choice) => inputSchema(choice, isText)) },
    ...(example && { example }),
  });
  return {
    required: !body.safeParse({}).success,
    content: { 'application/x-www-form-urlencoded': mediaType(true), 'application/json': mediaType(false) },
  };
}
