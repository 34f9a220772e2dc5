import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { readSource, UnreadableSource } from '../../src/transfer/lines.js';
import { factions, file, lines } from './galaxy.js';

const text = Buffer.from(lines(...factions(50)));
const compressed = gzipSync(text);

const contents = (bytes: Uint8Array, chunk?: number) => buffer(readSource(file(bytes, 'f.ndjson', chunk)));

const whole: [title: string, bytes: Buffer, contents: Buffer][] = [
  ['text', text, text],
  ['a text of one byte', Buffer.from('x'), Buffer.from('x')],
  ['nothing', Buffer.from(''), Buffer.from('')],
  ['gzip', compressed, text],
  ['gzip of nothing', gzipSync(''), Buffer.from('')],
  [
    'gzip of several members',
    Buffer.concat([compressed, gzipSync('a\n'), gzipSync('b')]),
    Buffer.concat([text, Buffer.from('a\nb')]),
  ],
  ['gzip that is filled up with zeros', Buffer.concat([compressed, Buffer.alloc(600)]), text],
  ['text that begins with a bracket later', Buffer.from('{}\n[]'), Buffer.from('{}\n[]')],
];

for (const [title, bytes, expected] of whole) {
  test(`reads ${title}, however the chunks fall`, async (t) => {
    for (const chunk of [1, 2, 3, 17, 1000, 64 * 1024]) {
      t.true(expected.equals(await contents(bytes, chunk)), `${chunk}`);
    }
  });
}

const damaged = Buffer.from(compressed);
damaged.writeUInt8(damaged.readUInt8(150) ^ 0xff, 150);
const wrongSum = Buffer.from(compressed);
wrongSum.writeUInt8(wrongSum.readUInt8(compressed.length - 6) ^ 0xff, compressed.length - 6);

const CUT_OFF = 'is gzip that was cut off before its end; write or copy it again';
const NOT_RECORDS = 'is not NDJSON; give one JSON object a line, in UTF-8';

const refused: [title: string, bytes: Uint8Array, message: string][] = [
  ['gzip that was cut off', compressed.subarray(0, -100), CUT_OFF],
  ['the first bytes of gzip', compressed.subarray(0, 2), CUT_OFF],
  ['damaged gzip', damaged, 'is damaged gzip; write or copy it again'],
  ['gzip with a wrong checksum', wrongSum, 'is damaged gzip; write or copy it again'],
  ['gzip with text after it', Buffer.concat([compressed, text]), 'is damaged gzip; write or copy it again'],
  ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${text}`, 'utf16le'), NOT_RECORDS],
  ['UTF-16 without one', Buffer.from(text.toString(), 'utf16le'), NOT_RECORDS],
  ['UTF-16 in the other order', Buffer.from(text.toString(), 'utf16le').swap16(), NOT_RECORDS],
  ['a JSON array after a byte order mark and white space', Buffer.from('\ufeff\r\n  [\r\n'), NOT_RECORDS],
  ['ZIP', Buffer.from('PK\x03\x04'), NOT_RECORDS],
  ['a database', Buffer.from('SQLite format 3\0\x10\x00'), NOT_RECORDS],
  ['gzip that was compressed twice', gzipSync(compressed), NOT_RECORDS],
];

for (const [title, bytes, message] of refused) {
  test(`refuses ${title} at once, and says what to do`, async (t) => {
    for (const chunk of [1, 3, 64 * 1024]) {
      const error = await t.throwsAsync(contents(bytes, chunk), { instanceOf: UnreadableSource });
      t.is(error?.message, `f.ndjson ${message}`);
    }
  });
}

test('gzip that expands a thousandfold is read in small pieces', async (t) => {
  const size = 4 * 1024 * 1024;
  const bomb = gzipSync(Buffer.alloc(size, 'x'));
  let [most, all] = [0, 0];
  for await (const chunk of readSource(file(bomb, 'f', 1024))) {
    most = Math.max(most, chunk.length);
    all += chunk.length;
  }
  t.is(all, size);
  t.true(most <= 64 * 1024, `${most} bytes at once`);
});

for (const [title, first] of [
  ['text', text],
  ['gzip', compressed],
] as const) {
  test(`a reader that stops closes the stream of ${title}, whose errors are thrown`, async (t) => {
    const endless = new Readable({ read() {} });
    endless.push(first);
    for await (const _ of readSource({ name: 'f', open: () => endless })) break;
    t.true(endless.destroyed);
    const failing = Readable.from(
      (async function* () {
        yield first;
        throw new Error('The disk is gone.');
      })(),
    );
    const all = buffer(readSource({ name: 'f', open: () => failing }));
    await t.throwsAsync(all, { message: 'The disk is gone.' });
  });
}
