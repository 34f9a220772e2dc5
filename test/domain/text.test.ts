import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { nameKey } from '../../src/domain/name-key.js';
import { findForbiddenCharacter, isStorable } from '../../src/domain/text.js';

/** XML 1.0, production [2] Char, with the code points of the standard. */
function isXmlChar(code: number): boolean {
  return (
    code === 0x9 ||
    code === 0xa ||
    code === 0xd ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  );
}

test('of all 1,114,112 code points, exactly the characters of XML 1.0 can be stored', (t) => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const text = `a${String.fromCodePoint(code)}b`;
    if (isStorable(text) !== isXmlChar(code)) wrong.push(code.toString(16));
  }
  t.deepEqual(wrong, []);
});

test('the first invalid character is named', (t) => {
  t.is(findForbiddenCharacter('fine\t\r\n\u0085\u2028\u{1f680}'), undefined);
  t.is(findForbiddenCharacter('a\u0007b\u0000'), 'U+0007');
  t.is(findForbiddenCharacter('\uffff'), 'U+FFFF');
  t.is(findForbiddenCharacter('a\ud800b'), 'U+D800');
  t.is(findForbiddenCharacter('a\udc00\ud800'), 'U+DC00');
});

test('a text can be stored if it has no invalid character', (t) => {
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
  const property = fc.property(fc.string({ unit }), (text) => {
    const expected = [...text].every((character) => isXmlChar(character.codePointAt(0) as number));
    assert.equal(isStorable(text), expected);
    assert.equal(findForbiddenCharacter(text) === undefined, expected);
  });
  t.notThrows(() => fc.assert(property, { numRuns: 1000 }));
});

const alike: [string, string][] = [
  ['Hana Veil', 'hANA vEIL'],
  ['Straße', 'STRASSE'],
  ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
  ['Åse', 'A\u030ase'],
  [' Dorn ', 'Dorn'],
];

for (const [one, other] of alike) {
  test(`${one} and ${other} are the same name`, (t) => {
    t.is(nameKey(one), nameKey(other));
  });
}

test('names with different letters are different', (t) => {
  t.not(nameKey('Hana'), nameKey('Hanna'));
  t.not(nameKey('Hana Veil'), nameKey('HanaVeil'));
});
