import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { DumpScope } from '../../../store/store.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { withStore } from '../../host/database.js';
import { addSettings } from '../../input/settings-options.js';
import { abortOnInterrupt } from '../../interrupt.js';
import { Progress } from '../../output/progress.js';
import { sanitizeJson } from '../../output/sanitize.js';
import { replaceFile } from '../../replace-file.js';

const LABEL = 'Exporting';

/** Takes a piece of the export; the next one is made when it has been taken. */
type Take = (piece: string) => Promise<unknown>;

interface ExportOptions {
  galaxy?: boolean;
}

/** Writes the service as a file of records, which `import` reads. */
export function exportCommand(context: Context): CliCommand {
  const command = new CliCommand('export', context)
    .summary('write the service as NDJSON')
    .description(
      'Writes the service as records, one JSON object a line (docs/import-format.md), as it is at one moment; a running ' +
        'server is not disturbed. svcapi import reads it back, into a database of either kind, and the same tokens are ' +
        'good there.\n\n' +
        'Everything is in it: private profiles, clients, grants, the audit trail, the blacklist, and of each token its ' +
        'hash, which lets nobody in. --galaxy leaves out all but the galaxy, to share it.\n\n' +
        'A file appears when it is complete, with mode 0600, and takes the place of an older one in one step.',
    )
    .argument('[file]', 'the file to write; - or nothing writes to standard output')
    .option('--galaxy', 'the galaxy alone: no clients, grants, tokens, audit trail, keys or blacklist')
    .exitStatus('other', 'there is no database, or the file cannot be written')
    .example('svcapi export service.ndjson', 'into a file')
    .example('svcapi export --galaxy galaxy.ndjson', 'what can be given to others')
    .example('svcapi export | gzip > galaxy.ndjson.gz', 'compressed')
    .example(`svcapi export | grep '"kind":"transaction"' | wc -l`, 'how many transactions there are')
    .action((file = '-', { galaxy = false }: ExportOptions) => {
      const scope = galaxy ? 'galaxy' : 'service';
      return file === '-' ? toOutput(context, command, scope) : toFile(context, command, scope, file);
    });
  return addSettings(command, 'store');
}

async function toOutput(context: Context, command: CliCommand, scope: DumpScope): Promise<void> {
  const { stdout } = context;
  // The records on a terminal are progress enough.
  const progress = stdout.isTerminal ? undefined : new Progress(context, LABEL);
  await write(context, command, scope, progress, (piece) =>
    stdout.write(stdout.isTerminal ? sanitizeJson(piece) : piece),
  );
}

async function toFile(context: Context, command: CliCommand, scope: DumpScope, file: string): Promise<void> {
  const path = resolve(context.io.cwd, file);
  const records = await replaceFile(path, async (temporary) => {
    const handle = await open(temporary, 'w');
    try {
      return await write(context, command, scope, new Progress(context, LABEL), (piece) => handle.writeFile(piece));
    } finally {
      await handle.close();
    }
  });
  context.info(`Wrote ${records.toLocaleString('en')} records to ${file}.`);
}

/** @returns how many records there were */
async function write(
  context: Context,
  command: CliCommand,
  scope: DumpScope,
  progress: Progress | undefined,
  take: Take,
): Promise<number> {
  const { exportRecords } = await import('../../../transfer/export.js');
  const interrupt = abortOnInterrupt(context, 'the export is not complete; run the same command again');
  try {
    return await withStore(context, command, async (store) => {
      let records = 0;
      for await (const piece of exportRecords(store, scope)) {
        interrupt.signal.throwIfAborted();
        await take(piece);
        for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', end + 1)) records++;
        progress?.update(undefined, `${records.toLocaleString('en')} records`);
      }
      return records;
    });
  } finally {
    progress?.end();
    interrupt.end();
  }
}
