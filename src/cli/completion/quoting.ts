export type Shell = 'bash' | 'zsh' | 'fish' | 'powershell';

type Quote = '' | "'" | '"';

/** Removes quotes without expanding anything, and returns the one that is still open. */
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

/** Quotes a candidate; returns undefined when the shell cannot take it as text within this quote. */
export function quote(candidate: string, shell: Shell, mark: Quote): string | undefined {
  if (/\p{Cc}/u.test(candidate)) return undefined;
  // These two quote what they insert.
  if (shell === 'zsh' || shell === 'fish') return candidate;
  if (shell === 'powershell') return PLAIN.test(candidate) ? candidate : `'${candidate.replace(/['‘’‚‛]/g, '$&$&')}'`;
  if (mark === "'") return candidate.replaceAll("'", `'\\''`);
  if (mark === '') return PLAIN.test(candidate) ? candidate : candidate.replace(/[^\w./:,=@%+-]/gu, '\\$&');
  // Double quotes do not protect “!” from history expansion.
  return candidate.includes('!') ? undefined : candidate.replace(/["$`\\]/g, '\\$&');
}
