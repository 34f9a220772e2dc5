import { exampleRefs } from './example.js';
import type { Schema } from './json.js';
import { XML_SUFFIX } from './xml-schema.js';

/** The example components of a document. */
export type ExampleComponents = Record<string, { value: unknown }>;

export interface MediaType {
  schema: Schema;
  examples?: Record<string, { $ref: string }>;
}

/** Returns the content of an answer in JSON. */
export function jsonContent(schema: Schema, examples: ExampleComponents, names: string[]): Record<string, MediaType> {
  return { 'application/json': { schema, ...exampleRefs(examples, names) } };
}

/** Returns the content of an answer in XML, under both of its media types. */
export function xmlContent(schema: Schema, examples: ExampleComponents, names: string[]): Record<string, MediaType> {
  const mediaType = { schema, ...exampleRefs(examples, names, XML_SUFFIX) };
  return { 'application/xml': mediaType, 'text/xml': mediaType };
}
