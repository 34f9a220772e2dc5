import { spawnSync } from 'node:child_process';
import type { ExecutionContext, Macro } from 'ava';
import test from 'ava';

/** A test that asks xmllint, and says so where it cannot because xmllint is not installed. */
export const withXmllint: Macro<[(t: ExecutionContext) => Promise<void> | void]> = test.macro((t, work) => {
  if (spawnSync('xmllint', ['--version']).error === undefined) return work(t);
  t.log('not run: xmllint is not installed (Debian has it in libxml2-utils)');
  t.pass();
});

/**
 * A document in canonical form, from a parser that has nothing to do with this program.
 *
 * @throws {Error} with what xmllint says, when the document is not well-formed
 */
export function canonical(document: string): string {
  const { status, stdout, stderr } = spawnSync('xmllint', ['--nonet', '--c14n', '-'], {
    input: document,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
