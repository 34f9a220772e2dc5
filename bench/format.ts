import type { Table } from './results.js';

/** Returns a number with three digits that count, and thousands apart. */
export function formatNumber(value: number): string {
  if (Math.abs(value) >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString('en');
  return value.toPrecision(3);
}

/** Returns a table in Markdown, with numbers on the right. */
export function formatTable({ head, lines }: Pick<Table, 'head' | 'lines'>): string {
  const isNumber = head.map((_, column) => lines.every((line) => typeof line[column] === 'number'));
  const cells = lines.map((line) => line.map((cell) => (typeof cell === 'number' ? formatNumber(cell) : cell)));
  const rule = isNumber.map((each) => (each ? '---:' : '---'));
  const [first, ...rest] = [head, ...cells].map((line) => `| ${line.join(' | ')} |`);
  return [first, `|${rule.join('|')}|`, ...rest].join('\n');
}
