import test from 'ava';
import { writeXml } from '../../../src/server/response/write-xml.js';
import { hostileTexts, spell } from '../../helpers/hostile.js';
import { elementOf, readXml } from '../../helpers/xml.js';
import { canonical, hasXmllint } from '../../helpers/xmllint.js';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

for (const text of hostileTexts) {
  test(`${spell(text)} survives a round trip as text, as an attribute, and beside one`, (t) => {
    const payload = { a: text, b: { attributes: { c: text }, value: text }, d: [text, text], e: { f: text } };
    t.deepEqual(readXml(writeXml('svcapi', payload)), elementOf('svcapi', payload));
  });
}

(hasXmllint ? test : test.skip)('libxml2 reads the same as the JSON (needs xmllint)', (t) => {
  const payload = { item: hostileTexts.map((text) => ({ attributes: { text }, value: text })) };
  const read = readXml(DECLARATION + canonical(writeXml('svcapi', payload)));
  t.deepEqual(read, elementOf('svcapi', payload));
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

const badNames = ['', '1a', 'a b', 'a>', '-a', 'a:b', 'é', '_comment', '_cdata', '_instruction', '_doctype', '$'];
for (const name of badNames) {
  test(`“${name}” is refused as the name of an element or an attribute`, (t) => {
    const message = /cannot be the name of an XML element/;
    t.throws(() => writeXml(name, {}), { instanceOf: TypeError, message });
    t.throws(() => writeXml('a', { [name]: 'b' }), { instanceOf: TypeError, message });
    t.throws(() => writeXml('a', { b: [{ [name]: 'c' }] }), { instanceOf: TypeError, message });
    t.throws(() => writeXml('a', { attributes: { [name]: 'b' } }), { instanceOf: TypeError, message });
  });
}

test('an object in the place of an attribute is refused', (t) => {
  const message = /“b” is an attribute/;
  t.throws(() => writeXml('a', { attributes: { b: {} } }), { instanceOf: TypeError, message });
  t.throws(() => writeXml('a', { value: 'text', b: ['c'] }), { instanceOf: TypeError, message });
});

test('an array in an array is refused', (t) => {
  t.throws(() => writeXml('a', { b: [['c']] }), { instanceOf: TypeError, message: /an array within an array/ });
});
