/** A shell for which there is a completion script. */
export type Shell = 'bash' | 'zsh' | 'fish' | 'powershell';

/** A quotation mark that is still open at the cursor; empty for none. */
type Quote = '' | "'" | '"';

/** Removes the quotes of a word that is being typed, and returns the one that is still open. Nothing is expanded. */
export function unquote(word: string, shell: Shell): { text: string; mark: Quote } {
  const escaping = shell === 'powershell' ? '`' : '\\';
  let text = '';
  let mark: Quote = '';
  for (let index = 0; index < word.length; index++) {
    const character = word[index] as string;
    if (character === escaping && mark !== "'") text += word[++index] ?? '';
    else if (mark === '' && (character === '"' || character === "'")) mark = character;
    else if (character === mark) mark = '';
    else text += character;
  }
  return { text, mark };
}

/** Characters that have no meaning in any shell. */
const PLAIN = /^[\w./:,=@%+-]+$/;

/**
 * Quotes a candidate for the quote that is open, so that the shell takes it as text.
 *
 * @returns undefined for a candidate that the shell cannot take as text there
 */
export function quote(candidate: string, shell: Shell, mark: Quote): string | undefined {
  if (/\p{Cc}/u.test(candidate)) return undefined;
  // These two quote what they insert.
  if (shell === 'zsh' || shell === 'fish') return candidate;
  if (shell === 'powershell') return PLAIN.test(candidate) ? candidate : `'${candidate.replace(/['‘’‚‛]/g, '$&$&')}'`;
  if (mark === "'") return candidate.replaceAll("'", `'\\''`);
  if (mark === '') return PLAIN.test(candidate) ? candidate : candidate.replace(/[^\w./:,=@%+-]/gu, '\\$&');
  // No quoting within double quotes keeps “!” from the history.
  return candidate.includes('!') ? undefined : candidate.replace(/["$`\\]/g, '\\$&');
}
