import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import xterm, { type IBufferCell, type Terminal } from '@xterm/headless';
import { type Demo, PROGRAM } from './demo.js';

/** A part of a line of the terminal that looks the same. */
export interface Run {
  /** The column of its first character. */
  column: number;
  text: string;
  isBold: boolean;
  isDim: boolean;
  /** The number of the colour, 0 to 15; absent for that of plain text. */
  colour?: number;
}

/** The visible contents of a terminal. */
export interface Screen {
  columns: number;
  lines: Run[][];
}

const COLUMNS = 96;
const ROWS = 40;

/** Rows of the batch, and those that are done when the picture is taken. */
const BATCH = 240;
const DONE = 150;

/** A shell that waits for a line. */
const PROMPT_SHOWN = /(^|\n)\$ $/;

/** Ctrl-C. A batch waits for its answer after the first one, and ends at the next. */
const INTERRUPT = '\x03';

/** Milliseconds between two of them. */
const PATIENCE = 200;

/** Milliseconds after which the terminal counts as hung. */
const HANG = 250_000;

const assign = 'POST /datacard/{uid}';

/**
 * Types three commands into a shell on a real pseudo-terminal, and returns what the terminal shows while the last one is at work.
 */
export async function recordScreen(demo: Demo): Promise<Screen> {
  // The batch pauses long enough that its progress is shown, and then until the picture is taken.
  await demo.delay(assign, '1ms', DONE - 1);
  await demo.delay(assign, '1500ms', 1);
  await demo.delay(assign, '1h', BATCH);
  const folder = mkdtempSync(join(tmpdir(), 'svcapi-picture-'));
  try {
    writeFileSync(join(folder, 'svcapi'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`, { mode: 0o755 });
    writeFileSync(join(folder, 'production.csv'), batch());
    return await record(demo, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the file of a batch: datacards of Hana’s faction, for the shipyard that it owns. */
function batch(): string {
  const rows = Array.from({ length: BATCH }, (_, index) => `14:${(index % 6) + 1},4:1,${(index % 3) + 1}\n`);
  return `datacard,entity,uses\n${rows.join('')}`;
}

async function record(demo: Demo, folder: string): Promise<Screen> {
  const terminal = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true });
  const env = {
    ...{ PATH: [folder, process.env.PATH].join(delimiter), HOME: folder, SHELL: 'bash', TERM: 'xterm-256color' },
    ...{ LC_ALL: 'C.UTF-8', PROMPT: '\\[\\e[32m\\]$\\[\\e[0m\\] ', SVCAPI_URL: demo.url, SVCAPI_TOKEN: demo.token },
  };
  // A shell that edits no line prints what is typed and nothing else.
  const shell = `stty cols ${COLUMNS} rows ${ROWS}; PS1=$PROMPT exec bash --norc --noprofile --noediting -i`;
  const child = spawn('script', ['-qec', shell, '/dev/null'], { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const steps: [shown: RegExp, typed: string][] = [
    [PROMPT_SHOWN, 'svcapi time --cgt "Year 27 Day 12"\n'],
    [PROMPT_SHOWN, 'svcapi creditlog --all --plot\n'],
    [PROMPT_SHOWN, 'svcapi datacard assign --batch production.csv\n'],
    [new RegExp(`${DONE} of ${BATCH} rows$`), INTERRUPT],
    // The shell ends when its commands have: they write into the folder.
    [PROMPT_SHOWN, 'exit\n'],
  ];
  let screen: Screen | undefined;
  let interrupts: NodeJS.Timeout | undefined;
  const timer = setTimeout(() => child.kill('SIGKILL'), HANG);
  try {
    for await (const chunk of child.stdout) {
      await new Promise<void>((resolve) => terminal.write(chunk, resolve));
      if (!steps[0]?.[0].test(textOf(terminal))) continue;
      const [[, typed] = ['', '']] = steps.splice(0, 1);
      child.stdin.write(typed);
      clearInterval(interrupts);
      if (typed !== INTERRUPT) continue;
      screen = { columns: COLUMNS, lines: linesOf(terminal) };
      interrupts = setInterval(() => child.stdin.write(INTERRUPT), PATIENCE);
    }
    if (!screen || steps.length > 0) {
      throw new Error(`The terminal closed before it showed ${steps[0]?.[0]}:\n${textOf(terminal)}`);
    }
    return screen;
  } finally {
    clearTimeout(timer);
    clearInterval(interrupts);
    child.kill('SIGKILL');
  }
}

/** Returns the text up to the cursor, with what has scrolled away. */
function textOf(terminal: Terminal): string {
  const { active } = terminal.buffer;
  const row = active.baseY + active.cursorY;
  const lines = Array.from({ length: row }, (_, y) => active.getLine(y)?.translateToString(true) ?? '');
  const last = active.getLine(row)?.translateToString(false, 0, active.cursorX) ?? '';
  return [...lines, last].join('\n');
}

function linesOf(terminal: Terminal): Run[][] {
  const { active } = terminal.buffer;
  return Array.from({ length: active.cursorY + 1 }, (_, y) => {
    const runs: Run[] = [];
    const line = active.getLine(y);
    for (let column = 0; column < COLUMNS; column++) {
      const cell = line?.getCell(column);
      if (cell) append(runs, { column, text: cell.getChars() || ' ', ...looksOf(cell) });
    }
    return runs.filter(({ text }) => text.trim() !== '');
  });
}

function looksOf(cell: IBufferCell): Omit<Run, 'column' | 'text'> {
  const looks = { isBold: cell.isBold() !== 0, isDim: cell.isDim() !== 0 };
  return cell.isFgPalette() ? { ...looks, colour: cell.getFgColor() } : looks;
}

/** Adds a cell to the last run if it looks the same. */
function append(runs: Run[], cell: Run): void {
  const last = runs.at(-1);
  const isSame = last?.isBold === cell.isBold && last.isDim === cell.isDim && last.colour === cell.colour;
  if (last && isSame) last.text += cell.text;
  else runs.push(cell);
}
