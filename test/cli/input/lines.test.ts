import { Readable } from 'node:stream';
import test from 'ava';
import fc from 'fast-check';
import { linesOf } from '../../../src/cli/input/read-input.js';

async function lines(chunks: Iterable<Uint8Array | string>): Promise<string[]> {
  const found: string[] = [];
  for await (const line of linesOf(Readable.from(chunks))) {
    found.push('text' in line ? line.text : line.problem);
    if (line.number !== found.length) throw new Error(`line ${found.length} says that it is ${line.number}`);
  }
  return found;
}

test('lines end with LF, CRLF or the end of the input', async (t) => {
  t.deepEqual(await lines(['\ufeffa\nb\r\n\nc']), ['a', 'b', '', 'c']);
  t.deepEqual(await lines(['a\n']), ['a']);
  t.deepEqual(await lines([Buffer.from('a\n'), Buffer.from([0xe2]), Buffer.from([0x82])]), [
    ...['a', 'it is not valid UTF-8; convert it with iconv'],
  ]);
  function* endless() {
    for (;;) yield 'x'.repeat(65_536);
  }
  await t.throwsAsync(lines(endless()), { message: /^line 1 of the input does not end/ });
});

test('lines do not depend on the chunks', async (t) => {
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n\ufeff]/g, ''));
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 7 }), async (all, size) => {
      const bytes = Buffer.from(all.join('\n'));
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      t.deepEqual(await lines(chunks), bytes.length === 0 ? [] : all.join('\n').replace(/\n$/, '').split('\n'));
    }),
  );
});
