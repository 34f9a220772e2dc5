import test from 'ava';
import fc from 'fast-check';
import { writeXml } from '../../../src/server/response/write-xml.js';
import { hostileTexts, storableText } from '../../helpers/hostile.js';
import { canonical, elementOf, hasXmllint, readXml } from '../../helpers/xml.js';

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

/** Every hostile text in every place, and random payloads. */
const payload = {
  hostile: hostileTexts.map((text) => ({ attributes: { text }, value: text })),
  item: fc.sample(element, 500) as never[],
  text: hostileTexts,
};

test('every payload of storable texts survives a round trip, also by libxml2 where it is', (t) => {
  const [xml, expected] = [writeXml('svcapi', payload), elementOf('svcapi', payload)];
  t.deepEqual(readXml(xml), expected);
  if (hasXmllint) t.deepEqual(readXml(DECLARATION + canonical(xml)), expected);
});

test('one document shows the whole mapping from JSON to XML', (t) => {
  const document = writeXml('svcapi', {
    attributes: { version: '2.0', timestamp: 1 },
    transactions: {
      attributes: { count: 2 },
      transaction: [{ amount: 5, sender: { value: 'Hana', attributes: { uid: '1:1' } } }, { amount: -5 }],
    },
    race: {},
    text: '',
    succeeded: true,
    permission: [],
    factions: [{ value: 'Guild', attributes: { uid: '20:1' }, primary: true }],
    absent: undefined,
  });
  t.is(
    document,
    `${DECLARATION}<svcapi version="2.0" timestamp="1"><transactions count="2"><transaction><amount>5</amount>` +
      '<sender uid="1:1">Hana</sender></transaction><transaction><amount>-5</amount></transaction></transactions>' +
      '<race/><text/><succeeded>true</succeeded><factions count="1"><faction uid="20:1" primary="true">Guild</faction></factions>' +
      '</svcapi>',
  );
});

test('what XML cannot hold is refused: names, objects in attributes, and arrays in arrays', (t) => {
  for (const name of ['', '1a', 'a b', 'a>', '-a', 'a:b', 'é', '_comment', '_cdata', '$']) {
    const message = /cannot be the name of an XML element/;
    t.throws(() => writeXml(name, {}), { instanceOf: TypeError, message }, name);
    t.throws(() => writeXml('a', { b: [{ [name]: 'c' }] }), { instanceOf: TypeError, message }, name);
    t.throws(() => writeXml('a', { attributes: { [name]: 'b' } }), { instanceOf: TypeError, message }, name);
  }
  const message = /“b” is an attribute|an array within an array/;
  for (const wrong of [{ attributes: { b: {} } }, { value: 'text', b: ['c'] }, { b: [['c']] }])
    t.throws(() => writeXml('a', wrong as never), { instanceOf: TypeError, message });
});
