import stringWidth from 'string-width';

/** Latin letters, punctuation and borders, of which each character takes one column. © and ® can be emoji, which take two. */
export const SINGLE_WIDTH = /^[ -~\u00a1-\u00a8\u00aa-\u00ac\u00af-\u02ff\u2010-\u2027\u2500-\u257f]*$/;

let segmenter: Intl.Segmenter | undefined;

/**
 * Returns how many columns of a terminal a sanitized text takes: those of its longest line. cli-table3 measures with the
 * same package in the same version, so that cells which are cut here fit there.
 */
export function widthOf(text: string): number {
  if (SINGLE_WIDTH.test(text)) return text.length;
  return text.split('\n').reduce((widest, line) => Math.max(widest, stringWidth(line)), 0);
}

/**
 * Narrows columns until they fit into a line, the widest first and none below `least`.
 *
 * @returns undefined when they cannot fit
 */
export function fitColumns(widths: readonly number[], available: number, least: number): number[] | undefined {
  const fitted = [...widths];
  let surplus = fitted.reduce((sum, width) => sum + width, 0) - available;
  while (surplus > 0) {
    const widest = Math.max(...fitted);
    if (widest <= least) return undefined;
    const next = Math.max(least, ...fitted.filter((width) => width < widest));
    const giving = fitted.filter((width) => width === widest).length;
    const step = Math.max(1, Math.min(widest - next, Math.floor(surplus / giving)));
    for (let index = 0; index < fitted.length && surplus > 0; index++) {
      if (fitted[index] !== widest) continue;
      fitted[index] = widest - step;
      surplus -= step;
    }
  }
  return fitted;
}

/**
 * Wraps text to a width, between words where possible, else after punctuation. Text after `most` lines is cut, which “…” shows.
 */
export function wrap(text: string, width: number, most: number): string[] {
  if (text.length <= width && SINGLE_WIDTH.test(text)) return [text.trimEnd()];
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let rest = paragraph;
    do {
      if (lines.length === most) return [...lines.slice(0, -1), ellipsis(lines.at(-1) ?? '', width)];
      const line = takeLine(rest, width);
      lines.push(line.trimEnd());
      rest = rest.slice(line.length).trimStart();
    } while (rest !== '');
  }
  return lines;
}

/** Puts a text on one line, and cuts it to a width, which “…” shows. */
export function cut(text: string, width: number): string {
  const line = text.replace(/\s+/g, (spaces) => (spaces.includes('\n') ? ' ' : spaces)).trimEnd();
  return widthOf(line) <= width ? line : ellipsis(takeWidth(line, width), width);
}

function takeLine(text: string, width: number): string {
  if (text.length <= width && widthOf(text) <= width) return text;
  const line = takeWidth(text, width);
  if (line.length === text.length || /\s/.test(text.charAt(line.length))) return line;
  const end = line.lastIndexOf(' ') + 1 || Math.max(...BREAKS.map((each) => line.lastIndexOf(each))) + 1;
  return end > 1 ? line.slice(0, end) : line;
}

/** Behind these a word can be broken: an address, a list or a name in snake case. */
const BREAKS = ['/', '_', ',', '.', ':'];

/** Returns the parts of a text between the places where a line can end. */
export function partsOf(text: string): string[] {
  return text.match(/[^\s/_,.:]*[/_,.:]?/g) ?? [];
}

/** Returns the longest prefix that fits: whole characters, and at least one. */
function takeWidth(text: string, width: number): string {
  if (SINGLE_WIDTH.test(text)) return text.slice(0, Math.max(width, 1));
  // Creating one takes a quarter of the start of Node.js.
  segmenter ??= new Intl.Segmenter();
  let taken = '';
  let used = 0;
  // Combining marks and joined emoji take several code units per column: four times the width is enough.
  for (const { segment } of segmenter.segment(text.slice(0, width * 4 + 16))) {
    used += widthOf(segment);
    if (used > width && taken !== '') break;
    taken += segment;
  }
  return taken;
}

function ellipsis(line: string, width: number): string {
  return `${widthOf(line) < width ? line : takeWidth(line, width - 1)}…`;
}
