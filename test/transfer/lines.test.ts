import test from 'ava';
import fc from 'fast-check';
import { type Line, LineSplitter } from '../../src/transfer/lines.js';
import { anyText } from '../helpers/hostile.js';

function split(chunks: Iterable<Uint8Array>, limit?: number): Line[] {
  const splitter = new LineSplitter(limit);
  const found: Line[] = [];
  for (const chunk of chunks) found.push(...splitter.push(chunk));
  return [...found, ...splitter.end()];
}

function* cut(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const NOT_UTF8 = { problem: 'it is not valid UTF-8; convert it with iconv' };
const TOO_LONG = { problem: 'it is longer than 8 bytes; shorten it' };

/** The texts of the lines, or what is wrong with them. */
const cases: [title: string, bytes: string | number[], lines: (string | object)[]][] = [
  ['nothing', '', []],
  ['a last line without a newline', 'a\nb', ['a', 'b']],
  ['blank lines and Windows line ends', '\n a\n\r\n \t\nb\r\n\n', ['', ' a', '', ' \t', 'b', '']],
  ['a carriage return within a line', 'a\rb\r\r\n', ['a\rb\r']],
  ['characters of many bytes', 'é\n€🚀\n', ['é', '€🚀']],
  ['a byte order mark', [0xef, 0xbb, 0xbf, 0x61, 0x0a, 0xef, 0xbb, 0xbf, 0x62], ['a', '\ufeffb']],
  ['invalid UTF-8', [0x61, 0x0a, 0xc3, 0x28, 0x0a, 0xed, 0xa0, 0x80, 0x0a, 0x62], ['a', NOT_UTF8, NOT_UTF8, 'b']],
  ['a character that the end cuts off', [0xe2, 0x82], [NOT_UTF8]],
  ['a line at the limit', '12345678\n12345678', ['12345678', '12345678']],
  ['a line over the limit', 'a\n123456789\nb\n123456789', ['a', TOO_LONG, 'b', TOO_LONG]],
  ['a line far over the limit', `${'x'.repeat(100)}\nb`, [TOO_LONG, 'b']],
];

for (const [title, contents, lines] of cases) {
  test(`cuts ${title}, however the chunks fall`, (t) => {
    const bytes = Buffer.from(contents as string);
    const expected = lines.map((line, index) => ({
      number: index + 1,
      ...(typeof line === 'string' ? { text: line } : line),
    }));
    for (const size of [1, 2, 3, 5, 7, 64]) t.deepEqual(split(cut(bytes, size), 8), expected, `chunks of ${size}`);
  });
}

test('any text comes back line by line, however its bytes are cut', (t) => {
  fc.assert(
    fc.property(fc.array(anyText), fc.integer({ min: 1, max: 9 }), (texts, size) => {
      const expected = texts
        .join('\n')
        .replace(/\n$/, '')
        .split('\n')
        .map((text, index) => ({ number: index + 1, text: text.replace(/\r$/, '') }));
      fc.pre(texts.join('\n') !== '');
      // The mark at the very start is not part of the text, and has a test of its own.
      fc.pre(expected[0]?.text.startsWith('\ufeff') !== true);
      t.deepEqual(split(cut(Buffer.from(texts.join('\n')), size)), expected);
    }),
  );
});

test('holds no more than the limit of a line that never ends', (t) => {
  const limit = 1024 * 1024;
  const splitter = new LineSplitter(limit);
  const chunk = Buffer.alloc(50_000, 'x');
  let most = 0;
  for (let count = 0; count < 1000; count += 1) {
    t.deepEqual([...splitter.push(chunk)], []);
    t.is(splitter.overlong, (count + 1) * chunk.length > limit ? 1 : undefined);
    most = Math.max(most, splitter.held);
  }
  t.true(most <= limit, `${most} bytes are held`);
  t.deepEqual(
    [...splitter.push(Buffer.from('\nnext\n'))],
    [
      { number: 1, problem: `it is longer than ${limit} bytes; shorten it` },
      { number: 2, text: 'next' },
    ],
  );
});

test('keeps no reference to a chunk, which the reader may reuse', (t) => {
  const splitter = new LineSplitter();
  const chunk = Buffer.from('ab');
  t.deepEqual([...splitter.push(chunk)], []);
  chunk.fill('z');
  t.deepEqual([...splitter.push(Buffer.from('c\n'))], [{ number: 1, text: 'abc' }]);
});
