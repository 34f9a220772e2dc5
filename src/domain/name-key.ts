/** Characters that nobody sees, with which a name could look like another. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Returns a key that is the same for names that differ only in case, composition or invisible characters, such as `STRASSE` and `Straße`.
 * Upper case comes first because it expands letters such as `ß`, which lower case keeps.
 */
export function nameKey(name: string): string {
  return name.normalize('NFKC').replace(INVISIBLE, '').toUpperCase().toLowerCase().trim();
}
