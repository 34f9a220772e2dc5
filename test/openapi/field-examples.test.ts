import test from 'ava';
import { isUid, typeOfUid } from '../../src/domain/uid.js';
import type { Schema } from '../../src/openapi/schemas.js';
import { at, document, follow, step } from '../helpers/document/document.js';
import { violations } from '../helpers/document/validate.js';

const named = Object.entries(document.components.schemas as Record<string, Schema>).map(
  ([name, schema]) => [step('#', 'components', 'schemas', name), schema] as const,
);

/** Returns each schema inside another one, by its pointer. */
function schemasIn(node: unknown, pointer: string): [pointer: string, schema: Schema][] {
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.entries(node).flatMap(([key, child]) => schemasIn(child, step(pointer, key)));
  return Array.isArray(node) ? inner : [[pointer, node as Schema], ...inner];
}

test('each example of a field is of its type and format', (t) => {
  const withExample = named
    .flatMap(([pointer, schema]) => schemasIn(schema, pointer))
    .filter(([, { examples }]) => Array.isArray(examples));
  t.true(withExample.length > 150);
  for (const [pointer, { examples = [] }] of withExample) {
    for (const example of examples) t.deepEqual(violations(pointer, example), [], decodeURIComponent(pointer));
  }
});

/** Returns what a value names: the type of a uid, or the route of an address, with types in the place of uids. */
function kindOf(value: unknown): string | undefined {
  const text = String(value);
  if (isUid(text)) return typeOfUid(text);
  const [, path] = /^https?:\/\/[^/]+\/ws\/v2\.0(\/.*)$/.exec(text) ?? [];
  if (path?.endsWith('[/]')) return 'a path of the index';
  return path?.replace(/\d+:\d+/g, (uid) => `{${typeOfUid(uid)}}`);
}

interface Kinds {
  /** Kinds in recorded answers. */
  recorded: Set<string>;
  example: string | undefined;
}

/** Records the kinds of a value and of the examples that its schema gives: the outermost example counts. */
function compare(schema: Schema, value: unknown, path: string, kinds: Map<string, Kinds>, outer?: unknown): void {
  const example = outer ?? schema.examples?.[0];
  const [alternative, other] = schema.anyOf ?? [];
  if (schema.$ref !== undefined) {
    compare(at(schema.$ref) as Schema, value, path, kinds, example);
  } else if (alternative) {
    const { required = [] } = follow<Schema>(alternative as { $ref: string }, '').node;
    const isFirst = required.every((name) => name in (value as object));
    compare(isFirst ? alternative : (other ?? {}), value, path, kinds, isFirst ? example : undefined);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const inner = schema.items ?? schema.properties?.[key] ?? {};
      const place = schema.items ? `${path}[]` : `${path}.${key}`;
      compare(inner, item, place, kinds, (example as Record<string, unknown> | undefined)?.[schema.items ? 0 : key]);
    }
  } else {
    const kind = kindOf(value);
    if (kind === undefined) return;
    const found = kinds.get(path) ?? { recorded: new Set(), example: kindOf(example) };
    found.recorded.add(kind);
    kinds.set(path, found);
  }
}

test('each example of a uid or an address leads where it leads in the recorded answers', (t) => {
  const kinds = new Map<string, Kinds>();
  for (const methods of Object.values(document.paths)) {
    for (const operation of Object.values(methods)) {
      const content = typeof operation === 'object' ? operation.responses['200'] : undefined;
      if (!content || !('content' in content)) continue;
      const { schema, examples = {} } = content.content?.['application/json'] ?? {};
      for (const example of Object.values(examples)) {
        const { value } = follow<{ value: { resource: string } }>(example, '').node;
        compare(schema as Schema, value, value.resource, kinds);
      }
    }
  }
  t.true(kinds.size > 40, `${kinds.size}`);
  for (const [path, { recorded, example }] of kinds)
    t.true(recorded.has(example ?? ''), `${path}: ${example}, not ${[...recorded]}`);
});
