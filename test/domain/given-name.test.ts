import test from 'ava';
import { GIVEN_NAME_LENGTH, givenName, visible } from '../../src/domain/given-name.js';

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
