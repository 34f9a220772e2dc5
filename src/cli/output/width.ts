import stringWidth from 'string-width';

export function widthOf(text: string): number {
  // The package replaces emoji first, whose pattern takes longer than the rest of a table.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return Math.max(0, ...text.split('\n').map((line) => stringWidth(line)));
}

/** Wraps between words; breaks a long word after punctuation, or else anywhere. */
export function wrap(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => (widthOf(line) <= width ? [line] : linesOf(line, width)))
    .join('\n');
}

function linesOf(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  const add = (piece: string) => {
    if (line !== '' && widthOf((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  };
  for (const word of text.split(/(?<= )/)) {
    const pieces = widthOf(word.trimEnd()) <= width ? [word] : word.split(/(?<=[/_,.:])/);
    for (const piece of pieces) {
      add(piece);
      while (widthOf(line.trimEnd()) > width) {
        const start = startOf(line, width);
        lines.push(start);
        line = line.slice(start.length);
      }
    }
  }
  return [...lines, line.trimEnd()];
}

function startOf(text: string, width: number): string {
  let start = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (start !== '' && widthOf(start + segment) > width) break;
    start += segment;
  }
  return start;
}
