import { createRequire } from 'node:module';
import test from 'ava';
import fc from 'fast-check';
import { sanitize } from '../../../src/cli/output/sanitize.js';
import { widthOf, wrap } from '../../../src/cli/output/width.js';

test('text is measured by the package that cli-table3 renders with', (t) => {
  const ours = createRequire(import.meta.url);
  const theirs = createRequire(ours.resolve('cli-table3'));
  t.is(ours.resolve('string-width'), theirs.resolve('string-width'));
});

test('text is wrapped between words', (t) => {
  t.is(wrap('Lot 12 of the winter sale', 10), ['Lot 12 of', 'the winter', 'sale'].join('\n'));
});

test('addresses, lists and names in snake case are broken after punctuation', (t) => {
  t.is(wrap('/character/{uid}/credits', 12), ['/character/', '{uid}/', 'credits'].join('\n'));
  t.is(wrap('faction_datacards_read, faction', 22), ['faction_datacards_', 'read, faction'].join('\n'));
});

test('long words are broken, but never within a character', (t) => {
  t.is(wrap('abcdefgh', 3), ['abc', 'def', 'gh'].join('\n'));
  t.is(wrap('🚀🚀🚀', 4), ['🚀🚀', '🚀'].join('\n'));
  t.is(wrap('👩‍👩‍👧👩‍👩‍👧', 3), ['👩‍👩‍👧', '👩‍👩‍👧'].join('\n'));
  t.is(wrap('銀河系', 5), ['銀河', '系'].join('\n'));
});

test('a line that fits is not broken, however many code units it has', (t) => {
  t.is(wrap('a 👩‍👩‍👧', 4), ['a 👩‍👩‍👧'].join('\n'));
});

test('line ends of the text are kept', (t) => {
  t.is(wrap('one\n\ntwo', 10), ['one', '', 'two'].join('\n'));
});

test('no line is too wide, and no text is lost', (t) => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 }).map((any) => sanitize(any));
  fc.assert(
    fc.property(text, fc.integer({ min: 6, max: 80 }), (any, width) => {
      const lines = wrap(any, width).split('\n');
      t.true(lines.every((line) => widthOf(line) <= width));
      t.is(lines.join('').replaceAll(/\s/g, ''), any.replaceAll(/\s/g, ''));
    }),
  );
});
