import type { Token } from './tokens.js';

/** A line of code with its end, whose continuation on the screen is indented deeper than the line. */
export interface Line {
  tokens: Token[];
  /** The names of its style. */
  style: string;
}

/** The deepest indentation, in characters, for which there is a style. */
const DEEPEST = 16;

/** Cuts the tokens of code into lines. */
export function linesOf(tokens: readonly Token[]): Line[] {
  const lines: Token[][] = [];
  let isEnded = true;
  for (const token of tokens) {
    for (const text of token.text.match(/[^\n]*\n|[^\n]+/g) ?? []) {
      if (isEnded) lines.push([]);
      lines.at(-1)?.push({ ...token, text });
      isEnded = text.endsWith('\n');
    }
  }
  return lines.map((line) => ({ tokens: line, style: styleOf(line) }));
}

function styleOf(line: readonly Token[]): string {
  const [indentation = ''] = /^ */.exec(line.map(({ text }) => text).join('')) ?? [];
  const depth = Math.min(indentation.length - (indentation.length % 2), DEEPEST);
  return depth === 0 ? 'l' : `l l${depth}`;
}
