const PIECE = /<(?:"[^<"]*"|'[^<']*'|[^<>"'])*>|[^<]+/g;

/** Indents only elements that hold nothing but elements: text stays unchanged. Drops the XML declaration. */
export function indentXml(text: string): string {
  const lines: string[] = [];
  let depth = 0;
  // True while the last line is open: it ends with a start tag, or with the text of that element.
  let isOpen = false;
  for (const [piece] of text.replace(/^<\?xml.*?\?>\s*/, '').matchAll(PIECE)) {
    const isEnd = piece.startsWith('</');
    if (isEnd) depth -= 1;
    if (!piece.startsWith('<') || (isEnd && isOpen)) lines.push((lines.pop() ?? '') + piece);
    else lines.push('  '.repeat(depth) + piece);
    const isStart = /^<[^/?!]/.test(piece) && !piece.endsWith('/>');
    if (isStart) depth += 1;
    if (piece.startsWith('<')) isOpen = isStart;
  }
  return lines.join('\n');
}
