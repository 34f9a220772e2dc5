import { z } from 'zod';
import type { Schema } from '../../openapi/json.js';
import { sharedShapes } from '../../routes/payload.js';
import { type Html, html } from './html.js';

/** An empty object says more than a name for it. */
const { Nothing, ...shapes } = sharedShapes;

/** The shapes that many answers are made of, by the names that stand for them. */
const named = z.registry<{ id: string }>();
for (const [id, shape] of Object.entries(shapes)) named.add(shape, { id });

/** Characters that an object may take to stand on one line. */
const ONE_LINE = 64;

/** Renders what an answer holds: names and types in the form of JSON, `?` behind what can be missing. */
export function renderShape(response: z.ZodType): Html {
  return highlight(write(z.toJSONSchema(response, { metadata: named }) as Schema, ''));
}

/** The shapes that answers name, each with what it holds. */
export function renderNamedShapes(): { name: string; shape: Html }[] {
  const { schemas } = z.toJSONSchema(named, { uri: (id) => `#/$defs/${id}` }) as { schemas: Record<string, Schema> };
  return Object.entries(schemas).map(([name, schema]) => ({ name, shape: highlight(write(schema, '')) }));
}

/** Words that a text can be, as many as are named. */
const MAX_WORDS = 4;

function write(schema: Schema, indent: string): string {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.anyOf) return schema.anyOf.map((each) => write(each, indent)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum && schema.enum.length <= MAX_WORDS)
    return schema.enum.map((word) => JSON.stringify(word)).join(' | ');
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

/** `Ref` for `#/$defs/Ref`. */
function nameOf(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}

/** Sets names apart from types. */
function highlight(text: string): Html {
  const parts = text.split(/([\w-]+\??)(?=: )/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<b>${part}</b>` : part))}`;
}
