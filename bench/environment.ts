import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout, seen from dist/bench. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The program as it is installed: one bundle. */
export const PROGRAM = join(ROOT, 'dist', 'svcapi.js');

/** A script of the bench, compiled. */
export function script(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** What is gone when the bench ends. */
export const temporaryFolder = mkdtempSync(join(process.env.SVCAPI_BENCH_TMPDIR ?? tmpdir(), 'svcapi-bench-'));
process.once('exit', () => rmSync(temporaryFolder, { recursive: true, force: true }));

/**
 * The environment of every process that is measured, and nothing else: no settings of whoever runs the bench, and no
 * NODE_EXTRA_CA_CERTS, which every start of Node pays for.
 */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? '',
  HOME: temporaryFolder,
  LANG: 'C.UTF-8',
  NODE_ENV: 'production',
};
