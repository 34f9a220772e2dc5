import { Readable, Writable } from 'node:stream';
import { completionScript } from '../src/cli/completion/index.js';
import { Context } from '../src/cli/context.js';
import { createProgram } from '../src/cli/program.js';
import type { Examples } from '../src/openapi/example.js';
import { type DescribedSettings, openApiText } from '../src/openapi/text.js';
import { packageVersion } from '../src/package.js';
import { readSettings } from '../src/settings/read.js';
import { askExamples } from './examples/index.js';
import { manPages } from './man/man-page.js';
import { settingsPage } from './settings-page.js';

/** The folders in which nothing else may be. */
export const generatedFolders = ['man', 'completions'] as const;

/** The day on the pages of a version that is not released yet: mandoc wants one, which is not in the future. */
const UNRELEASED = '2026-01-01';

/**
 * Every file that is committed and drawn: from the tree of commands, the table of settings, or the routes and what the
 * service answers on the demo galaxy. Its text by its path below the root of the package.
 *
 * @param changelog the text of CHANGELOG.md, which says when the last release was
 */
export async function generatedFiles(changelog: string): Promise<Map<string, string>> {
  const program = createProgram(new Context(nowhere));
  const edition = { version: packageVersion(), date: releaseDate(changelog) };
  const examples = await askExamples();
  return new Map([
    ...[...manPages(program, edition)].map(([name, text]) => [`man/${name}`, text] as const),
    ['completions/svcapi.bash', completionScript('bash', program)],
    ['completions/_svcapi', completionScript('zsh', program)],
    ['completions/svcapi.fish', completionScript('fish', program)],
    ['docs/settings.md', settingsPage(program)],
    ['docs/openapi.json', openApiText(await defaultSettings(), examples)],
    ['src/openapi/examples.ts', examplesModule(examples)],
  ]);
}

/** What holds where nothing is set. No config file is read: there is none in a home that is nowhere. */
function defaultSettings(): Promise<DescribedSettings> {
  const nothing = { flags: new Map(), env: { HOME: '/nonexistent' }, cwd: '/' };
  return readSettings(['url', 'rateLimit', 'rateWindow'], nothing);
}

function examplesModule(examples: Examples): string {
  return `// Drawn by npm run docs: what the service answers on the demo galaxy.
import type { Examples } from './example.js';

export const examples: Examples = ${JSON.stringify(examples, null, 2)};
`;
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
