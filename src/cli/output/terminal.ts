export type Terminal = {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
};

export interface Sink extends Terminal {
  write(text: string, callback?: (error?: Error | null) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** NO_COLOR (https://no-color.org) wins; CLICOLOR_FORCE and FORCE_COLOR ask for colour without a terminal as well. */
export function hasColour(env: Environment, isTerminal: boolean): boolean {
  const { NO_COLOR, CLICOLOR, CLICOLOR_FORCE, FORCE_COLOR, TERM } = env;
  if (NO_COLOR) return false;
  if (CLICOLOR_FORCE && CLICOLOR_FORCE !== '0') return true;
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTerminal && CLICOLOR !== '0' && TERM !== 'dumb';
}

const ASCII: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '…': '...',
  '–': '-',
  '—': '-',
};

export function inLocale(text: string, env: Environment): string {
  return isUtf8(env) ? text : text.replace(/[“”‘’…–—]/g, (character) => ASCII[character] ?? character);
}

/** Without a locale, that of POSIX applies, which is not UTF-8. */
export function isUtf8({ LC_ALL, LC_CTYPE, LANG }: Environment): boolean {
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}
