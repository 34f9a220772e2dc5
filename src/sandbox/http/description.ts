import { z } from 'zod';
import { info } from '../../openapi/info.js';
import type { Schema } from '../../openapi/json.js';
import { type Endpoint, endpoints } from './endpoints.js';

const problem = {
  description: 'What is wrong, and what to do',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['error', 'error_message'],
        properties: {
          error: { type: 'string', description: 'A stable name for programs' },
          error_message: { type: 'string', description: 'A message for people' },
        },
      },
    },
  },
};

/**
 * Builds the description of the sandbox: OpenAPI 3.1.
 *
 * @param baseUrl the address of the service
 */
export function describeSandbox(baseUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Sandbox of Web Services v2.0',
      version: '1',
      license: info.license,
      description:
        'Controls a service that runs as `svcapi serve --sandbox`: its clock, its faults, its database and what it has received. ' +
        'Only programs on the same machine may call it. Times are given as Unix seconds, ISO 8601 with its zone, or galactic ' +
        'time; spans as seconds, or as a number with ms, s, m, h or d.',
    },
    servers: [{ url: baseUrl }],
    security: [],
    paths,
  };
}

function operation({ method, path, name, summary, input, output, status }: Endpoint) {
  const parameter = /\{(\w+)\}/.exec(path)?.[1];
  const schema = input && describe(input, 'input');
  return {
    operationId: name,
    summary,
    parameters: [
      ...(parameter === undefined ? [] : [{ name: parameter, in: 'path', required: true, schema: { type: 'string' } }]),
      ...(method === 'GET' ? Object.entries(schema?.properties ?? {}) : []).map(
        ([field, { description, ...rest }]) => ({ name: field, in: 'query', description, schema: rest }),
      ),
    ],
    ...(method === 'POST' && { requestBody: { required: true, content: { 'application/json': { schema } } } }),
    responses: {
      [status]: { description: summary, content: { 'application/json': { schema: describe(output, 'output') } } },
      '4XX': problem,
    },
  };
}

/** Returns a schema without what says nothing: its dialect, and the bounds that every safe integer has. */
function describe(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const built = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return JSON.parse(
    JSON.stringify(built, (key, value) =>
      key === '$schema' || Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value,
    ),
  );
}
