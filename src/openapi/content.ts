import { exampleRefs } from './example.js';
import type { Schema } from './json.js';
import { XML_SUFFIX } from './xml-schema.js';

/** The example components of a document. */
export type ExampleComponents = Record<string, { value: unknown }>;

export interface MediaType {
  schema: Schema;
  examples?: Record<string, { $ref: string }>;
}

/** An answer in JSON. */
export function jsonContent(schema: Schema, examples: ExampleComponents, names: string[]): Record<string, MediaType> {
  return { 'application/json': { schema, ...exampleRefs(examples, names) } };
}

/** The same in XML, by either of its names. */
export function xmlContent(schema: Schema, examples: ExampleComponents, names: string[]): Record<string, MediaType> {
  const mediaType = { schema, ...exampleRefs(examples, names, XML_SUFFIX) };
  return { 'application/xml': mediaType, 'text/xml': mediaType };
}
