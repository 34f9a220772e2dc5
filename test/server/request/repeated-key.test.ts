import test from 'ava';
import fc from 'fast-check';
import { repeatedKey } from '../../../src/server/request/body.js';
import { read } from '../../transfer/samples.js';

const find = (text: string) => repeatedKey(text);

const repeated: [title: string, text: string, key: string][] = [
  ['at once', '{"a":1,"a":1}', 'a'],
  ['with others between', '{"a":1,"b":{"c":"}"},"a":2}', 'a'],
  ['with a space before its second colon', '{"a":1,"a" :2}', 'a'],
  ['with white space before its colon', '{"a" :1,"a"\t\r\n : 2}', 'a'],
  ['as an escape sequence', '{"name":"x","n\\u0061me":"y"}', 'name'],
  ['that is empty', '{"":1,"":2}', ''],
  ['with a quotation mark', '{"a\\"":1,"a\\"":2}', 'a"'],
  ['that ends in a backslash', '{"a\\\\":1,"a\\\\":2}', 'a\\'],
  ['of the language', '{"__proto__":1,"__proto__":2}', '__proto__'],
  ['in an object of a list', '{"a":[{"b":1},{"b":1,"b":2}]}', 'b'],
  ['after an object that has it too', '{"x":{"a":1},"a":1,"a":2}', 'a'],
];

for (const [title, text, key] of repeated) test(`finds a key twice ${title}`, (t) => t.is(find(text), key));

const single: [title: string, text: string][] = [
  ['a key in two objects', '{"a":{"b":1},"b":[{"b":1},{"b":2}]}'],
  ['colons in texts', '{"a":"\\":","b":": : \\":","c":["x:","\\\\"]}'],
  ['a text that is also a key', '{"a":"b","b":"a"}'],
  ['an empty object', '{}'],
];

for (const [title, text] of single) test(`finds nothing in ${title}`, (t) => t.is(find(text), undefined));

test('finds the same whatever the JSON, and nothing in what JSON.stringify writes', (t) => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue()), (value) => {
      const text = JSON.stringify(value);
      t.is(find(text), undefined);
      const [first] = Object.keys(value);
      if (first === undefined) return;
      t.is(find(`${text.slice(0, -1)},${JSON.stringify(first)}:{}}`), first);
    }),
  );
});

test('a byte order mark further on is named', (t) => {
  t.like(read('\ufeff{"kind":"faction","uid":"20:7","name":"x"}'), {
    reason:
      'it is not JSON: it begins with a byte order mark, which may only stand at the start of a file; remove it; ' +
      'write records with the JSON functions of the database',
  });
});
