import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';

// Holds comments and texts to plain English: `npm run words`. It fails on a doc comment or a document that begins
// with a question word, and on words that have a plainer one, also across the end of a line.

const CODE = ['src', 'bin', 'tools'];
const DOCUMENTS = ['docs', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const EVERYTHING = [...CODE, 'docs', 'README.md', 'man', 'examples', 'deploy'];

/** The contract that was given, which is not ours to reword, and this list itself. */
const EXEMPT = ['docs/reference.md', `tools/${basename(import.meta.filename)}`];

const RULES = [
  {
    places: CODE,
    pattern: /^[ \t]*(?:\/\*\*|\*) (What|Who|Where|How|Whether|Some)\b/m,
    advice: 'begin a doc comment with a verb in the third person, or with a noun phrase',
  },
  {
    places: DOCUMENTS,
    pattern: /^# .*\n\n(What|Who|Where|How|Why|Which|When|Do|Does|Is|Are)\b/,
    advice: 'begin a document with a statement or an instruction',
  },
  {
    places: EVERYTHING,
    pattern:
      /(\b(?:in work|of no use|anew|blanks|in force|is told|tells (?:of|whether|what|how)|who goes on|so many|this many|go(?:es|ing)? on (?:with|by|for)|(?<!there )is no (?!longer|more\b|such)|behind (?:it|this|one)\b|at a time, each|at first sight|(?:of|from|to|for) who\b|who (?:goes|sleeps|prefers|repeats)|what (?:is longer|has a uid|sleeps|arrived)|that it names|use an uid|nothing else is left)|(?<=[a-z”] )(?<!arrives |and |const )alone\b|, too\b(?! (?:far|old|big|late|long|many|much|short))|\bany more\b(?! than)|\bmeanwhile\b|\bof (?:its|their|an) own\b|\bwhoever\b|\bwhich says so\b|\bpracti[cs]e to\b|\bfor anything\b|\bwhatever it\b|\bwhat is known\b|\bbetween which\b|\bnot before the\b|\bhas two copies\b)/i,
    advice: 'say plainly who does what, when, with the word of the field: only, also, no longer, separate',
  },
  {
    places: DOCUMENTS,
    pattern:
      /\b(in earnest|at first sight|some (?=\d)|also where|what is no (?!longer|more)|as it may have|may stand|(?:stands?|standing) (?:in|on|at|below|behind)(?! for)|what stands|a terminal neither|tidies up|dies of|comes? again within|without a restart but|none of the requests)\b/i,
    advice: 'say plainly who does what',
  },
];

/** Returns the files of a place: a folder, a file, or nothing where there is none. */
function filesOf(place) {
  if (!existsSync(place) || statSync(place).isFile()) return existsSync(place) ? [place] : [];
  const entries = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/')).sort();
}

/** A space, or the end of a line with what may surround it: a quotation mark, the beginning of a comment. */
const GAP = '(?: |[\'"`]?(?: \\+)?\\n[ \\t]*(?:[*#]|\\/\\/|[\'"`])? *)';

/** Returns a pattern whose spaces also match the end of a line. */
function acrossLines({ source, flags }) {
  return new RegExp(source.replaceAll(/(?<!\[)\\? (?!\*|\\t)/g, GAP), `${flags}g`);
}

for (const { places, pattern, advice } of RULES) {
  const across = acrossLines(pattern);
  for (const file of places.flatMap(filesOf).filter((each) => !EXEMPT.includes(each))) {
    const text = readFileSync(file, 'utf8');
    for (const { index, 1: found } of text.matchAll(across)) {
      process.exitCode = 1;
      const line = text.slice(0, index).split('\n').length;
      process.stdout.write(`${file}:${line}: “${found.replaceAll(/\s+(?:[*#]|\/\/)?\s*/g, ' ')}”: ${advice}\n`);
    }
  }
}
