import Table from 'cli-table3';
import type { Tone } from './column.js';

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

/** The names that cli-table3 has for the parts of a border. */
const TOP = ['top', 'top-left', 'top-mid', 'top-right'];
const MIDDLE = ['mid', 'left-mid', 'mid-mid', 'right-mid'];
const BOTTOM = ['bottom', 'bottom-left', 'bottom-mid', 'bottom-right'];

const ASCII = {
  ...Object.fromEntries(
    [TOP, MIDDLE, BOTTOM].flatMap(([line = '', ...joints]) => [[line, '-'], ...joints.map((joint) => [joint, '+'])]),
  ),
  left: '|',
  middle: '|',
  right: '|',
};

/** Leaves parts of a border out. */
const without = (parts: readonly string[]) => Object.fromEntries(parts.map((part) => [part, '']));

/** Renders a part of a table. */
export function renderTable(head: readonly Cell[], rows: readonly Cell[][], frame: Frame, paint: Paint): string {
  const { widths, aligns, ascii, isFirst, isLast } = frame;
  const painted = (cells: readonly Cell[]) => cells.map(({ lines, tone }) => paint(lines.join('\n'), tone));
  const table = new Table({
    head: painted(head),
    colWidths: widths.map((width) => width + 2),
    colAligns: [...aligns],
    style: { head: [], border: [], compact: true },
    chars: {
      ...(ascii ? ASCII : {}),
      ...(isFirst ? {} : without(TOP)),
      ...(isLast ? {} : without(BOTTOM)),
    },
  });
  table.push(...rows.map(painted));
  return `${table.toString()}\n`;
}
