import type { z } from 'zod';
import { IDEMPOTENCY_KEY } from '../routes/header-fields.js';
import { parameterMetadata } from '../routes/parameters.js';
import { hasEtag } from './headers.js';
import { asText, buildInput } from './input.js';
import { refTo } from './json.js';
import type { Operation } from './operations.js';

/** The parameters that several routes share, as components. */
export const parameterComponents = {
  Format: {
    name: 'format',
    in: 'query',
    description: 'The format of the answer; takes precedence over the Accept header',
    schema: { type: 'string', enum: ['json', 'xml'] },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Your id for the request, up to 64 letters, digits and `._:-`, which the answer and the log repeat. An id of another ' +
      'form is replaced.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The ETag of an answer that you have kept: while it would be the same, the answer is a 304 without a body',
    schema: { type: 'string' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The id of the last message of an earlier stream, which a new stream continues',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the call safe to repeat: within 24 hours, the same key with the same request returns the first answer ' +
      'and changes nothing',
    schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
  },
};

/** Builds the parameters of an operation. */
export function buildParameters({ route, parameters }: Operation) {
  const inPath = parameters.map((name) => buildParameter('path', name, route.path.params.shape[name] as z.ZodType));
  const inQuery = Object.entries(route.query.shape).map(([name, schema]) =>
    buildParameter('query', name, schema as z.ZodType),
  );
  return [
    ...inPath,
    ...inQuery,
    ...(route.takesIdempotencyKey ? [refTo('parameters', 'IdempotencyKey')] : []),
    ...(hasEtag(route) ? [refTo('parameters', 'IfNoneMatch')] : []),
    ...(route.stream ? [refTo('parameters', 'LastEventId')] : []),
    refTo('parameters', 'Format'),
    refTo('parameters', 'RequestId'),
  ];
}

function buildParameter(place: 'path' | 'query', name: string, parameter: z.ZodType) {
  const { description, example } = parameterMetadata(parameter);
  return {
    name,
    in: place,
    description,
    required: place === 'path' || !parameter.safeParse(undefined).success,
    schema: asText(buildInput(parameter)),
    ...(example !== undefined && { example }),
  };
}
