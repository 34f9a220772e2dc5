import MiniSearch, { type SearchResult } from 'minisearch';
import { languages } from '../../code/samples/languages.js';
import type { Entry } from './collect-entries.js';
import { isNumber, othersFor, wordsOf, wordsOfQuestion } from './words.js';

/** The most results that are shown. */
const MOST = 12;

/** The most results whose sentences are looked at. */
const CONSIDERED = 40;

/** The kinds that answer questions come before their parts. */
const weights: Record<Entry['kind'], number> = {
  Route: 1.5,
  Guide: 2.3,
  Error: 1.1,
  Permission: 1.2,
  'For hosts': 1,
  Part: 1.6,
  Parameter: 0.8,
  Field: 0.6,
};

/** A result: an entry, and its sentence that answers. */
export interface Hit {
  entry: Entry;
  /** The sentence, in pieces; those at odd places are words that were looked for. */
  sentence: string[];
  score: number;
}

/** Returns a function that finds entries, the best first; all routes where nothing is looked for. */
export function createFinder(entries: readonly Entry[]): (text: string) => Hit[] {
  const index = new MiniSearch<Entry>({
    fields: ['title', 'place', 'text', 'more'],
    extractField: (entry, field) => [entry[field as keyof Entry]].flat().join('\n'),
    tokenize: wordsOf,
    processTerm: (term) => term,
  });
  index.addAll(entries);
  return (text) => {
    const asked = wordsOfQuestion(withoutLanguage(text));
    if (asked.length === 0) return entries.filter(({ kind }) => kind === 'Route').map(asListed);
    const results = index.search(asked.join(' '), {
      tokenize: (words) => words.split(' '),
      processTerm: (word) => [word, ...othersFor(word)],
      boostTerm: (word) => (isNumber(word) ? 4 : asked.includes(word) ? 1 : 0.5),
      boost: { title: 2, place: 1.2, more: 0.3 },
      prefix: (word) => !isNumber(word) && word.length > 2,
      fuzzy: (word) => (!isNumber(word) && word.length > 4 ? 0.2 : false),
      weights: { prefix: 0.4, fuzzy: 0.25 },
      bm25: { k: 1.2, b: 0.3, d: 0.5 },
      boostDocument: (id) => weights[entries[id as number]?.kind ?? 'Field'],
    });
    const hits = results
      .slice(0, CONSIDERED)
      .map((result) => toHit(entries[result.id as number] as Entry, result, asked));
    return hits.sort((one, other) => other.score - one.score).slice(0, MOST);
  };
}

/** Returns an entry as it stands in a list that nobody has asked a question of. */
export function asListed(entry: Entry): Hit {
  return { entry, sentence: [entry.text[0] ?? ''], score: 0 };
}

/** Chooses the sentence that has the most of the question, and marks its words. An entry that says all of it in one place counts more. */
function toHit(entry: Entry, { match, score }: SearchResult, asked: readonly string[]): Hit {
  const matched = new Set(Object.keys(match));
  const share = (text: string, other = 1) => {
    const words = new Set(wordsOf(text).filter((word) => matched.has(word)));
    const worth = (word: string) => (words.has(word) ? 1 : othersFor(word).some((each) => words.has(each)) ? other : 0);
    return asked.reduce((sum, word) => sum + worth(word), 0) / asked.length;
  };
  const sentences = [...entry.text, ...entry.more];
  // Of two sentences, the one in the words of the question is shown.
  const shares = sentences.map((sentence) => share(sentence, 0.8));
  const best = sentences[shares.indexOf(Math.max(...shares))] ?? '';
  const whole = share(`${entry.title} ${entry.place} ${best}`);
  return { entry, sentence: mark(best, matched), score: score * (0.2 + whole ** 2) };
}

/** Cuts a sentence at its words that matched: those stand at the odd places. */
function mark(sentence: string, matched: ReadonlySet<string>): string[] {
  const pieces = [''];
  for (const piece of sentence.split(/([^\s,;()]+)/)) {
    if (wordsOf(piece).some((word) => matched.has(word))) pieces.push(piece, '');
    else pieces.push((pieces.pop() ?? '') + piece);
  }
  return pieces;
}

/** Returns the language that a question names, such as `python`. */
export function languageIn(text: string): string | undefined {
  return text
    .toLowerCase()
    .split(/[\s,;?]+/)
    .map(languageOf)
    .find((id) => id !== undefined);
}

/** Leaves out the language that examples are asked for in, where more is asked for than a thing of that language. */
function withoutLanguage(text: string): string {
  const words = text.split(/[\s,;?]+/);
  const others = words.filter((word) => languageOf(word.toLowerCase()) === undefined).join(' ');
  return wordsOfQuestion(others).length > 1 ? others : text;
}

function languageOf(word: string): string | undefined {
  const name = { js: 'javascript', node: 'javascript', 'c#': 'csharp' }[word] ?? word;
  return languages.find(({ id }) => id === name)?.id;
}
