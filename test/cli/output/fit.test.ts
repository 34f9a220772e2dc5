import { createRequire } from 'node:module';
import test from 'ava';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { fitColumns, SINGLE_WIDTH, widthOf, wrap } from '../../../src/cli/output/fit.js';
import { sanitize } from '../../../src/cli/output/sanitize.js';

test('each character that is counted without measuring takes one column', (t) => {
  const single = Array.from({ length: 65_536 }, (_, code) => String.fromCharCode(code)).filter((one) =>
    SINGLE_WIDTH.test(one),
  );
  t.true(single.length > 700);
  t.deepEqual(
    single.filter((one) => stringWidth(one) !== 1),
    [],
  );
});

test('text is measured by the package that cli-table3 renders with', (t) => {
  const ours = createRequire(import.meta.url);
  const theirs = createRequire(ours.resolve('cli-table3'));
  t.is(ours.resolve('string-width'), theirs.resolve('string-width'));
});

test('columns that fit stay as they are', (t) => {
  t.deepEqual(fitColumns([10, 20], 30, 6), [10, 20]);
});

test('the widest columns are narrowed first', (t) => {
  t.deepEqual(fitColumns([10, 50, 20], 60, 6), [10, 30, 20]);
  t.deepEqual(fitColumns([10, 50, 20], 40, 6), [10, 15, 15]);
});

test('columns are not narrowed below the minimum', (t) => {
  t.deepEqual(fitColumns([10, 20], 12, 6), [6, 6]);
  t.is(fitColumns([10, 20], 11, 6), undefined);
});

test('fitted columns fill the line exactly', (t) => {
  const widths = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(widths, fc.integer({ min: 1, max: 300 }), (natural, available) => {
      const fitted = fitColumns(natural, available, 6);
      const sum = (numbers: number[]) => numbers.reduce((total, width) => total + width, 0);
      if (fitted === undefined) return t.true(sum(natural.map((width) => Math.min(width, 6))) > available);
      t.is(sum(fitted), Math.min(sum(natural), available));
      return t.true(
        fitted.every((width, index) => width <= (natural[index] ?? 0) && width >= Math.min(6, natural[index] ?? 0)),
      );
    }),
  );
});

test('text is wrapped between words', (t) => {
  t.deepEqual(wrap('Lot 12 of the winter sale', 10, 9), ['Lot 12 of', 'the winter', 'sale']);
});

test('addresses, lists and names in snake case are broken after punctuation', (t) => {
  t.deepEqual(wrap('/character/{uid}/credits', 12, 9), ['/character/', '{uid}/', 'credits']);
  t.deepEqual(wrap('faction_datacards_read, faction', 22, 9), ['faction_datacards_', 'read, faction']);
});

test('long words are broken, but never within a character', (t) => {
  t.deepEqual(wrap('abcdefgh', 3, 9), ['abc', 'def', 'gh']);
  t.deepEqual(wrap('🚀🚀🚀', 4, 9), ['🚀🚀', '🚀']);
  t.deepEqual(wrap('👩‍👩‍👧👩‍👩‍👧', 3, 9), ['👩‍👩‍👧', '👩‍👩‍👧']);
  t.deepEqual(wrap('銀河系', 5, 9), ['銀河', '系']);
});

test('a line that fits is not broken, however many code units it has', (t) => {
  t.deepEqual(wrap('a 👩‍👩‍👧', 4, 9), ['a 👩‍👩‍👧']);
});

test('text after the last line is cut, with an ellipsis', (t) => {
  t.deepEqual(wrap('one two three four', 5, 2), ['one', 'two…']);
  t.deepEqual(wrap('abcdefgh', 4, 1), ['abc…']);
});

test('line ends of the text are kept', (t) => {
  t.deepEqual(wrap('one\n\ntwo', 10, 9), ['one', '', 'two']);
});

test('no line is too wide, and no text is lost', (t) => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 }).map((any) => sanitize(any));
  fc.assert(
    fc.property(text, fc.integer({ min: 6, max: 80 }), (any, width) => {
      const lines = wrap(any, width, Number.POSITIVE_INFINITY);
      t.true(lines.every((line) => widthOf(line) <= width));
      t.is(lines.join('').replaceAll(/\s/g, ''), any.replaceAll(/\s/g, ''));
    }),
  );
});

test('only the shown part of a huge text is wrapped', (t) => {
  t.is(wrap('x'.repeat(10_000_000), 40, 6).length, 6);
});
