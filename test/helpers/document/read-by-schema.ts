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
  const names = alternativesOf(schema).map((each) => resolve(each).xml?.name);
  const problems = names.includes(root.name) ? [] : [`the root is ${root.name}, not ${names.join(' or ')}`];
  return { value: readElement(root, schema, problems, root.name), problems };
}

/** Follows the reference of a schema. */
function resolve(schema: Schema): Schema {
  return follow(schema as Schema & object, '#').node;
}

/** Returns the alternatives of a schema, or the schema itself. */
function alternativesOf(schema: Schema): Schema[] {
  const { anyOf, oneOf } = resolve(schema);
  return anyOf ?? oneOf ?? [schema];
}

function readElement(element: Element, schema: Schema, problems: string[], path: string): unknown {
  const flat = resolve(schema);
  if (flat.anyOf ?? flat.oneOf) return readAlternative(element, alternativesOf(flat), problems, path);
  if (flat.properties ?? flat.type === 'object') return readObject(element, flat, problems, path);
  if (element.children.length + Object.keys(element.attributes).length > 0) problems.push(`${path} is more than text`);
  return fromText(element.text, flat);
}

/** The first alternative that speaks of all that is there and misses nothing. */
function readAlternative(element: Element, schemas: Schema[], problems: string[], path: string): unknown {
  for (const schema of schemas) {
    const own: string[] = [];
    const value = readElement(element, schema, own, path);
    const isWhole = (resolve(schema).required ?? []).every((name) => name in (value as object));
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
    const schema = resolve(property);
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
