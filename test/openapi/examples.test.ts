import test from 'ava';
import type { Schema } from '../../src/openapi/schemas.js';
import { document, follow, type MediaType, type Operation, type Response, step } from '../helpers/document/document.js';
import { violations } from '../helpers/document/validate.js';

/** Descriptions and examples: of every field, and of every media type. */

const operations = Object.entries(document.paths).flatMap(([path, { description: _, ...methods }]) =>
  Object.entries(methods).map(([method, operation]) => [step('#', 'paths', path, method), operation] as const),
);

/** Returns every media type of an operation, by its pointer: of its body, and of its answers. */
function mediaTypesOf(pointer: string, { requestBody, responses }: Operation): [pointer: string, MediaType][] {
  const contents: [Record<string, MediaType>, string][] = Object.entries(responses).map(([status, response]) => {
    const found = follow<Response>(response, step(pointer, 'responses', status));
    return [found.node.content ?? {}, found.pointer];
  });
  if (requestBody) contents.push([requestBody.content, step(pointer, 'requestBody')]);
  return contents.flatMap(([content, place]) =>
    Object.entries(content).map(([type, mediaType]): [string, MediaType] => [step(place, 'content', type), mediaType]),
  );
}

test('each example of a media type matches its schema', (t) => {
  const mediaTypes = new Map(operations.flatMap(([pointer, operation]) => mediaTypesOf(pointer, operation)));
  for (const [pointer, { examples = {}, example }] of mediaTypes) {
    const values = Object.values(examples).map((each) => follow<{ value: unknown }>(each, '').node.value);
    for (const value of example === undefined ? values : [...values, example])
      t.deepEqual(violations(step(pointer, 'schema'), value), [], decodeURIComponent(pointer));
  }
});

test('every operation has an example of each media type', (t) => {
  for (const [pointer, { responses }] of operations) {
    const { content = {} } = follow<Response>(responses['200'] as Response, '').node;
    for (const [type, { examples = {}, example }] of Object.entries(content))
      t.is(Object.keys(examples).length + Number(example !== undefined), 1, `${pointer} as ${type}`);
  }
});

/** Returns each schema inside another one, by its pointer. */
function schemasIn(node: unknown, pointer: string): [pointer: string, schema: Schema][] {
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.entries(node).flatMap(([key, child]) => schemasIn(child, step(pointer, key)));
  return Array.isArray(node) ? inner : [[pointer, node as Schema], ...inner];
}

const schemas = schemasIn(document.components.schemas, step('#', 'components', 'schemas'));
const fields = schemas.filter(([pointer]) => /\/properties\/[^/]+$/.test(pointer));

test('every field of an answer has a description', (t) => {
  t.true(fields.length > 250);
  const without = fields.filter(([, { description }]) => !description).map(([pointer]) => pointer);
  t.deepEqual(without, [], 'describe the field in its declaration, with `field`');
});

/** Reports whether a reader of the schema needs an example to know what a value looks like. */
function needsExample({ type, const: only }: Schema): boolean {
  return only === undefined && ['string', 'integer', 'number', 'boolean'].includes(String(type));
}

test('every field that holds one value has an example, but for constants and error codes', (t) => {
  const without = fields.filter(([, schema]) => needsExample(schema) && schema.examples?.length !== 1);
  t.deepEqual(
    without.map(([pointer]) => pointer),
    [],
    'give the field an example in its declaration',
  );
});

test('each example of a field is of its type and format', (t) => {
  const withExample = schemas.filter(([, { examples }]) => Array.isArray(examples));
  t.true(withExample.length > 150);
  for (const [pointer, { examples = [] }] of withExample) {
    for (const example of examples) t.deepEqual(violations(pointer, example), [], decodeURIComponent(pointer));
  }
});
