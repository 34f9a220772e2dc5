import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import {
  findForbiddenCharacter,
  GIVEN_NAME_LENGTH,
  givenName,
  isStorable,
  nameKey,
  printable,
  quote,
  visible,
} from '../../src/domain/text.js';

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

const kept: [typed: string, name: string][] = [
  ['Trade console', 'Trade console'],
  ['  Trade \u00a0\u3000 console ', 'Trade console'],
  ['Ваш рынок', 'Ваш рынок'],
  ['שוק הגלקסיה', 'שוק הגלקסיה'],
  ['سوق المجرة', 'سوق المجرة'],
  ['銀河市場', '銀河市場'],
  ['नक्षत्र', 'नक्षत्र'],
  ['Cafe\u0301 🚀', 'Cafe\u0301 🚀'],
  ['🚀'.repeat(GIVEN_NAME_LENGTH), '🚀'.repeat(GIVEN_NAME_LENGTH)],
];

for (const [typed, name] of kept) {
  test(`a name may be ${JSON.stringify(typed.slice(0, 20))}`, (t) => {
    t.is(givenName(typed), name);
    t.is(visible(name), name);
  });
}

const refused = {
  nothing: ' ',
  'too many characters': 'x'.repeat(GIVEN_NAME_LENGTH + 1),
  'a tab': 'a\tb',
  'a line end': 'a\nb',
  'a bell': 'a\u0007b',
  'a control of the second set': 'a\u0085b',
  'a soft hyphen': 'a\u00adb',
  'a mark from right to left': 'a\u200fb',
  'an override of the direction': 'console\u202e',
  'an isolate': 'a\u2066b',
  'a zero-width space': 'a\u200bb',
  'a joiner': 'a\u200db',
  'a separator of lines': 'a\u2028b',
  'a separator of paragraphs': 'a\u2029b',
  'a filler': 'a\u3164b',
  'an empty pattern of Braille': 'a\u2800b',
  'a selector of variants': 'a\ufe0fb',
  'a tag': 'a\u{e0041}b',
  'a letter of private use': 'a\ue000b',
  'half a surrogate': 'a\ud800b',
};

for (const [what, text] of Object.entries(refused)) {
  test(`a name cannot be ${what}`, (t) => {
    t.is(givenName(text), undefined);
  });
}

test('a name that is stored already is shown without what turns the text around it', (t) => {
  t.is(visible('Trade console, a program of the host\u202e'), 'Trade console, a program of the host\ufffd');
});

const texts: [text: string, shown: string][] = [
  ['plain – é 🚀', 'plain – é 🚀'],
  ['\u001b[31m', '\\u001b[31m'],
  ['a\nb\tc\u0000', 'a\\u000ab\\u0009c\\u0000'],
  ['\u007f\u009b\u2028\u202e\u2066\ufeff', '\\u007f\\u009b\\u2028\\u202e\\u2066\\ufeff'],
  ['\ud83d', '\\ud83d'],
];

for (const [text, shown] of texts) {
  test(`${JSON.stringify(text)} is shown as ${shown}`, (t) => {
    t.is(printable(text), shown);
  });
}

const values: [value: unknown, shown: string][] = [
  ['a\u001b', '“a\\u001b”'],
  ['🚀'.repeat(61), `“${'🚀'.repeat(60)}…”`],
  ['🚀'.repeat(60), `“${'🚀'.repeat(60)}”`],
  ['x'.repeat(1_000_000), `“${'x'.repeat(60)}…”`],
  [5, '5'],
  [null, 'null'],
  [undefined, 'undefined'],
  [{ a: 1 }, 'an object'],
  [[1], 'a list'],
  [true, 'true'],
];

for (const [value, shown] of values) {
  test(`${shown} is how it is quoted`, (t) => {
    t.is(quote(value), shown);
  });
}
