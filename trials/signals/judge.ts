import { readdirSync } from 'node:fs';
import type { Case } from './cases.js';
import type { Ended } from './program.js';
import { shellCodes } from './program.js';

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
  if (code === shellCodes[event]) return true;
  return line.path === 'serve' ? code === 0 : code <= LAST_CODE && !line.runsOn;
}

/** Reports whether a text is a JSON document, or the beginning of a list of which every row is a whole line. */
function isWhole(text: string): boolean {
  if (text === '' || text === '[\n' || isJson(text)) return true;
  return text
    .replace(/^\[\n/, '')
    .trimEnd()
    .split('\n')
    .every((row) => isJson(row.replace(/,$/, '')));
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
  /^(galaxy\.(ndjson|db(-wal|-shm|\.\w+(-\w+)*)?)|rows\.csv|token\.txt|new\.ndjson|copy\.db|pid|\.output|\.config\/svcapi\/\w+\.\w+|\.local\/state\/svcapi\/batches\/\w+\.ndjson)$/;

/** Returns the files in a home that nobody asked for. */
export function leftFiles(home: string): string[] {
  const entries = readdirSync(home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  const names = files.map(({ parentPath, name }) => `${parentPath}/${name}`.slice(home.length + 1));
  return names.filter((name) => !EXPECTED.test(name));
}
