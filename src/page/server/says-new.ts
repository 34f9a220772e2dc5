/** Words of a description that say nothing on their own. */
const COMMON = 'a an the of in and identity list length item entity character answer'.split(' ');

/**
 * Returns true for a description of a field that says more than the names around it: `The uid of the event` says less than the
 * name `uid` in the shape `ListedEvent`.
 */
export function saysNew(description: string, around: readonly string[]): boolean {
  const known = new Set([...COMMON, ...around.flatMap(wordsOf)]);
  return wordsOf(description).some((word) => !known.has(word));
}

/** Returns the words of a name or a text, in lower case and without the end of a plural. */
function wordsOf(text: string): string[] {
  const words = text.replace(/([a-z])([A-Z])/g, '$1 $2').match(/[\p{L}\d]+/gu) ?? [];
  return words.map((word) => word.toLowerCase().replace(/s$/, ''));
}
