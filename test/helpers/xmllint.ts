import { spawnSync } from 'node:child_process';

/** False where xmllint is not installed; Debian has it in libxml2-utils. */
export const hasXmllint = spawnSync('xmllint', ['--version']).error === undefined;

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
