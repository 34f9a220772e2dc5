import { codeBlocks, readDocument } from './markdown.js';

/** The night of a host, and the outbox of its game. */
const blocks = codeBlocks(readDocument('docs/host/in-step.md'));
const scripts = blocks.flatMap(({ lines }) => (lines[0]?.startsWith('#!') ? [lines.join('\n')] : []));

/** Its scripts: `dump-game` in two forms, `nightly` and `send-outbox`. */
export const [fromCsv, fromSql, nightly, sendOutbox] = scripts as [string, string, string, string];

/** What a host with an outbox adds to `nightly`: before the dump, and before the dry run. */
const additions = blocks.flatMap(({ language, lines }) => (language === 'sh' ? [lines.join('\n')] : []));
const find = (start: string) => additions.find((each) => each.startsWith(start)) ?? '';

/** The night of a host whose game has an outbox. */
export const nightlyWithOutbox = nightly
  .replace('# Dump:', `${find('exec 8>>')}\n\n# Dump:`)
  .replace('# Dry run:', `${find('[ ! -s')}\n\n# Dry run:`);

/** The table of characters. */
export const sheet = blocks.find(({ language }) => language === 'csv')?.lines.join('\n') ?? '';

/** The variables and the command of its line for cron. */
export const cron = readCron(blocks.find(({ lines }) => lines[0]?.startsWith('MAILTO='))?.lines ?? []);

function readCron(lines: string[]) {
  const variables = lines.filter((line) => /^[A-Z]+=/.test(line) && !line.startsWith('MAILTO='));
  const [, user = '', command = ''] = /^(?:\S+ ){5}(\S+) (.+)$/m.exec(lines.join('\n')) ?? [];
  return { variables, user, command };
}
