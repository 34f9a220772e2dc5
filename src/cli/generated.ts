import { Readable, Writable } from 'node:stream';
import { completionScript } from './completion/index.js';
import { Context } from './context.js';
import { manPages } from './man/index.js';
import { createProgram } from './program.js';
import { settingsPage } from './settings-page.js';
import { packageVersion } from './version.js';

/** The folders in which nothing else may be. */
export const generatedFolders = ['man', 'completions'] as const;

/** The day on the pages of a version that is not released yet: mandoc wants one, which is not in the future. */
const UNRELEASED = '2026-01-01';

/**
 * Every file that is committed and drawn from the tree of commands or the table of settings: its text by its path below the
 * root of the package.
 *
 * @param changelog the text of CHANGELOG.md, which says when the last release was
 */
export function generatedFiles(changelog: string): Map<string, string> {
  const program = createProgram(new Context(nowhere));
  const edition = { version: packageVersion(), date: releaseDate(changelog) };
  return new Map([
    ...[...manPages(program, edition)].map(([name, text]) => [`man/${name}`, text] as const),
    ['completions/svcapi.bash', completionScript('bash', program)],
    ['completions/_svcapi', completionScript('zsh', program)],
    ['completions/svcapi.fish', completionScript('fish', program)],
    ['docs/settings.md', settingsPage(program)],
  ]);
}

/** The day of the newest release that a changelog names. */
export function releaseDate(changelog: string): string {
  return /^## \[\d[^\]]*\] - (\d{4}-\d\d-\d\d)$/m.exec(changelog)?.[1] ?? UNRELEASED;
}

/** What is drawn is neither read from anywhere nor printed. */
const nowhere = {
  stdin: Readable.from([]),
  stdout: new Writable(),
  stderr: new Writable(),
  env: {},
  cwd: '/',
  now: () => 0,
  sleep: () => Promise.resolve(),
  onInterrupt: () => () => {},
};
