import type { Element } from '../xml.js';
import { follow, type Schema } from './document.js';
import { fromText } from './from-text.js';

/**
 * Reads an element as its schema says, by the Xml Object of OpenAPI 3.1 and by nothing that the service knows of itself:
 * `attribute`, `name`, `wrapped`, and `x-node-type: text`. The name of the root is the one of its schema.
 *
 * @returns the value that the schema is about, and whatever no schema speaks of
 */
export function readBySchema(root: Element, schema: Schema): { value: unknown; problems: string[] } {
  const { xml } = flatten(schema);
  const problems = root.name === xml?.name ? [] : [`the root is ${root.name}, not ${xml?.name}`];
  return { value: readElement(root, schema, problems, root.name), problems };
}

/** A schema with its references followed, and with what its parts say of it. */
function flatten(schema: Schema): Schema {
  const { node } = follow(schema as Schema & object, '#');
  const parts = (node.allOf ?? []).map(flatten);
  if (parts.length === 0) return node;
  const properties: Record<string, Schema> = {};
  for (const part of parts) {
    for (const [name, child] of Object.entries(part.properties ?? {}))
      properties[name] = { ...properties[name], ...child };
  }
  return { ...Object.assign({}, ...parts), properties };
}

function readElement(element: Element, schema: Schema, problems: string[], path: string): unknown {
  const flat = flatten(schema);
  if (flat.anyOf) return readAlternative(element, flat.anyOf, problems, path);
  if (flat.properties) return readObject(element, flat, problems, path);
  if (element.children.length + Object.keys(element.attributes).length > 0) problems.push(`${path} is more than text`);
  return fromText(element.text, flat);
}

/** The first alternative that speaks of all that is there and misses nothing. */
function readAlternative(element: Element, schemas: Schema[], problems: string[], path: string): unknown {
  for (const schema of schemas) {
    const own: string[] = [];
    const value = readElement(element, schema, own, path);
    const isWhole = (flatten(schema).required ?? []).every((name) => name in (value as object));
    if (own.length === 0 && isWhole) return value;
  }
  problems.push(`${path} is none of its alternatives`);
  return undefined;
}

function readObject(element: Element, { properties = {} }: Schema, problems: string[], path: string): object {
  const value: Record<string, unknown> = {};
  const rest = { attributes: { ...element.attributes }, children: [...element.children], text: element.text };
  const take = (name: string) => {
    const taken = rest.children.filter((child) => child.name === name);
    rest.children = rest.children.filter((child) => child.name !== name);
    return taken;
  };
  for (const [key, property] of Object.entries(properties)) {
    const schema = flatten(property);
    const name = property.xml?.name ?? schema.xml?.name ?? key;
    if (property.xml?.attribute) {
      const attribute = rest.attributes[name];
      delete rest.attributes[name];
      if (attribute !== undefined) value[key] = fromText(attribute, schema);
    } else if (property.xml?.['x-node-type'] === 'text') {
      if (rest.text !== '' || schema.type === 'string') value[key] = fromText(rest.text, schema);
      rest.text = '';
    } else if (schema.items) {
      value[key] = readArray(take, key, property, problems, `${path}/${name}`);
    } else {
      const [child, ...others] = take(name);
      if (others.length > 0) problems.push(`${path}/${name} is repeated`);
      if (child) value[key] = readElement(child, schema, problems, `${path}/${name}`);
    }
  }
  for (const name of Object.keys(rest.attributes)) problems.push(`${path} has an attribute ${name}`);
  for (const { name } of rest.children) problems.push(`${path} has an element ${name}`);
  if (rest.text.trim() !== '') problems.push(`${path} has text`);
  return value;
}

/** Wrapped items stand in an element of the property; others stand where it would, each under its own name. */
function readArray(
  take: (name: string) => Element[],
  key: string,
  { items = {}, xml }: Schema,
  problems: string[],
  path: string,
): unknown[] {
  const name = items.xml?.name ?? key;
  const elements = xml?.wrapped ? take(xml.name ?? key).flatMap(({ children }) => children) : take(name);
  return elements.map((each) => readElement(each, items, problems, path));
}
