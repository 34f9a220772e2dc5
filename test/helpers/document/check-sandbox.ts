import { Ajv2020 } from 'ajv/dist/2020.js';
import { describeSandbox } from '../../../src/sandbox/http/description.js';
import type { Schema } from './document.js';
import type { Exchange } from './exchange.js';

interface Described {
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}

const ajv = new Ajv2020({ strict: false });
const paths = describeSandbox('http://127.0.0.1').paths as Record<string, Record<string, Described>>;

/** Returns true for an answer of a sandbox about itself: one of the service itself is an envelope. */
export function isOfSandbox({ path, body }: Exchange): boolean {
  return /^\/sandbox(\/|$)/.test(path) && !body.startsWith('{"version"');
}

/** Returns the deviations of an answer from the sandbox's own description. */
export function sandboxDeviations({ method, path, status, body }: Exchange): string[] {
  if (path === '/sandbox/openapi.json' && status === 200) return [];
  const template = Object.keys(paths).find((each) => new RegExp(`^${each.replace(/\{\w+\}/, '[^/]+')}/?$`).test(path));
  const operation = template === undefined ? undefined : paths[template]?.[method.toLowerCase()];
  if (!operation) return status === 403 || status === 404 || status === 405 ? [] : ['it is not described'];
  const { content } = operation.responses[status] ?? (operation.responses['4XX'] as Described['responses'][string]);
  const schema = closed(content['application/json']?.schema) as Schema;
  return ajv.validate(schema, JSON.parse(body)) ? [] : [ajv.errorsText()];
}

/** Returns a copy of a schema that allows no other fields than those it names. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return copy.type === 'object' && copy.properties ? { ...copy, additionalProperties: false } : copy;
}
