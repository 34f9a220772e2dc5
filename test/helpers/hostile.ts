import fc from 'fast-check';

/** Texts on which writers of XML and JSON have come to grief. */
export const hostileTexts = [
  ...['&', '<', '>', '"', "'", '&amp;', '&amp;amp;', '&lt;b&gt;', '&#13;', '&#xD;', '&#x;', '&nbsp;', ']]>'],
  ...['<![CDATA[x]]>', '<!-- x -->', '<?x y?>', '</svcapi>', '" onload="x', '\r', '\n', '\r\n', '\t', '\r\r\n\n'],
  ...[' ', '  two  spaces  ', '\u007f', '\u0080', '\u0085', '\r\u0085', '\u00a0', '\u2028', '\u2029', '\ufeff'],
  ...['\ufdd0', '\ufffd', '\u{1f680}', '\u{10ffff}', '\ud7ff\ue000', 'null', 'undefined', '[object Object]', '$&$1'],
  ...['{{x}}', '%20+'],
];

/** Any character of Unicode: the unit `binary` of fast-check prepares a map of all of them, which takes most of a second. */
export const character = fc
  .nat(0x10ffff)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

/** Any text. */
export const anyText = fc.string({ unit: character });

const storable = character.filter((each) => /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]$/u.test(each));

/** Any text that can be stored: all of Unicode that XML 1.0 holds, thick with what is hard to write. */
export const storableText = fc
  .array(fc.oneof(fc.constantFrom(...hostileTexts), fc.constantFrom(...'&<>"\'\t\n\r ;#'), storable), { maxLength: 12 })
  .map((parts) => parts.join(''));

/** A text as the title of a test can hold it: ASCII alone, every other character by its number. */
export function spell(text: string): string {
  return text.replace(/[^\x21-\x7e]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
