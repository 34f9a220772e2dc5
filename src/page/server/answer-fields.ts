import type { Schema } from '../../openapi/schemas.js';
import { renderProse } from './format.js';
import { type Html, html } from './html.js';

export interface Schemas {
  resolve(name: string): Schema;
  isNamed(name: string): boolean;
  /** The page shows a shape of several answers once, and the answers link to it. */
  isShared(name: string): boolean;
}

/** Maximum characters of an object that is shown on one line. */
const ONE_LINE = 64;

const MAX_VALUES = 4;

export function renderFields(schema: Schema, schemas: Schemas): Html {
  const { properties = {}, required = [] } = follow(schema, schemas);
  return html`<ul class="fields">
${Object.entries(properties).map(([name, field]) => renderField(name, field, required.includes(name), schemas))}</ul>`;
}

function renderField(name: string, field: Schema, isRequired: boolean, schemas: Schemas): Html {
  const { description } = field;
  const sample = exampleOf(field);
  const nested = nestedOf(field, schemas);
  return html`<li><code><b>${name}${!isRequired && '?'}</b>: ${renderType(field, schemas)}</code>${
    (description !== undefined || sample !== undefined) &&
    html` <span class="about">${description !== undefined && html`${renderProse(description)} `}${sample !== undefined && html`Example: <code>${sample}</code>`}</span>`
  }${nested && html`\n${renderFields(nested, schemas)}`}</li>
`;
}

function nestedOf(field: Schema, schemas: Schemas): Schema | undefined {
  const schema = follow(field, schemas);
  if (schema.items) return nestedOf(schema.items, schemas);
  // Of alternatives, the first has the most fields; the others are linked to.
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return schemas.isShared(nameOf(first.$ref ?? '')) ? undefined : nestedOf(first, schemas);
  if (schema.$ref !== undefined || Object.keys(schema.properties ?? {}).length === 0) return undefined;
  return oneLine(schema, schemas) === undefined ? schema : undefined;
}

function renderType(schema: Schema, schemas: Schemas): Html {
  if (schema.$ref !== undefined && schemas.isNamed(nameOf(schema.$ref))) return renderRef(nameOf(schema.$ref), schemas);
  const { anyOf, oneOf, const: constant, enum: values, type, items } = follow(schema, schemas);
  const alternatives = anyOf ?? oneOf;
  if (alternatives) return join(alternatives.map((each) => renderType(each, schemas)));
  if (constant !== undefined) return html`${JSON.stringify(constant)}`;
  if (values && values.length <= MAX_VALUES) return join(values.map((value) => html`${JSON.stringify(value)}`));
  if (type === 'array') return html`[${renderType(items ?? {}, schemas)}]`;
  if (type === 'object') return oneLine(follow(schema, schemas), schemas) ?? html`object`;
  return html`${Array.isArray(type) ? type.join(' | ') : (type ?? 'anything')}`;
}

function oneLine({ properties = {}, required = [] }: Schema, schemas: Schemas): Html | undefined {
  const entries = Object.entries(properties);
  if (entries.length === 0) return html`{}`;
  if (entries.some(([, field]) => field.description !== undefined || nestedOf(field, schemas) !== undefined)) return;
  const fields = entries.map(
    ([name, field]) => html`<b>${name}${!required.includes(name) && '?'}</b>: ${renderType(field, schemas)}`,
  );
  const line = html`{ ${fields.map((field, index) => html`${index > 0 && ', '}${field}`)} }`;
  return line.toString().replace(/<[^<>]*>|&\w+;/g, '').length <= ONE_LINE ? line : undefined;
}

function join(parts: readonly Html[]): Html {
  return html`${parts.map((part, index) => html`${index > 0 && ' | '}${part}`)}`;
}

/** The empty shape is shown without its name. */
function renderRef(name: string, { isShared }: Schemas): Html {
  if (name === 'Nothing') return html`{}`;
  return isShared(name) ? html`<a class="shape" href="#shape-${name.toLowerCase()}">${name}</a>` : html`${name}`;
}

function follow(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref === undefined || schemas.isShared(nameOf(schema.$ref))) return schema;
  return follow(schemas.resolve(nameOf(schema.$ref)), schemas);
}

/** Returns `Ref` for `#/components/schemas/Ref`. */
function nameOf(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}

/** Shows a reference by the name of its entity. */
function exampleOf({ examples }: Schema): string | undefined {
  const [first] = (examples ?? []) as (string | { value?: string })[];
  const shown = typeof first === 'object' ? (first.value ?? first) : first;
  return shown === undefined || typeof shown === 'string' ? shown : JSON.stringify(shown);
}
