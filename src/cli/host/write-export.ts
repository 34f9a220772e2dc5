import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { DumpScope, Store } from '../../store/store.js';
import type { CliCommand } from '../command.js';
import { interruptible } from '../interrupt.js';
import { Progress } from '../output/progress.js';
import { sanitizeJson } from '../output/sanitize.js';
import { replaceFile } from '../replace-file.js';
import { withStore } from './database.js';

const LABEL = 'Exporting';

type FindScope = (store: Store) => Promise<DumpScope>;

/** Writes a file with mode 0600, or to standard output for `-`. */
export async function writeExport(command: CliCommand, file: string, findScope: FindScope): Promise<void> {
  const { context } = command;
  const { stdout, io } = context;
  if (file === '-') {
    // On a terminal, the records themselves show progress.
    const progress = stdout.isTerminal ? undefined : new Progress(context, LABEL);
    const take = (piece: string) => stdout.write(stdout.isTerminal ? sanitizeJson(piece) : piece);
    return void (await write(command, findScope, progress, take));
  }
  const records = await replaceFile(resolve(io.cwd, file), async (temporary) => {
    const handle = await open(temporary, 'w');
    try {
      return await write(command, findScope, new Progress(context, LABEL), (piece) => handle.writeFile(piece));
    } finally {
      await handle.close();
    }
  });
  context.info(`Wrote ${records.toLocaleString('en')} ${records === 1 ? 'record' : 'records'} to ${file}.`);
}

/** Writes each piece after the one before it, and returns the number of records. */
async function write(
  command: CliCommand,
  findScope: FindScope,
  progress: Progress | undefined,
  take: (piece: string) => Promise<unknown>,
): Promise<number> {
  const { context } = command;
  const { exportRecords } = await import('../../transfer/export.js');
  return interruptible(context, 'the export is not complete; run the same command again', (signal) =>
    withStore(command, async (store) => {
      let records = 0;
      for await (const piece of exportRecords(store, await findScope(store))) {
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
