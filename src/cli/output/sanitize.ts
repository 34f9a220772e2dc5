/** Printed unchanged. Others, such as escape sequences and bidirectional overrides, mislead readers or control the terminal. */
const SAFE = String.raw`\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}`;

/** Emoji joined by invisible characters, and the only three flags of tag characters, which could hide text elsewhere. */
const PICTURE = String.raw`\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?`;
const FLAG = String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`;
const EMOJI = String.raw`[0-9#*]\uFE0F\u20E3|${FLAG}|${PICTURE}(?:\u200D${PICTURE})*`;

const UNSAFE = String.raw`[^${SAFE}]|\p{Default_Ignorable_Code_Point}`;

/** Matches most text, which needs no further search. */
const USUAL = /^[ -~¡-¬®-ɏ‐-‧‰-⁞]*$/;

/** Compiled on first use: this takes a tenth of the start of Node.js. */
let patterns: { unsafe: RegExp; emojiOrUnsafe: RegExp } | undefined;

const NAMED: Record<string, string> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Escapes unsafe characters that are not in `keep`: `\t`, `\n`, `\x1b`, `\u202e`, `\u{e0041}`. */
export function sanitize(text: string, keep = ''): string {
  return replaceUnsafe(text, (character) => (keep.includes(character) ? character : escapeCharacter(character)));
}

/** Escapes unsafe characters as JSON does, so that parsers restore the string. */
export function sanitizeJson(json: string): string {
  return replaceUnsafe(json, (character) => (character === '\n' ? character : escapeUnits(character)));
}

function replaceUnsafe(text: string, replace: (character: string) => string): string {
  if (USUAL.test(text)) return text;
  patterns ??= { unsafe: new RegExp(UNSAFE, 'u'), emojiOrUnsafe: new RegExp(`(${EMOJI})|${UNSAFE}`, 'gu') };
  if (!patterns.unsafe.test(text)) return text;
  return text.replace(patterns.emojiOrUnsafe, (found, emoji?: string) =>
    emoji === undefined ? replace(found) : found,
  );
}

function escapeCharacter(character: string): string {
  const named = NAMED[character];
  if (named !== undefined) return named;
  const code = character.codePointAt(0) ?? 0;
  if (code > 0xffff) return `\\u{${code.toString(16)}}`;
  return code > 0xff ? `\\u${hex(code, 4)}` : `\\x${hex(code, 2)}`;
}

function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, index) => `\\u${hex(character.charCodeAt(index), 4)}`).join('');
}

function hex(code: number, length: number): string {
  return code.toString(16).padStart(length, '0');
}
