/** The longest name of a program, an account or a token, in characters. */
export const GIVEN_NAME_LENGTH = 100;

/**
 * Characters that change how the text around them is shown, or cannot be seen: controls, formats (those of bidirectional text among
 * them), surrogates, separators of lines, and those that are invisible by their own nature (Unicode, DerivedCoreProperties).
 */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFE\uFFFF]/gu;

/** The rule of `givenName`, in words. */
export const GIVEN_NAME_RULE = `one line of 1 to ${GIVEN_NAME_LENGTH} characters, none of them invisible`;

/**
 * Reads the name that somebody gives a program, an account or a token. It is trimmed, and all its spaces are of one kind.
 *
 * @returns undefined for a text that can be no name
 */
export function givenName(text: string): string | undefined {
  const name = text.replace(/\p{Zs}+/gu, ' ').trim();
  return name !== '' && [...name].length <= GIVEN_NAME_LENGTH && visible(name) === name ? name : undefined;
}

/** Returns a name of unknown origin with a mark (U+FFFD) in place of each character that `givenName` does not allow. */
export function visible(name: string): string {
  return name.replace(UNFIT, '\uFFFD');
}
