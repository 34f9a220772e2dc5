import test, { type TestFn } from 'ava';

/**
 * Returns `test` where a machine has what tests need. Elsewhere they are skipped, and the report says for what.
 *
 * @param what the end of “needs …”, which a title may have already
 */
export function needs(what: string, isHere: boolean): TestFn | TestFn['skip'] {
  if (isHere) return test;
  const skip = test.skip as (title: string, ...rest: unknown[]) => void;
  const skipped = (title: string, ...rest: unknown[]) =>
    skip(title.includes('(needs ') ? title : `${title} (needs ${what})`, ...rest);
  return skipped as TestFn['skip'];
}
