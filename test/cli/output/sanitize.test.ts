import test from 'ava';
import fc from 'fast-check';
import { sanitize, sanitizeJson } from '../../../src/cli/output/sanitize.js';
import { anyText, character } from '../../helpers/hostile.js';

const visible: [text: string, shown: string][] = [
  ['\x1b[31mred\x1b[0m', '\\x1b[31mred\\x1b[0m'],
  ['\x1b]0;owned\x07', '\\x1b]0;owned\\x07'],
  ['\x9b31m', '\\x9b31m'],
  ['a\x00\b\x7fb', 'a\\x00\\x08\\x7fb'],
  ['a\tb\r\nc', 'a\\tb\\r\\nc'],
  ['user\u202etxt.exe', 'user\\u202etxt.exe'],
  ['\u2066a\u2069\u200f\u061c', '\\u2066a\\u2069\\u200f\\u061c'],
  ['ad\u200bmin\ufeff\u2060', 'ad\\u200bmin\\ufeff\\u2060'],
  // A joiner and a variation selector outside of an emoji.
  ['a\u200db\ufe0f', 'a\\u200db\\ufe0f'],
  ['a\u2028b\u2029', 'a\\u2028b\\u2029'],
  ['a\u00adb\u034f', 'a\\xadb\\u034f'],
  // Fillers that look like nothing, and text in tag characters.
  ['\u115f\u3164\uffa0', '\\u115f\\u3164\\uffa0'],
  ['a\u{e0041}\u{e0042}', 'a\\u{e0041}\\u{e0042}'],
  ['\u{1f3f4}\u{e0041}\u{e007f}', '\u{1f3f4}\\u{e0041}\\u{e007f}'],
  ['a\ud800b\udc00', 'a\\ud800b\\udc00'],
  ['\ue000', '\\ue000'],
];

const harmless = [
  ...['The quick brown fox, 12 % of it: "ok" <&> \\o/', 'é e\u0301 ñ ß Ǆ', 'αβγ Жизнь Հայ ქართ', 'שָׁלוֹם مُحَمَّد'],
  ...['नमस्ते வணக்கம் สวัสดี', '银河 銀河 ギンガ 은하', '𐍈 𠀀', '€ ∑ → ┌─┐ ¯\\_(ツ)_/¯', 'a\u00a0b\u2009c\u3000d\u202fe'],
  ...['🚀 ❤️ 👍🏽 ✈️ ☕', '👩‍👩‍👧‍👦 🧑🏿‍🚀 🏳️‍🌈 ❤️‍🔥', '🇩🇪 1️⃣ #️⃣ 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
];

test('what controls a terminal or misleads its reader is made visible, and all else is left alone', (t) => {
  for (const [text, shown] of visible) t.is(sanitize(text), shown);
  for (const text of harmless) {
    t.is(sanitize(text), text);
    t.is(sanitize(`${text}\x1b`), `${text}\\x1b`);
  }
  t.is(sanitize('a\nb\tc\x1b', '\n'), 'a\nb\\tc\\x1b', 'line ends are kept where a caller asks for that');
});

/** The unsafe characters, written differently from the code, without those within emoji. */
const DANGEROUS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0001}]|\p{Surrogate}/u;

test('no dangerous character passes in any text, and JSON stays the same value', (t) => {
  for (let code = 0; code <= 0xffff; code++) {
    const character = String.fromCharCode(code);
    if (`${sanitize(character)}жи` !== sanitize(`${character}жи`)) t.fail(code.toString(16));
  }
  fc.assert(fc.property(anyText, (text) => !DANGEROUS.test(sanitize(text))));
  const value = fc.oneof(anyText, fc.jsonValue({ stringUnit: character }));
  fc.assert(
    fc.property(value, (json) => {
      const shown = sanitizeJson(JSON.stringify(json, null, 2));
      t.false(DANGEROUS.test(shown.replaceAll('\n', '')));
      t.deepEqual(JSON.parse(shown), JSON.parse(JSON.stringify(json)));
    }),
  );
  t.is(sanitizeJson('"\u{e0041}\u202e\x9b"'), '"\\udb40\\udc41\\u202e\\u009b"');
});
