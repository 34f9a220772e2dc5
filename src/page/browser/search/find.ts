import MiniSearch from 'minisearch';
import { languages } from '../../code/samples/languages.js';
import type { Entry } from './collect-entries.js';

/** Words of a question that say nothing about what is looked for. */
const IDLE = new Set(
  'a an and by can do does for from how i in is it my of on or the to use using what with'.split(' '),
);

/** The most results that are shown. */
const MOST = 12;

/** Routes come before the fields and parameters that have the same words. */
const weights: Record<Entry['kind'], number> = {
  Route: 4,
  Permission: 2,
  Error: 2,
  Part: 2,
  Parameter: 1.2,
  Field: 1,
};

/** Returns a function that finds entries, the best first; all routes where nothing is looked for. */
export function createFinder(entries: readonly Entry[]): (text: string) => Entry[] {
  const index = new MiniSearch<Entry>({
    fields: ['title', 'about'],
    processTerm: (term) => {
      const word = term.toLowerCase();
      return IDLE.has(word) || languageOf(word) !== undefined ? null : word;
    },
    searchOptions: {
      boost: { title: 2 },
      prefix: true,
      fuzzy: 0.2,
      boostDocument: (id) => weights[entries[id as number]?.kind ?? 'Field'],
    },
  });
  index.addAll(entries);
  return (text) => {
    const found = index.search(text).map(({ id }) => entries[id as number] as Entry);
    return text.trim() === '' ? entries.filter(({ kind }) => kind === 'Route') : found.slice(0, MOST);
  };
}

/** Returns the language that a question names, such as `python`. */
export function languageIn(text: string): string | undefined {
  return text
    .toLowerCase()
    .split(/[\s,;?]+/)
    .map(languageOf)
    .find((id) => id !== undefined);
}

function languageOf(word: string): string | undefined {
  const name = { js: 'javascript', node: 'javascript', 'c#': 'csharp' }[word] ?? word;
  return languages.find(({ id }) => id === name)?.id;
}
