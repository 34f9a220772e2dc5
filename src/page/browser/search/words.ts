/** Words of a question that say nothing about what is looked for. */
const IDLE = new Set(
  (
    'a an and are as at be been by can could do does did for from get gets give had has have how i if in into is it its like ' +
    'make me mine must my need of on or our per shall should show so somebody someone tell than that the their them then there these ' +
    'they this to up us use used using want was we were what when which who whose why will with without would you your'
  ).split(' '),
);

/** Words that people use for the same thing. A question with one of a line also finds the others. */
const synonyms = [
  'paid pay payer payment sender transaction',
  'balance money credits wallet',
  'paging page pagination next start_index offset',
  'item result row',
  'sort order newest',
  'retry repeat idempotency',
  'call request',
  'revoke remove take',
  'event happen notify news',
  'browser cors',
  'game galactic cgt',
  'blocked blacklist banned unblock block',
  'live follow stream push realtime real-time websocket',
  'date time timestamp calendar day',
  'player character',
  'app program application client',
  'sign-in login signin',
  'factory facility station production',
];

const synonymsOf = new Map<string, string[]>();
for (const line of synonyms) {
  const words = line.split(' ').map(stemOf);
  for (const word of words) synonymsOf.set(word, [...(synonymsOf.get(word) ?? []), ...words]);
}

/** A number, with its sign; a word; or a name of several parts, such as `X-RateLimit-Limit` and `14:1`. */
const WORD = /-\d+|[\p{L}\p{N}]+(?:[._:’'-][\p{L}\p{N}]+)*/gu;

/** Returns the words of a text in the form in which they are compared. A name of several parts is one word, and so is each part. */
export function wordsOf(text: string): string[] {
  return [...text.toLowerCase().matchAll(WORD)].flatMap(([word]) => {
    const parts = word.split(/[._:-]/).filter((part) => part !== '' && !isNumber(part));
    return parts.length > 1 ? [word, ...parts.map(stemOf)] : [stemOf(word)];
  });
}

/** Returns the words that a question asks for. */
export function wordsOfQuestion(text: string): string[] {
  const named = text.replace(/\b(?:log|sign) in\b/gi, 'sign-in');
  const words = wordsOf(named.replace(/[a-z]+(?:-[a-z]+)*/gi, (word) => (IDLE.has(word.toLowerCase()) ? ' ' : word)));
  return [...new Set(words)];
}

/** Returns the other words for a word. */
export function othersFor(word: string): string[] {
  return (synonymsOf.get(word) ?? []).filter((other) => other !== word);
}

/** Returns true for a word that is compared exactly. */
export function isNumber(word: string): boolean {
  return /^-?\d/.test(word);
}

/** Cuts the ends of a word that change with its place in a sentence: `revoked`, `revokes` and `revoke` are one. */
export function stemOf(word: string): string {
  if (/[\d_.:-]/.test(word) || word.length < 4) return word;
  return word
    .replace(/[’']s?$/, '')
    .replace(/ies$/, 'y')
    .replace(/(?<=[^su])s$/, '')
    .replace(/(?<=\w{4})(?:ing|ed)$/, '')
    .replace(/(?<=\w{3})e$/, '');
}
