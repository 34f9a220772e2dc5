import test from 'ava';
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
const XML_CHARS = [[0x9], [0xa], [0xd], [0x20, 0xd7ff], [0xe000, 0xfffd], [0x10000, 0x10ffff]] as const;
const isXmlChar = (code: number) => XML_CHARS.some(([first, last = first]) => code >= first && code <= last);

test('of all 1,114,112 code points, exactly the characters of XML 1.0 can be stored', (t) => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const text = `a${String.fromCodePoint(code)}b`;
    if (isStorable(text) !== isXmlChar(code) || isStorable(text) !== (findForbiddenCharacter(text) === undefined))
      wrong.push(code.toString(16));
  }
  t.deepEqual(wrong, []);
  // The first invalid one is named.
  t.is(findForbiddenCharacter('a\u0007b\u0000'), 'U+0007');
  t.is(findForbiddenCharacter('\uffff'), 'U+FFFF');
  t.is(findForbiddenCharacter('a\ud800b'), 'U+D800');
  t.is(findForbiddenCharacter('a\udc00\ud800'), 'U+DC00');
});

test('names are the same in any case and form, without what is invisible', (t) => {
  for (const [one, other] of [
    ['Hana Veil', 'hANA vEIL'],
    ['Straße', 'STRASSE'],
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
    ['Åse', 'A\u030ase'],
    [' Dorn ', 'Dorn'],
    ['Ha\u200bna', 'Hana'],
  ] as const)
    t.is(nameKey(one), nameKey(other), one);
  t.not(nameKey('Hana'), nameKey('Hanna'));
  t.not(nameKey('Hana Veil'), nameKey('HanaVeil'));
});

const ROCKETS = '🚀'.repeat(GIVEN_NAME_LENGTH);
const scripts = ['Ваш рынок', 'שוק הגלקסיה', 'سوق المجرة', '銀河市場', 'नक्षत्र', 'Cafe\u0301 🚀', ROCKETS];

test('a name may be of any script, and its spaces are unified', (t) => {
  for (const name of ['Trade console', ...scripts]) {
    t.is(givenName(name), name);
    t.is(visible(name), name);
  }
  t.is(givenName('  Trade \u00a0\u3000 console '), 'Trade console');
});

const refused = {
  ...{ nothing: ' ', 'too many characters': 'x'.repeat(GIVEN_NAME_LENGTH + 1), 'half a surrogate': 'a\ud800b' },
  ...{ 'a tab': 'a\tb', 'a line end': 'a\nb', 'a bell': 'a\u0007b', 'a control of the second set': 'a\u0085b' },
  ...{ 'a soft hyphen': 'a\u00adb', 'a mark from right to left': 'a\u200fb', 'an isolate': 'a\u2066b' },
  ...{ 'an override of the direction': 'console\u202e', 'a zero-width space': 'a\u200bb', 'a joiner': 'a\u200db' },
  ...{ 'a separator of lines': 'a\u2028b', 'a separator of paragraphs': 'a\u2029b', 'a filler': 'a\u3164b' },
  ...{ 'an empty pattern of Braille': 'a\u2800b', 'a selector of variants': 'a\ufe0fb' },
  ...{ 'a tag': 'a\u{e0041}b', 'a letter of private use': 'a\ue000b' },
};

test('a name has nothing that cannot be seen or that changes the text around it', (t) => {
  for (const [what, text] of Object.entries(refused)) t.is(givenName(text), undefined, what);
  const stored = 'Trade console, a program of the host';
  t.is(visible(`${stored}\u202e`), `${stored}\ufffd`, 'one that is stored already');
});

test('text of unknown origin is shown on one line', (t) => {
  for (const [text, shown] of [
    ['plain – é 🚀', 'plain – é 🚀'],
    ['\u001b[31m', '\\u001b[31m'],
    ['a\nb\tc\u0000', 'a\\u000ab\\u0009c\\u0000'],
    ['\u007f\u009b\u2028\u202e\u2066\ufeff', '\\u007f\\u009b\\u2028\\u202e\\u2066\\ufeff'],
    ['\ud83d', '\\ud83d'],
  ] as const)
    t.is(printable(text), shown);
});

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

test('a value is quoted on one line', (t) => {
  for (const [value, shown] of values) t.is(quote(value), shown);
});
