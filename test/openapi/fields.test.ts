import test from 'ava';
import type { Schema } from '../../src/openapi/schemas.js';
import { document } from '../helpers/document/document.js';

/** A field of an answer, with the schema that it has there. */
interface Field {
  path: string;
  schema: Schema;
}

const fields = Object.entries(document.components.schemas as Record<string, Schema>).flatMap(([name, schema]) =>
  fieldsOf(name, schema),
);

/** Returns each field of a schema, with those of the objects in it. Named schemas have their own turn. */
function fieldsOf(path: string, { properties = {}, items, anyOf = [] }: Schema): Field[] {
  return [
    ...Object.entries(properties).flatMap(([name, schema]) => [
      { path: `${path}.${name}`, schema },
      ...fieldsOf(`${path}.${name}`, schema),
    ]),
    ...(items ? fieldsOf(`${path}[]`, items) : []),
    ...anyOf.flatMap((each) => fieldsOf(path, each)),
  ];
}

/** Reports whether a reader of the schema needs an example to know what a value looks like. */
function needsExample({ type, const: only }: Schema): boolean {
  return only === undefined && ['string', 'integer', 'number', 'boolean'].includes(String(type));
}

test('every field of an answer has a description', (t) => {
  t.true(fields.length > 250);
  t.deepEqual(
    fields.filter(({ schema }) => !schema.description).map(({ path }) => path),
    [],
    'describe the field in its declaration, with `field`',
  );
});

test('every field that holds one value has an example, but for constants and error codes', (t) => {
  t.deepEqual(
    fields.filter(({ schema }) => needsExample(schema) && schema.examples?.length !== 1).map(({ path }) => path),
    [],
    'give the field an example in its declaration',
  );
});
