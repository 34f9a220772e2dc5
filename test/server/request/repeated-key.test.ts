import test from 'ava';
import fc from 'fast-check';
import { repeatedKey } from '../../../src/server/request/body.js';

test('a key that occurs twice in one object is found, and no other', (t) => {
  for (const [text, key] of [
    ['{"a":1,"b":{"c":"}"},"a":2}', 'a'],
    ['{"a" :1,"a"\t\r\n : 2}', 'a'],
    ['{"name":"x","n\\u0061me":"y"}', 'name'],
    ['{"":1,"":2}', ''],
    ['{"a\\"":1,"a\\"":2}', 'a"'],
    ['{"a\\\\":1,"a\\\\":2}', 'a\\'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a":[{"b":1},{"b":1,"b":2}]}', 'b'],
    ['{"x":{"a":1},"a":1,"a":2}', 'a'],
    ['{"a":{"b":1},"b":[{"b":1},{"b":2}]}', undefined],
    ['{"a":"\\":","b":": : \\":","c":["x:","\\\\"]}', undefined],
    ['{"a":"b","b":"a"}', undefined],
  ] as const)
    t.is(repeatedKey(text), key, text);
});

test('it is found whatever the JSON, and nothing in what JSON.stringify writes', (t) => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue()), (value) => {
      const text = JSON.stringify(value);
      t.is(repeatedKey(text), undefined);
      const [first] = Object.keys(value);
      if (first !== undefined) t.is(repeatedKey(`${text.slice(0, -1)},${JSON.stringify(first)}:{}}`), first);
    }),
  );
});
