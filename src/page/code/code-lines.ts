import type { Token } from './highlight.js';

export interface Line {
  indentation: string;
  tokens: Token[];
}

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
  return lines.map(([first = { text: '' }, ...rest]) => {
    const text = first.text.replace(/^ +/, '');
    const indentation = ' '.repeat(first.text.length - text.length);
    return { indentation, tokens: [{ ...first, text }, ...rest] };
  });
}
