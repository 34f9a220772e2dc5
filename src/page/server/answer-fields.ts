import type { Schema } from '../../openapi/json.js';
import { renderProse } from './format.js';
import { type Html, html } from './html.js';

/** The schemas of the answers, by the names that references give. */
export interface Schemas {
  /** Returns the schema that a reference names. */
  resolve(name: string): Schema;
  /** Returns true for a shape with a name. */
  isNamed(name: string): boolean;
  /** Returns true for a shape of several answers, which the page shows once, among the shapes. Answers link to it. */
  isShared(name: string): boolean;
}

/** The most characters of an object without descriptions that is shown on one line. */
const ONE_LINE = 64;

/** The most values of an enumeration that are listed. */
const MAX_VALUES = 4;

/** The fields that are being rendered, and where they are. */
interface Place {
  schemas: Schemas;
  /** The names around the fields: of the answer or shape, and of the fields that they are in. */
  around: readonly string[];
}

/**
 * Renders the fields of an object, however deep: names, types, and descriptions that say more than the names.
 *
 * @param name the name of the object
 */
export function renderFields(name: string, schema: Schema, schemas: Schemas): Html {
  return renderList(schema, { schemas, around: [name] });
}

function renderList(schema: Schema, place: Place): Html {
  const { properties = {}, required = [] } = follow(schema, place.schemas);
  return html`<ul class="fields">
${Object.entries(properties).map(([name, field]) => renderField(name, field, required.includes(name), place))}</ul>`;
}

function renderField(name: string, field: Schema, isRequired: boolean, outer: Place): Html {
  const place = { ...outer, around: [...outer.around, name] };
  const description = newDescription(field, place);
  const sample = exampleOf(field);
  const nested = nestedOf(field, place);
  return html`<li><code><b>${name}${!isRequired && '?'}</b>: ${renderType(field, place)}</code>${
    (description !== undefined || sample !== undefined) &&
    html` <span class="about">${description !== undefined && html`${renderProse(description)} `}${sample !== undefined && html`Example: <code>${sample}</code>`}</span>`
  }${nested && html`\n${renderList(nested, place)}`}</li>
`;
}

/** Returns the description of a field, if it says more than the names around it. */
function newDescription({ description }: Schema, { around }: Place): string | undefined {
  return description !== undefined && saysNew(description, around) ? description : undefined;
}

/** Returns the object whose fields are listed below a field: its own, or those of its items. */
function nestedOf(field: Schema, place: Place): Schema | undefined {
  const { schemas } = place;
  const schema = follow(field, schemas);
  if (schema.items) return nestedOf(schema.items, place);
  // Of alternatives, the first has the most fields; the others are linked to.
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return schemas.isShared(nameOf(first.$ref ?? '')) ? undefined : nestedOf(first, place);
  if (schema.$ref !== undefined || Object.keys(schema.properties ?? {}).length === 0) return undefined;
  return oneLine(schema, place) === undefined ? schema : undefined;
}

function renderType(schema: Schema, place: Place): Html {
  const { schemas } = place;
  if (schema.$ref !== undefined && schemas.isNamed(nameOf(schema.$ref))) return renderRef(nameOf(schema.$ref), schemas);
  const { anyOf, oneOf, const: constant, enum: values, type, items } = follow(schema, schemas);
  const alternatives = anyOf ?? oneOf;
  if (alternatives) return join(alternatives.map((each) => renderType(each, place)));
  if (constant !== undefined) return html`${JSON.stringify(constant)}`;
  if (values && values.length <= MAX_VALUES) return join(values.map((value) => html`${JSON.stringify(value)}`));
  if (type === 'array') return html`[${renderType(items ?? {}, place)}]`;
  if (type === 'object') return oneLine(follow(schema, schemas), place) ?? html`object`;
  return html`${Array.isArray(type) ? type.join(' | ') : (type ?? 'anything')}`;
}

/** Returns an object in the form of JSON if it is short, and its names say all. */
function oneLine(schema: Schema, outer: Place): Html | undefined {
  const { properties = {}, required = [] } = schema;
  const entries = Object.entries(properties);
  if (entries.length === 0) return html`{}`;
  const placeOf = (name: string): Place => ({ ...outer, around: [...outer.around, name] });
  if (entries.some(([name, field]) => newDescription(field, placeOf(name)) !== undefined)) return undefined;
  if (entries.some(([name, field]) => nestedOf(field, placeOf(name)) !== undefined)) return undefined;
  const fields = entries.map(
    ([name, field]) => html`<b>${name}${!required.includes(name) && '?'}</b>: ${renderType(field, placeOf(name))}`,
  );
  const line = html`{ ${fields.map((field, index) => html`${index > 0 && ', '}${field}`)} }`;
  return line.toString().replace(/<[^<>]*>|&\w+;/g, '').length <= ONE_LINE ? line : undefined;
}

function join(parts: readonly Html[]): Html {
  return html`${parts.map((part, index) => html`${index > 0 && ' | '}${part}`)}`;
}

/** Names a shape, and links to one that is shared. The empty one is shown as such, and not by its name. */
function renderRef(name: string, { isShared }: Schemas): Html {
  if (name === 'Nothing') return html`{}`;
  return isShared(name) ? html`<a class="shape" href="#shape-${name.toLowerCase()}">${name}</a>` : html`${name}`;
}

/** Follows references to schemas that are shown where they stand. */
function follow(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref === undefined || schemas.isShared(nameOf(schema.$ref))) return schema;
  return follow(schemas.resolve(nameOf(schema.$ref)), schemas);
}

/** Returns `Ref` for `#/components/schemas/Ref`. */
function nameOf(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}

/** Returns an example as it is shown: a reference by the name of its entity. */
function exampleOf({ examples }: Schema): string | undefined {
  const [first] = (examples ?? []) as (string | { value?: string })[];
  const shown = typeof first === 'object' ? (first.value ?? first) : first;
  return shown === undefined || typeof shown === 'string' ? shown : JSON.stringify(shown);
}

/** Words that add nothing to the name of a field. */
const COMMON = 'a an the of in and identity list length item entity character answer'.split(' ');

/**
 * Returns true for a description of a field that adds to the names around it: `The uid of the event` says less than the
 * name `uid` in the shape `ListedEvent`.
 */
function saysNew(description: string, around: readonly string[]): boolean {
  const known = new Set([...COMMON, ...around.flatMap(wordsOf)]);
  return wordsOf(description).some((word) => !known.has(word));
}

/** Returns the words of a name or a text, in lower case and without the end of a plural. */
function wordsOf(text: string): string[] {
  const words = text.replace(/([a-z])([A-Z])/g, '$1 $2').match(/[\p{L}\d]+/gu) ?? [];
  return words.map((word) => word.toLowerCase().replace(/s$/, ''));
}
