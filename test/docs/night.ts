import { codeBlocks, readDocument } from './markdown.js';

/** The night of a host whose game dumps its sheets, or its tables on PostgreSQL, and the sender of an outbox. */
const blocks = codeBlocks(readDocument('docs/host/in-step.md'));
export const fromCsv = blocks.find(({ lines }) => lines[0]?.startsWith('#!'))?.lines.join('\n') ?? '';
export const fromSql = readDocument('deploy/game/dump-postgresql');
export const nightly = readDocument('deploy/game/nightly');
export const sendOutbox = readDocument('deploy/game/send-outbox');

/** The table of characters. */
export const sheet = blocks.find(({ language }) => language === 'csv')?.lines.join('\n') ?? '';

/** The variables and the command of its line for cron. */
export const cron = readCron(blocks.find(({ lines }) => lines[0]?.startsWith('MAILTO='))?.lines ?? []);

function readCron(lines: string[]) {
  const variables = lines.filter((line) => /^[A-Z]+=/.test(line) && !line.startsWith('MAILTO='));
  const [, user = '', command = ''] = /^(?:\S+ ){5}(\S+) (.+)$/m.exec(lines.join('\n')) ?? [];
  return { variables, user, command };
}
