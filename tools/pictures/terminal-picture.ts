import { isLine, linePath } from './box-drawing.js';
import type { Run, Screen } from './screen.js';
import type { Theme } from './theme.js';

/** The size of a character, of the frame around the text, and of the bar above it, in pixels. */
const CELL = { width: 8.5, height: 19 };
const FRAME = 22;
const BAR = 34;

interface Palette {
  ground: string;
  edge: string;
  ink: string;
  quiet: string;
  /** Red, green, yellow, blue, magenta and cyan: the colours 1 to 6 of a terminal. */
  colours: readonly [string, string, string, string, string, string];
}

const palettes: Record<Theme, Palette> = {
  light: {
    ...{ ground: '#fffdf8', edge: '#d9d4c6', ink: '#1c2134', quiet: '#6b7084' },
    colours: ['#a3273a', '#00655c', '#8a4a00', '#0b5c7a', '#7a2f83', '#0b5c7a'],
  },
  dark: {
    ...{ ground: '#0c1020', edge: '#27304f', ink: '#e9ecf7', quiet: '#8892b4' },
    colours: ['#ff9fa8', '#86e0d6', '#ffc978', '#8fd0f0', '#e3a8ef', '#8fd0f0'],
  },
};

const FONT = "ui-monospace,SFMono-Regular,'SF Mono',Menlo,Consolas,'Liberation Mono',monospace";

/** Draws what a terminal shows as SVG, which stays sharp at any size. Each run keeps its columns, whatever the font is. */
export function drawTerminal({ columns, lines }: Screen, theme: Theme, title: string): string {
  const palette = palettes[theme];
  const width = columns * CELL.width + 2 * FRAME;
  const height = lines.length * CELL.height + BAR + 1.5 * FRAME;
  const body = lines.flatMap((runs, line) =>
    runs.map((run) => drawRun(run, BAR + FRAME / 2 + line * CELL.height, palette)),
  );
  const dots = [0, 1, 2].map((dot) => `<circle cx="${FRAME + 6 + dot * 20}" cy="${BAR / 2 + 3}" r="6"/>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(title)}">
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="10" fill="${palette.ground}" stroke="${palette.edge}"/>
<g fill="${palette.edge}">${dots}</g>
<g font-family="${FONT}" font-size="14" fill="${palette.ink}" xml:space="preserve" style="white-space:pre">
${body.join('')}</g>
</svg>
`;
}

/** Draws a run: its words as text, its lines as a path. */
function drawRun({ column, text, isBold, isDim, colour }: Run, top: number, palette: Palette): string {
  const left = FRAME + column * CELL.width;
  const ink = colour === undefined ? undefined : palette.colours[(colour % 8) - 1];
  const fill = ink ?? (isDim ? palette.quiet : undefined);
  const looks = `${fill ? ` fill="${fill}"` : ''}${isBold ? ' font-weight="700"' : ''}`;
  const characters = [...text];
  const paths = [1, 2].map((weight) => {
    const path = characters
      .map((character, index) =>
        linePath(character, round(left + index * CELL.width), top, CELL.width, CELL.height, weight),
      )
      .join('');
    const stroke = weight === 1 ? palette.quiet : (ink ?? palette.ink);
    return path && `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${weight}"/>\n`;
  });
  const words = characters.map((character) => (isLine(character) ? ' ' : character)).join('');
  const texts = [...words.matchAll(/\S+(?: \S+)*/g)].map(({ 0: word, index }) => {
    const [x, y] = [round(left + index * CELL.width), round(top + CELL.height * 0.73)];
    const length = round(word.length * CELL.width);
    return `<text x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${looks}>${escapeXml(word)}</text>\n`;
  });
  return [...paths, ...texts].join('');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
