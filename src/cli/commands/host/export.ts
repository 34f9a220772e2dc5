import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { DumpScope } from '../../../store/store.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { addStore, withStore } from '../../host/database.js';
import { interruptible } from '../../interrupt.js';
import { Progress } from '../../output/progress.js';
import { sanitizeJson } from '../../output/sanitize.js';
import { replaceFile } from '../../replace-file.js';

const LABEL = 'Exporting';

/** Writes a piece of the export; the next one is made when it is written. */
type Take = (piece: string) => Promise<unknown>;

interface ExportOptions {
  galaxy?: boolean;
}

/** Creates `svcapi export`, which writes the records that `import` reads. */
export function exportCommand(context: Context): CliCommand {
  const command = new CliCommand('export', context)
    .summary('export the service as NDJSON')
    .description(
      'Writes a consistent snapshot of the service as records, one JSON object a line (docs/import-format.md), also ' +
        'while a server runs. svcapi import reads it into a database of either kind, where the same tokens are valid.' +
        '\n\n' +
        'It contains everything: private profiles, clients, grants, the audit trail, the blacklist, and the hashes of ' +
        'tokens, which grant no access. --galaxy exports the galaxy only, to share it.\n\n' +
        'A file appears when it is complete, with mode 0600, and replaces an older one in one step.',
    )
    .argument('[file]', 'file to write; - or none writes to standard output')
    .option('--galaxy', 'export the galaxy only: no clients, grants, tokens, audit trail, keys or blacklist')
    .exitStatus('other', 'there is no database, or the file cannot be written')
    .example('svcapi export service.ndjson', 'into a file')
    .example('svcapi export --galaxy galaxy.ndjson', 'without secrets, to share it')
    .example('svcapi export | gzip > galaxy.ndjson.gz', 'compressed')
    .example(`svcapi export | grep '"kind":"transaction"' | wc -l`, 'number of transactions')
    .action((file = '-', { galaxy = false }: ExportOptions) => {
      const scope = galaxy ? 'galaxy' : 'service';
      return file === '-' ? toOutput(command, scope) : toFile(command, scope, file);
    });
  return addStore(command);
}

async function toOutput(command: CliCommand, scope: DumpScope): Promise<void> {
  const { context } = command;
  const { stdout } = context;
  // On a terminal, the records themselves show progress.
  const progress = stdout.isTerminal ? undefined : new Progress(context, LABEL);
  await write(command, scope, progress, (piece) => stdout.write(stdout.isTerminal ? sanitizeJson(piece) : piece));
}

async function toFile(command: CliCommand, scope: DumpScope, file: string): Promise<void> {
  const { context } = command;
  const path = resolve(context.io.cwd, file);
  const records = await replaceFile(path, async (temporary) => {
    const handle = await open(temporary, 'w');
    try {
      return await write(command, scope, new Progress(context, LABEL), (piece) => handle.writeFile(piece));
    } finally {
      await handle.close();
    }
  });
  context.info(`Wrote ${records.toLocaleString('en')} records to ${file}.`);
}

/** Writes all records. @returns their number */
async function write(
  command: CliCommand,
  scope: DumpScope,
  progress: Progress | undefined,
  take: Take,
): Promise<number> {
  const { context } = command;
  const { exportRecords } = await import('../../../transfer/export.js');
  return interruptible(context, 'the export is not complete; run the same command again', (signal) =>
    withStore(command, async (store) => {
      let records = 0;
      for await (const piece of exportRecords(store, scope)) {
        signal.throwIfAborted();
        await take(piece);
        for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', end + 1)) records++;
        progress?.update(undefined, `${records.toLocaleString('en')} records`);
      }
      // The last line is the end record.
      return records - 1;
    }),
  ).finally(() => progress?.end());
}
