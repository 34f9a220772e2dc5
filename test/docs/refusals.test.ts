import test from 'ava';
import { refusals } from '../../src/domain/refusals.js';
import { readDocument, tableOf } from './markdown.js';

/** Every refusal of an import stands in docs/host/refusals.md with what to do: only `refusals` can make one. */
const quoted = tableOf(readDocument('docs/host/refusals.md'), '| What the mail says').flatMap(([says = '']) =>
  [...says.matchAll(/“([^”]+)”/g)].map(([, text = '']) => text),
);

/** What is said of a disk and of other imports, which are no refusals. */
const others = ['the disk is full', 'its disk is full', 'Another import is running'];

/** Its words are those of each field, such as “is blank”: the table has a row for all of them. */
const WITHOUT_WORDS = 'wrongValue';

const messages = Object.entries(refusals)
  .filter(([name]) => name !== WITHOUT_WORDS)
  .map(([, refuse]) => (refuse as (...texts: string[]) => string)(...Array(refuse.length).fill('…')));

/** Returns true for a message with the quoted words, between which anything may stand. */
const has = (message: string, words: string) => words.split(' … ').every((part) => message.includes(part));

test('the table of docs/host/refusals.md has every refusal of an import', (t) => {
  t.deepEqual(
    messages.filter((message) => !quoted.some((words) => has(message, words))),
    [],
  );
});

test('the table of docs/host/refusals.md has no refusal that there is not', (t) => {
  t.deepEqual(
    quoted.filter((words) => !others.includes(words) && !messages.some((message) => has(message, words))),
    [],
  );
});
