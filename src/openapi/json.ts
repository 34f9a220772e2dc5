/** A part of a document. */
export type Json = string | number | boolean | null | Json[] | JsonObject;

export interface JsonObject {
  [name: string]: Json;
}

/** A schema of JSON Schema 2020-12, as far as zod draws them. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  const?: string | number | boolean;
  enum?: (string | number | boolean)[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  xml?: Xml;
}

/** How a value stands in XML: the Xml Object of OpenAPI 3.1. */
export interface Xml {
  name?: string;
  attribute?: boolean;
  wrapped?: boolean;
  /** OpenAPI 3.2 calls this `nodeType`; 3.1 has no word for the text of an element that has attributes too. */
  'x-node-type'?: 'text';
}

/** A reference to a component. */
export function refTo(kind: string, name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}
