import { readdirSync } from 'node:fs';
import type { InterruptSignal } from '../../src/cli/exit-status.js';
import type { Random } from '../../src/demo/random.js';
import type { CommandLine, CommandLines } from './command-lines.js';
import { type Ended, type Output, shellCode } from './program.js';

/** What happens to a program: a signal, a reader that leaves, or a disk that is full. */
export type Event = InterruptSignal | 'leave' | 'full';

/** A command line, and what happens to it. */
export interface Case {
  line: CommandLine;
  event: Event;
  output: Output;
  /** True at a service that takes calls and never answers. */
  isSilent: boolean;
  /** The part of its usual time after which the event comes. */
  part: number;
  /** Characters of its output after which a reader leaves, if that is earlier. */
  read: number;
}

/** The events, each with the standard outputs on which it happens, in the order of the cases. */
const ways: readonly [event: Event, output: Output][] = [
  ['SIGINT', 'a pipe'],
  ['leave', 'a pipe'],
  ['SIGTERM', 'a file'],
  ['full', 'a full disk'],
  ['SIGHUP', 'a terminal'],
  ['SIGTERM', 'a pipe'],
  ['leave', 'a terminal'],
  ['SIGINT', 'a file'],
  ['leave', 'a pipe'],
  ['SIGTERM', 'a terminal'],
  ['SIGHUP', 'a pipe'],
  ['SIGINT', 'a terminal'],
  ['SIGHUP', 'a file'],
];

/** Returns a case: the command lines take turns, in an order that does not follow that of the events. */
export function caseOf(number: number, random: Random, { all, endless }: CommandLines): Case {
  const [event, output] = ways[number % ways.length] as (typeof ways)[number];
  const isSignal = event !== 'leave' && event !== 'full';
  const lines = !isSignal && random.chance(0.5) ? endless : all;
  const fitting = lines.filter((line) => isSignal || notices(line, event));
  const line = fitting[(number * 61) % fitting.length] as CommandLine;
  const asJson = line.hasJson && output !== 'a terminal' && random.chance(0.5);
  return {
    ...{ event, output, isSilent: isSignal && random.chance(0.25), part: random.next() * 1.3 },
    line: asJson ? { ...line, argv: [...line.argv, '--json'] } : line,
    read: random.pick([0, 1, 100, 5000, 70_000, 200_000]),
  };
}

/** Reports whether a command ends by itself after the event. */
function notices({ runsOn, endsWithReader, repeats }: CommandLine, event: 'leave' | 'full'): boolean {
  return !runsOn || (event === 'leave' ? endsWithReader : repeats !== undefined);
}

/** The exit codes of commands that end by themselves: docs/command-line.md. */
const LAST_CODE = 9;

/** Returns what is wrong with the end of a program, if anything. */
export function problemOf(each: Case, ended: Ended): string | undefined {
  const { code, stderr } = ended;
  const shown = each.output === 'a terminal' ? ended.stdout : stderr;
  if (!isExpected(each, code)) return `ended with ${code}: ${shown.slice(-300)}`;
  const trace = /^.*(?:\n\s+at .+[:(]|node:internal|EPIPE).*/m.exec(shown);
  if (trace) return `printed ${trace[0]}`;
  const isJudged = each.line.argv.includes('--json') && each.event !== 'leave' && each.event !== 'full';
  return isJudged && !isWhole(ended.stdout) ? `printed half a row of JSON: …${ended.stdout.slice(-100)}` : undefined;
}

function isExpected({ line, event, output }: Case, code: number): boolean {
  // The shell of a terminal that closes is not there any more.
  if (event === 'leave' && output === 'a terminal') return true;
  if (event === 'leave') return line.endsWithReader ? code === 0 : code <= LAST_CODE;
  if (event === 'full') return line.repeats === undefined ? code <= LAST_CODE : code === 1;
  if (code === shellCode(event)) return true;
  return line.path === 'serve' ? code === 0 : code <= LAST_CODE && !line.runsOn;
}

/** Reports whether a text is a JSON document, or the beginning of a list of which every row is a whole line. */
function isWhole(text: string): boolean {
  if (text === '' || text === '[\n' || isJson(text)) return true;
  const rows = text.trimEnd().replace(/^\[\n/, '');
  return rows.split('\n').every((row) => isJson(row.replace(/,$/, '')));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What commands may leave in their home: what it had, what they are told to write, and their own files. */
const EXPECTED =
  /^(galaxy\.(ndjson|db(-wal|-shm|\.\w+(-\w+)*)?)|rows\.csv(\.done)?|token\.txt|new\.ndjson|copy\.db|pid|\.output|\.config\/svcapi\/\w+\.\w+)$/;

/** Returns the files in a home that nobody asked for. */
export function leftFiles(home: string): string[] {
  const entries = readdirSync(home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  const names = files.map(({ parentPath, name }) => `${parentPath}/${name}`.slice(home.length + 1));
  return names.filter((name) => !EXPECTED.test(name));
}
