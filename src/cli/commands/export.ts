import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliCommand } from '../command.js';
import type { Context } from '../context.js';
import { withStore } from '../database.js';
import { abortOnInterrupt } from '../interrupt.js';
import { Progress } from '../progress.js';
import { sanitizeJson } from '../sanitize.js';
import { addSettings } from '../settings-options.js';
import { makeWholeFile } from '../whole-file.js';

const LABEL = 'Exporting';

/** Takes a piece of the export; the next one is made when it has been taken. */
type Take = (piece: string) => Promise<unknown>;

/** Writes the galaxy as a file of records, which `import` reads. */
export function exportCommand(context: Context): CliCommand {
  const command = new CliCommand('export', context)
    .summary('write the galaxy as NDJSON')
    .description(
      'Writes the galaxy as records, one JSON object a line (docs/import-format.md), as it is at one moment; a running ' +
        'server is not disturbed. Tokens, and what was revoked, are left out. svcapi import reads it back.\n\n' +
        'A file appears when it is complete, with mode 0600, and takes the place of an older one in one step.',
    )
    .argument('[file]', 'the file to write; - or nothing writes to standard output')
    .exitStatus('other', 'there is no database, or the file cannot be written')
    .example('svcapi export galaxy.ndjson', 'into a file')
    .example('svcapi export | gzip > galaxy.ndjson.gz', 'compressed')
    .example(`svcapi export | grep '"kind":"transaction"' | wc -l`, 'how many transactions there are')
    .action((file = '-') => (file === '-' ? toOutput(context, command) : toFile(context, command, file)));
  return addSettings(command, 'store');
}

async function toOutput(context: Context, command: CliCommand): Promise<void> {
  const { stdout } = context;
  // The records on a terminal are progress enough.
  const progress = stdout.isTerminal ? undefined : new Progress(context, LABEL);
  await write(context, command, progress, (piece) => stdout.write(stdout.isTerminal ? sanitizeJson(piece) : piece));
}

async function toFile(context: Context, command: CliCommand, file: string): Promise<void> {
  const path = resolve(context.io.cwd, file);
  const records = await makeWholeFile(path, async (temporary) => {
    const handle = await open(temporary, 'w');
    try {
      return await write(context, command, new Progress(context, LABEL), (piece) => handle.writeFile(piece));
    } finally {
      await handle.close();
    }
  });
  context.say(`Wrote ${records.toLocaleString('en')} records to ${file}.`);
}

/** @returns how many records there were */
async function write(
  context: Context,
  command: CliCommand,
  progress: Progress | undefined,
  take: Take,
): Promise<number> {
  const { exportRecords } = await import('../../galaxy/export.js');
  const interrupt = abortOnInterrupt(context, 'the export is not complete; run the same command again');
  try {
    return await withStore(context, command, async (store) => {
      let records = 0;
      for await (const piece of exportRecords(store)) {
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
