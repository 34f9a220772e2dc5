/** The prefix of a token, any of its characters percent-encoded once or several times, and what follows of it. */
const TOKEN =
  /((?:s|%(?:25)*[57]3)(?:v|%(?:25)*[57]6)(?:c|%(?:25)*[46]3)(?:a|%(?:25)*[46]1)(?:p|%(?:25)*[57]0)(?:i|%(?:25)*[46]9)(?:_|%(?:25)*5f))[\w%-]+/gi;

/** Masks the tokens of the service in a text. */
export function maskTokens(text: string): string {
  return text.replace(TOKEN, '$1***');
}
