import { z } from 'zod';
import type { Schema } from '../../openapi/json.js';
import { namedShapes } from '../../routes/shapes.js';
import { type Html, html } from './html.js';

/** The empty object is shown as such, and not by its name. */
const { Nothing, ...shapes } = namedShapes;

/** The shapes that several answers share, by name. */
const named = z.registry<{ id: string }>();
for (const [id, shape] of Object.entries(shapes)) named.add(shape, { id });

/** The most characters of an object on one line. */
const ONE_LINE = 64;

/** Renders the shape of an answer: names and types in the form of JSON, with `?` after optional fields. */
export function renderShape(response: z.ZodType): Html {
  return highlight(write(z.toJSONSchema(response, { metadata: named }) as Schema, ''));
}

/** Renders the shared shapes. */
export function renderNamedShapes(): { name: string; shape: Html }[] {
  const { schemas } = z.toJSONSchema(named, { uri: (id) => `#/$defs/${id}` }) as { schemas: Record<string, Schema> };
  return Object.entries(schemas).map(([name, schema]) => ({ name, shape: highlight(write(schema, '')) }));
}

/** The most values of an enumeration that are listed. */
const MAX_VALUES = 4;

function write(schema: Schema, indent: string): string {
  if (schema.$ref) return nameOf(schema.$ref);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.map((each) => write(each, indent)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum && schema.enum.length <= MAX_VALUES)
    return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.type === 'array') return `[${write(schema.items ?? {}, indent)}]`;
  if (schema.type === 'object') return writeObject(schema, indent);
  return schema.type === 'integer' ? 'number' : String(schema.type ?? 'anything');
}

function writeObject({ properties = {}, required = [] }: Schema, indent: string): string {
  const within = `${indent}  `;
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${write(schema, within)}`,
  );
  if (fields.length === 0) return '{}';
  const line = `{ ${fields.join(', ')} }`;
  if (indent.length + line.length <= ONE_LINE && !line.includes('\n')) return line;
  return `{\n${fields.map((field) => `${within}${field}\n`).join('')}${indent}}`;
}

/** Returns `Ref` for `#/$defs/Ref`. */
function nameOf(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}

/** Makes names bold, to tell them from types. */
function highlight(text: string): Html {
  const parts = text.split(/([\w-]+\??)(?=: )/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<b>${part}</b>` : part))}`;
}
