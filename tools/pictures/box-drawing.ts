/** The weight of each arm of a character that draws lines: up, right, down, left. */
type Arms = readonly [number, number, number, number];

const ARMS: Readonly<Record<string, Arms>> = {
  '─': [0, 1, 0, 1],
  '│': [1, 0, 1, 0],
  '┌': [0, 1, 1, 0],
  '┐': [0, 0, 1, 1],
  '└': [1, 1, 0, 0],
  '┘': [1, 0, 0, 1],
  '├': [1, 1, 1, 0],
  '┤': [1, 0, 1, 1],
  '┬': [0, 1, 1, 1],
  '┴': [1, 1, 0, 1],
  '┼': [1, 1, 1, 1],
  '━': [0, 2, 0, 2],
  '┃': [2, 0, 2, 0],
  '┏': [0, 2, 2, 0],
  '┓': [0, 0, 2, 2],
  '┗': [2, 2, 0, 0],
  '┛': [2, 0, 0, 2],
};

export function isLine(character: string): boolean {
  return character in ARMS;
}

/**
 * Returns the path of a character that draws lines, within a cell. Fonts leave gaps between them, each its own.
 *
 * @param weight of the arms that are drawn: 1 or 2
 */
export function linePath(
  character: string,
  x: number,
  y: number,
  width: number,
  height: number,
  weight: number,
): string {
  const arms = ARMS[character] ?? [0, 0, 0, 0];
  const [centreX, centreY] = [x + width / 2, y + height / 2];
  const ends = [`V${y}`, `H${x + width}`, `V${y + height}`, `H${x}`];
  return arms.map((arm, index) => (arm === weight ? `M${centreX} ${centreY}${ends[index]}` : '')).join('');
}
