/** A stream that may be a terminal. */
export type Terminal = {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
};

/** A destination of text. */
export interface Sink extends Terminal {
  /** @param callback is called when the text is written, or cannot be */
  write(text: string, callback?: (error?: Error | null) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns true when output is coloured: on a terminal, unless NO_COLOR (https://no-color.org), FORCE_COLOR=0, CLICOLOR=0 or
 * TERM=dumb declines it. CLICOLOR_FORCE and FORCE_COLOR ask for it everywhere, except against NO_COLOR.
 */
export function hasColour(env: Environment, isTerminal: boolean): boolean {
  const { NO_COLOR, CLICOLOR, CLICOLOR_FORCE, FORCE_COLOR, TERM } = env;
  if (NO_COLOR) return false;
  if (CLICOLOR_FORCE && CLICOLOR_FORCE !== '0') return true;
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTerminal && CLICOLOR !== '0' && TERM !== 'dumb';
}

/** The punctuation of messages and help texts, in ASCII. */
const ASCII: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '…': '...',
  '–': '-',
  '—': '-',
};

/** Returns a text of this program in the characters of the locale. */
export function inLocale(text: string, env: Environment): string {
  return isUtf8(env) ? text : text.replace(/[“”‘’…–—]/g, (character) => ASCII[character] ?? character);
}

/** Returns true when the locale has UTF-8. Without any locale it is that of POSIX, which has not. */
export function isUtf8({ LC_ALL, LC_CTYPE, LANG }: Environment): boolean {
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}
