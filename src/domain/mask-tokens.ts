/** The prefix of a token, its underscore percent-encoded or not, and what follows of it. */
const TOKEN = /(svcapi(?:_|%5f))[\w%-]+/gi;

/** Masks the tokens of the service in a text. */
export function maskTokens(text: string): string {
  return text.replace(TOKEN, '$1***');
}
