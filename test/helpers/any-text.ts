import fc from 'fast-check';

/** Any character of Unicode: the unit `binary` of fast-check prepares a map of all of them, which takes most of a second. */
export const character = fc
  .nat(0x10ffff)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

/** Any text. */
export const anyText = fc.string({ unit: character });
