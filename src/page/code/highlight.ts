export type Grammar = 'bash' | 'javascript' | 'python' | 'csharp' | 'json' | 'xml';

export type TokenKind = 'word' | 'name' | 'text' | 'value';

/** A piece of code; one without a kind has the colour of the block. */
export interface Token {
  text: string;
  kind?: TokenKind;
}

/** A string, which ends with the code at the latest: a search for its end would be repeated at each quotation mark. */
const STRING = String.raw`"(?:[^"\\]|\\[^])*(?:"|\\?$)`;
const NUMBER = String.raw`-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?`;

const WORDS = new Map<string, TokenKind>([
  ...wordsOf('curl const await new import using var string if not throw raise for of', 'word'),
  ...wordsOf('true false null True False None', 'value'),
]);

/** The tokens of a grammar: one named group for each kind, and `any` for what may be one of the words. */
const patterns: Record<Exclude<Grammar, 'xml'> | 'tag', RegExp> = {
  json: RegExp(`(?<name>${STRING})\\s*:|(?<text>${STRING})|(?<value>[\\w.+-]+)`, 'g'),
  bash: RegExp(`(?<text>'(?:[^']|'\\\\'')*(?:'|$)|${STRING})|\\s(?<name>--?[\\w-]+)|(?<any>\\w+)`, 'g'),
  javascript: codePattern(`${STRING}|\`[^\`]*(?:\`|$)`),
  python: codePattern(`f?${STRING}`),
  csharp: codePattern(STRING),
  tag: /(?<word><[/?!]?[\w:-]+(?:\s*\/?>)?|[/?]?>)|(?<text>"[^"]*"|'[^']*')|(?<name>[\w:-]+)/g,
};

function wordsOf(words: string, kind: TokenKind): [word: string, kind: TokenKind][] {
  return words.split(' ').map((word) => [word, kind]);
}

function codePattern(string: string): RegExp {
  return RegExp(`(?<text>${string})|(?<value>${NUMBER})|(?<any>\\w+)`, 'g');
}

/** The tokens together are the whole code. */
export function tokensOf(code: string, grammar: Grammar): Token[] {
  if (grammar !== 'xml') return split(code, patterns[grammar]);
  const pieces = code.split(/(<(?:"[^<"]*"|'[^<']*'|[^<>"'])*>)/);
  return pieces.flatMap((piece, index) => (index % 2 === 1 ? split(piece, patterns.tag) : plain(piece)));
}

function split(code: string, pattern: RegExp): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const { index, groups = {} } of code.matchAll(pattern)) {
    const [group, text] = Object.entries(groups).find(([, found]) => found !== undefined) as [string, string];
    const kind = group === 'any' ? WORDS.get(text) : (group as TokenKind);
    if (kind === undefined) continue;
    const start = code.indexOf(text, index);
    tokens.push(...plain(code.slice(at, start)), { text, kind });
    at = start + text.length;
  }
  return [...tokens, ...plain(code.slice(at))];
}

function plain(text: string): Token[] {
  return text === '' ? [] : [{ text }];
}

/** Returns text and URLs by turns. */
export function splitAtAddresses(text: string): string[] {
  return text.split(/(https?:\/\/[^\s<>"'`]+)/);
}
