import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { writeXml } from '../../../src/server/response/write-xml.js';
import { storableText } from '../../helpers/hostile.js';
import { elementOf, readXml } from '../../helpers/xml.js';
import { canonical, hasXmllint } from '../../helpers/xmllint.js';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

const name = fc
  .stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,8}$/)
  .filter((name) => !['attributes', 'value', '__proto__'].includes(name));
const scalar = fc.oneof({ weight: 4, arbitrary: storableText }, fc.integer(), fc.boolean());
const attributes = fc.dictionary(name, scalar, { maxKeys: 3 });

/** Payloads of every shape that the mapping knows, however deep. */
const { element } = fc.letrec((tie) => ({
  element: fc.oneof(
    { maxDepth: 3 },
    fc.record({ attributes, value: scalar }, { requiredKeys: [] }),
    fc
      .tuple(attributes, fc.dictionary(name, tie('child'), { maxKeys: 4 }))
      .map(([attributes, children]) => ({ attributes, ...children })),
    fc.dictionary(name, tie('child'), { maxKeys: 4 }),
  ),
  child: fc.oneof(scalar, tie('element'), fc.array(fc.oneof(scalar, tie('element')), { maxLength: 3 })),
}));

type Payload = Parameters<typeof writeXml>[1];

test('every payload of storable texts is well-formed XML and survives a round trip', (t) => {
  const property = fc.property(element, (payload) => {
    const document = writeXml('svcapi', payload as Payload);
    assert.deepEqual(readXml(document), elementOf('svcapi', payload as never));
  });
  t.notThrows(() => fc.assert(property, { numRuns: 3000 }));
});

(hasXmllint ? test : test.skip)('libxml2 reads random payloads as the JSON (needs xmllint)', (t) => {
  // Many payloads in one document, since a process for each would take minutes.
  const item = fc.sample(element, 2000);
  const payload = { item } as Payload;
  const read = readXml(DECLARATION + canonical(writeXml('svcapi', payload)));
  t.deepEqual(read, elementOf('svcapi', payload as never));
});
