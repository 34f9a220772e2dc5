import test from 'ava';
import { document, follow, type MediaType, type Operation, type Response, step } from '../helpers/document/document.js';
import { violations } from '../helpers/document/validate.js';

interface Place {
  pointer: string;
  type: string;
  mediaType: MediaType;
}

const places: Place[] = Object.entries(document.paths).flatMap(([path, { description: _, ...methods }]) =>
  Object.entries(methods).flatMap(([method, operation]) => placesOf(operation, step('#', 'paths', path, method))),
);

/** Returns every media type of an operation: of its body, and of its answers. */
function placesOf({ requestBody, responses }: Operation, pointer: string): Place[] {
  const contents: [Record<string, MediaType>, string][] = Object.entries(responses).map(([status, response]) => {
    const at = follow<Response>(response, step(pointer, 'responses', status));
    return [at.node.content ?? {}, at.pointer];
  });
  if (requestBody) contents.push([requestBody.content, step(pointer, 'requestBody')]);
  return contents.flatMap(([content, place]) =>
    Object.entries(content).map(([type, mediaType]) => ({ pointer: step(place, 'content', type), type, mediaType })),
  );
}

for (const { pointer, mediaType } of new Map(places.map((place) => [place.pointer, place])).values()) {
  const examples = [
    ...Object.values(mediaType.examples ?? {}).map((example) => follow<{ value: unknown }>(example, '').node.value),
    ...(mediaType.example === undefined ? [] : [mediaType.example]),
  ];
  for (const [index, example] of examples.entries()) {
    test(`example ${index + 1} at ${decodeURIComponent(pointer)} matches its schema`, (t) => {
      t.deepEqual(violations(step(pointer, 'schema'), example), []);
    });
  }
}

test('every operation has an example of each media type', (t) => {
  for (const [path, { description: _, ...methods }] of Object.entries(document.paths)) {
    for (const [method, { responses }] of Object.entries(methods)) {
      const { content } = follow<Response>(responses['200'] as Response, '').node;
      for (const [type, { examples, example }] of Object.entries(content ?? {})) {
        t.is(Object.keys(examples ?? {}).length + Number(example !== undefined), 1, `${method} ${path} as ${type}`);
      }
    }
  }
});
