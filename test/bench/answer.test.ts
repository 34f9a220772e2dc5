import test from 'ava';
import { type Answer, difference } from '../../bench/answer.js';

const answer: Answer = {
  status: 200,
  headers: [
    ['Vary', 'Accept'],
    ['Content-Length', '2'],
    ['Date', 'Thu, 03 Dec 1998 07:00:00 GMT'],
  ],
  body: '{}',
};

/** The answer with another value in one of its headers. */
function withHeader(changed: string, value: string): Answer {
  return { ...answer, headers: answer.headers.map(([name, old]) => [name, name === changed ? value : old]) };
}

const others: [title: string, other: Answer, expected: string | undefined][] = [
  ['the same bytes', { ...answer }, undefined],
  ['another second', withHeader('Date', 'Thu, 03 Dec 1998 07:00:01 GMT'), undefined],
  ['another order of the headers', { ...answer, headers: [...answer.headers].reverse() }, undefined],
  ['another status', { ...answer, status: 400 }, 'status 200 and 400'],
  ['another header', withHeader('Vary', 'Origin'), 'headers: vary: Accept | vary: Origin'],
  ['a missing header', { ...answer, headers: answer.headers.slice(1) }, 'headers: vary: Accept'],
  ['another length', withHeader('Content-Length', '3'), 'headers: content-length: 2 | content-length: 3'],
  ['another body', { ...answer, body: '[]' }, 'body'],
];

for (const [title, other, expected] of others) {
  test(`an answer of a bare server is compared: ${title}`, (t) => t.is(difference(answer, other), expected));
}
