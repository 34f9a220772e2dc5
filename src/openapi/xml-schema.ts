import { bareLists } from '../routes/payload.js';
import type { Schema } from './json.js';

/** The suffix of a component's name for its form in XML. */
export const XML_SUFFIX = 'Xml';

/** Returns the schema that a reference names. */
export type Resolve = (schema: Schema) => Schema;

/**
 * Returns the schema of a payload in XML, by the rule of the writer (wire contract, “Formats”): `attributes` become attributes
 * of the element, `value` its text and what stands beside it attributes, too; an array repeats the element of its name, and any
 * other field is a child element.
 */
export function toXmlSchema(schema: Schema, resolve: Resolve): Schema {
  // The examples of shapes have the form of JSON.
  const { examples: _, ...shape } = schema;
  if (schema.$ref !== undefined) return { ...shape, $ref: schema.$ref + XML_SUFFIX };
  if (schema.anyOf) return { ...shape, anyOf: schema.anyOf.map((each) => toXmlSchema(each, resolve)) };
  if (schema.oneOf) return { ...shape, oneOf: schema.oneOf.map((each) => toXmlSchema(each, resolve)) };
  if (schema.items) return { ...schema, items: toXmlSchema(schema.items, resolve), xml: { wrapped: false } };
  if (schema.properties) return elementSchema(schema, schema.properties, resolve);
  return schema;
}

/** Returns the schema of a whole answer in XML: the envelope's fields are attributes of the root. Reference, section 2.1. */
export function toXmlRoot(envelope: Schema, resolve: Resolve): Schema {
  const { svcapi, ...head } = envelope.properties ?? {};
  const payload = resolve(svcapi ?? {});
  const attributes = { type: 'object', properties: head, required: Object.keys(head) };
  const root = {
    ...payload,
    properties: { attributes, ...payload.properties },
    required: ['attributes', ...(payload.required ?? [])],
  };
  return { ...toXmlSchema(root, resolve), xml: { name: 'svcapi' } };
}

function elementSchema(schema: Schema, { attributes, ...rest }: Record<string, Schema>, resolve: Resolve): Schema {
  const own = attributes ? resolve(attributes) : {};
  // An attribute and an element may have one name, which the properties of a schema may not.
  const keyOf = (name: string) => (name in rest ? `${name}Attribute` : name);
  const properties: Record<string, Schema> = {};
  for (const [name, attribute] of Object.entries(own.properties ?? {})) {
    const isRenamed = keyOf(name) !== name;
    properties[keyOf(name)] = { ...attribute, xml: { ...(isRenamed && { name }), attribute: true } };
  }
  for (const [name, child] of Object.entries(rest)) {
    if (name === 'value') properties[name] = { ...child, xml: { 'x-node-type': 'text' } };
    else if ('value' in rest) properties[name] = { ...child, xml: { attribute: true } };
    else properties[name] = childSchema(name, child, resolve);
  }
  // An empty array leaves no element in XML, unless it is a bare list.
  const isPresent = (name: string) => rest[name]?.items === undefined || bareLists.has(name);
  const elements = schema.required?.filter((name) => name !== 'attributes' && isPresent(name)) ?? [];
  const required = [...(own.required ?? []).map(keyOf), ...elements];
  const { required: _, ...others } = schema;
  return { ...others, properties, ...(required.length > 0 && { required }) };
}

/** Returns the schema of a child element; a bare list has an element around its items. */
function childSchema(name: string, schema: Schema, resolve: Resolve): Schema {
  const own = toXmlSchema(schema, resolve);
  const item = schema.items && bareLists.get(name);
  if (item === undefined) return own;
  const count = {
    type: 'integer',
    minimum: 0,
    description: 'Items in the list',
    examples: [1],
    xml: { attribute: true },
  };
  return { type: 'object', properties: { count, [item]: own }, required: ['count'] };
}
