/** A value in a document. */
export type Json = string | number | boolean | null | Json[] | JsonObject;

export interface JsonObject {
  [name: string]: Json;
}

/** A schema of JSON Schema 2020-12, with the keywords that zod writes. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  const?: string | number | boolean | object;
  enum?: (string | number | boolean)[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  default?: unknown;
}

/** Returns a reference to a component. */
export function refTo(kind: string, name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}
