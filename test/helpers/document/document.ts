import { readFileSync } from 'node:fs';

/** The description of the service as it is committed, as far as the tests look into it. */
export interface Document {
  info: { description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation> & { description: string }>;
  components: Record<string, Record<string, unknown>>;
  'x-outside-of-operations': Record<string, Response>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response | Reference>;
  servers?: { url: string }[];
  security: Record<string, string[]>[];
  'x-required-permission'?: string;
  'x-rate-limit'?: { pattern: string; limit: number; window: number };
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

export interface Response {
  headers: Record<string, Header | Reference>;
  /** Undefined for an answer without a body. */
  content?: Record<string, MediaType>;
}

export interface Header {
  required: boolean;
  schema: Schema;
}

export interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, Reference>;
  'x-message-schema'?: Reference;
}

/** The parts of a schema that the tests read themselves; the rest is for the validator. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

const FILE = new URL('../../../../docs/openapi.json', import.meta.url);

export const document = JSON.parse(readFileSync(FILE, 'utf8')) as Document;

/** Returns the target of a pointer such as `#/components/headers/Allow`. */
export function at(pointer: string): unknown {
  const tokens = pointer.replace(/^#\//, '').split('/');
  return tokens.reduce<unknown>(
    (node, token) =>
      (node as Record<string, unknown>)[decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
}

/** The same with its reference followed, and the pointer that it stands at. */
export function follow<T extends object>(node: T | Reference, pointer: string): { node: T; pointer: string } {
  if (!('$ref' in node) || typeof node.$ref !== 'string') return { node: node as T, pointer };
  return follow(at(node.$ref) as T | Reference, node.$ref);
}

/** A pointer with one more step. */
export function step(pointer: string, ...tokens: string[]): string {
  const escaped = tokens.map((token) => encodeURIComponent(token.replaceAll('~', '~0').replaceAll('/', '~1')));
  return [pointer, ...escaped].join('/');
}
