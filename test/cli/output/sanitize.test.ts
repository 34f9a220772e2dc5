import test from 'ava';
import fc from 'fast-check';
import { sanitize, sanitizeJson } from '../../../src/cli/output/sanitize.js';
import { anyText, character } from '../../helpers/any-text.js';

const visible: [what: string, text: string, shown: string][] = [
  ['an escape sequence', '\x1b[31mred\x1b[0m', '\\x1b[31mred\\x1b[0m'],
  ['the title of a terminal', '\x1b]0;owned\x07', '\\x1b]0;owned\\x07'],
  ['a C1 control that starts a sequence', '\x9b31m', '\\x9b31m'],
  ['NUL, backspace and delete', 'a\x00\b\x7fb', 'a\\x00\\x08\\x7fb'],
  ['line ends and tabs', 'a\tb\r\nc', 'a\\tb\\r\\nc'],
  ['a bidirectional override', 'user\u202etxt.exe', 'user\\u202etxt.exe'],
  ['bidirectional isolates and marks', '\u2066a\u2069\u200f\u061c', '\\u2066a\\u2069\\u200f\\u061c'],
  ['zero-width characters', 'ad\u200bmin\ufeff\u2060', 'ad\\u200bmin\\ufeff\\u2060'],
  ['a joiner between letters', 'a\u200db', 'a\\u200db'],
  ['line and paragraph separators', 'a\u2028b\u2029', 'a\\u2028b\\u2029'],
  ['a soft hyphen and a combining joiner', 'a\u00adb\u034f', 'a\\xadb\\u034f'],
  ['fillers that look like nothing', '\u115f\u3164\uffa0', '\\u115f\\u3164\\uffa0'],
  ['text in tag characters', 'a\u{e0041}\u{e0042}', 'a\\u{e0041}\\u{e0042}'],
  ['text in tags behind a flag', '\u{1f3f4}\u{e0041}\u{e007f}', '\u{1f3f4}\\u{e0041}\\u{e007f}'],
  ['lone surrogates', 'a\ud800b\udc00', 'a\\ud800b\\udc00'],
  ['private use', '\ue000', '\\ue000'],
  ['a variation selector that varies nothing', 'a\ufe0f', 'a\\ufe0f'],
];

for (const [what, text, shown] of visible) {
  test(`sanitize makes visible: ${what}`, (t) => {
    t.is(sanitize(text), shown);
  });
}

const harmless: [what: string, text: string][] = [
  ['ASCII', 'The quick brown fox, 12 % of it: "ok" <&> \\o/'],
  ['accents, composed or not', 'é e\u0301 ñ ß Ǆ'],
  ['Greek, Cyrillic, Armenian, Georgian', 'αβγ Жизнь Հայ ქართ'],
  ['Hebrew and Arabic with points', 'שָׁלוֹם مُحَمَّد'],
  ['Devanagari, Tamil, Thai', 'नमस्ते வணக்கம் สวัสดี'],
  ['Chinese, Japanese, Korean', '银河 銀河 ギンガ 은하'],
  ['astral letters', '𐍈 𠀀'],
  ['currency, mathematics, arrows, boxes', '€ ∑ → ┌─┐ ¯\\_(ツ)_/¯'],
  ['blanks of typography', 'a\u00a0b\u2009c\u3000d\u202fe'],
  ['emoji', '🚀 ❤️ 👍🏽 ✈️ ☕'],
  ['families and professions', '👩‍👩‍👧‍👦 🧑🏿‍🚀 🏳️‍🌈 ❤️‍🔥'],
  ['flags and keycaps', '🇩🇪 1️⃣ #️⃣ 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
];

for (const [what, text] of harmless) {
  test(`sanitize leaves alone: ${what}`, (t) => {
    t.is(sanitize(text), text);
    t.is(sanitize(`${text}\x1b`), `${text}\\x1b`, 'beside what is not harmless too');
  });
}

/** The unsafe characters, written differently from the code, without those within emoji. */
const DANGEROUS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0001}]|\p{Surrogate}/u;

test('every character is sanitized as it is beside characters of other scripts', (t) => {
  for (let code = 0; code <= 0xffff; code++) {
    const character = String.fromCharCode(code);
    const beside = sanitize(`${character}жи`);
    if (`${sanitize(character)}жи` !== beside) t.fail(code.toString(16));
  }
  t.pass();
});

test('no dangerous character passes, in any text', (t) => {
  fc.assert(fc.property(anyText, (text) => !DANGEROUS.test(sanitize(text))));
  fc.assert(fc.property(anyText, (text) => !DANGEROUS.test(sanitizeJson(JSON.stringify(text)))));
  t.pass();
});

test('sanitizing twice is the same as once', (t) => {
  fc.assert(fc.property(anyText, (text) => sanitize(sanitize(text)) === sanitize(text)));
  t.pass();
});

test('only the kept characters stay', (t) => {
  t.is(sanitize('a\nb\tc\x1b', '\n'), 'a\nb\\tc\\x1b');
});

test('sanitized JSON parses to the same value', (t) => {
  const value = fc.oneof(anyText, fc.jsonValue({ stringUnit: character }));
  fc.assert(
    fc.property(value, (json) => {
      t.deepEqual(JSON.parse(sanitizeJson(JSON.stringify(json, null, 2))), JSON.parse(JSON.stringify(json)));
    }),
  );
});

test('astral characters become two escapes in JSON', (t) => {
  t.is(sanitizeJson('"\u{e0041}\u202e\x9b"'), '"\\udb40\\udc41\\u202e\\u009b"');
});
