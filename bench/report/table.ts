/** Returns a row of a table in Markdown, on one line. */
export function renderCells(cells: readonly string[]): string {
  const one = cells.map((cell) => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '/'));
  return `| ${one.join(' | ')} |`.replaceAll('|  |', '| |').replaceAll('|  |', '| |');
}
