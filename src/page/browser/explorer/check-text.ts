/** Returns why a text cannot be the value of a header field; undefined if it can. Clients and proxies agree on printable ASCII alone. */
export function headerProblem(text: string): string | undefined {
  const found = [...text].find((character) => character < ' ' || character > '~');
  if (found === undefined) return undefined;
  const name = /\s|\p{C}/u.test(found) ? `the character U+${codeOf(found)}` : `“${found}”`;
  return `No header can hold ${name}. Remove it.`;
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/** Returns why a text is not JSON; undefined if it is. */
export function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}`;
  }
}
