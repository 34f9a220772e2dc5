/** The grammars of the code that the page shows. */
export type Grammar = 'bash' | 'javascript' | 'python' | 'csharp' | 'json' | 'xml';

/** The kinds of tokens that have a colour. */
export type TokenKind = 'word' | 'name' | 'text' | 'value';

/** A piece of code; without a kind, it has the colour of the block. */
export interface Token {
  text: string;
  kind?: TokenKind;
}

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const NUMBER = String.raw`(?<![\w.])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?`;

/** The tokens of a grammar: one named group for each kind. */
const patterns: Record<Exclude<Grammar, 'xml'> | 'tag', RegExp> = {
  json: RegExp(`(?<name>${STRING})(?=\\s*:)|(?<text>${STRING})|(?<value>${NUMBER}|\\b(?:true|false|null)\\b)`, 'g'),
  bash: RegExp(`(?<text>'(?:[^']|'\\\\'')*'|${STRING})|(?<name>(?<=\\s)--?[\\w-]+)|(?<word>\\bcurl\\b)`, 'g'),
  javascript: codePattern(`${STRING}|\`[^\`]*\``, 'const await new', 'true false null'),
  python: codePattern(`f?${STRING}`, 'import', 'True False None'),
  csharp: codePattern(STRING, 'using var await new string', 'true false null'),
  tag: /(?<word><[/?!]?[\w:-]+(?:\s*\/?>)?|[/?]?>)|(?<name>[\w:-]+(?==))|(?<text>"[^"]*"|'[^']*')/g,
};

function codePattern(string: string, keywords: string, literals: string): RegExp {
  const anyOf = (words: string) => `\\b(?:${words.replaceAll(' ', '|')})\\b`;
  return RegExp(`(?<text>${string})|(?<word>${anyOf(keywords)})|(?<value>${NUMBER}|${anyOf(literals)})`, 'g');
}

/** Cuts code into tokens, which together are the code. */
export function tokensOf(code: string, grammar: Grammar): Token[] {
  if (grammar !== 'xml') return split(code, patterns[grammar]);
  const pieces = code.split(/(<(?:"[^"]*"|'[^']*'|[^>"'])*>)/);
  return pieces.flatMap((piece, index) => (index % 2 === 1 ? split(piece, patterns.tag) : plain(piece)));
}

function split(code: string, pattern: RegExp): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const { 0: text, index, groups = {} } of code.matchAll(pattern)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) as TokenKind;
    tokens.push(...plain(code.slice(at, index)), { text, kind });
    at = index + text.length;
  }
  return [...tokens, ...plain(code.slice(at))];
}

function plain(text: string): Token[] {
  return text === '' ? [] : [{ text }];
}

/** Cuts a text at the addresses in it: text and addresses by turns. */
export function splitAtAddresses(text: string): string[] {
  return text.split(/(https?:\/\/[^\s<>"'`]+)/);
}
