import Table from 'cli-table3';
import type { Tone } from './column.js';
import { widthOf } from './fit.js';

/** A cell of a table: lines that fit into its column. */
export interface Cell {
  lines: readonly string[];
  tone?: Tone | undefined;
}

/** The form of a table. */
export interface Frame {
  widths: readonly number[];
  aligns: readonly ('left' | 'right')[];
  /** Draw borders in ASCII. */
  ascii: boolean;
  /** Only the first part of a table has a top border and only the last a bottom border, so that parts join. */
  isFirst: boolean;
  isLast: boolean;
}

/** Colours a text. */
export type Paint = (text: string, tone: Tone | undefined) => string;

const ASCII = {
  ...{ top: '-', 'top-left': '+', 'top-mid': '+', 'top-right': '+' },
  ...{ mid: '-', 'left-mid': '+', 'mid-mid': '+', 'right-mid': '+' },
  ...{ bottom: '-', 'bottom-left': '+', 'bottom-mid': '+', 'bottom-right': '+' },
  ...{ left: '|', middle: '|', right: '|' },
};

/**
 * Renders a part of a table. cli-table3 draws the borders, the header and one empty row, whose form the rows take: drawing fifty rows
 * takes it as long as Node.js takes to start, because it prepares every cell for cells that span others.
 */
export function renderTable(head: readonly Cell[], rows: readonly Cell[][], frame: Frame, paint: Paint): string {
  const { widths, aligns, ascii, isFirst, isLast } = frame;
  const painted = ({ lines, tone }: Cell) => paint(lines.join('\n'), tone);
  const table = new Table({
    head: head.map(painted),
    colWidths: widths.map((width) => width + 2),
    colAligns: [...aligns],
    style: { head: [], border: [], compact: true },
    chars: {
      ...(ascii ? ASCII : {}),
      ...(isFirst ? {} : { top: '', 'top-left': '', 'top-mid': '', 'top-right': '' }),
      ...(isLast ? {} : { bottom: '', 'bottom-left': '', 'bottom-mid': '', 'bottom-right': '' }),
    },
  });
  table.push(widths.map(() => ''));
  const { left, middle, right } = table.options.chars;
  const drawn = table.toString().split('\n');
  const below = isLast ? drawn.splice(-1) : [];
  const above = drawn.slice(0, -1);

  const rowLines = (cells: Cell[]) => {
    const columns = cells.map((cell, index) => padded(cell, painted(cell), widths[index] ?? 0, aligns[index]));
    const height = Math.max(...columns.map((lines) => lines.length));
    const blank = widths.map((width) => ' '.repeat(width));
    return Array.from({ length: height }, (_, line) => {
      const content = columns.map((lines, index) => lines[line] ?? blank[index]);
      return `${left} ${content.join(` ${middle} `)} ${right}`;
    });
  };
  return `${[...above, ...rows.flatMap(rowLines), ...below].join('\n')}\n`;
}

/** Returns the painted lines of a cell, as wide as its column. */
function padded({ lines }: Cell, painted: string, width: number, align: 'left' | 'right' | undefined): string[] {
  return painted.split('\n').map((line, index) => {
    const spaces = ' '.repeat(Math.max(0, width - widthOf(lines[index] ?? '')));
    return align === 'right' ? spaces + line : line + spaces;
  });
}
