import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { DumpScope, Store } from '../../../store/store.js';
import { CliCommand } from '../../command.js';
import type { Context } from '../../context.js';
import { addStore, withStore } from '../../host/database.js';
import { findAccount } from '../../host/find-account.js';
import { interruptible } from '../../interrupt.js';
import { sanitizeJson } from '../../output/sanitize.js';
import { replaceFile } from '../../replace-file.js';

export function createCommand(context: Context): CliCommand {
  const command = new CliCommand('export', context)
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
    .action((file = '-', { galaxy = false }: { galaxy?: boolean }) =>
      writeExport(command, file, async () => (galaxy ? 'galaxy' : 'service')),
    );
  return addStore(command);
}

export function exportAccountCommand(context: Context): CliCommand {
  const command = new CliCommand('export', context)
    .summary('write everything about a player')
    .description(
      'Writes everything about a player as records, one JSON object a line (docs/import-format.md): the account and the programs that ' +
        'it registered, its characters with their memberships, property, events and transactions, what programs may do for them, and ' +
        'what they changed. Passwords and tokens are left out, also their hashes: the file is for the player.\n\n' +
        'A file appears when it is complete, with mode 0600, and replaces an older one in one step.',
    )
    .argument('<name>', 'the name of the account')
    .argument('[file]', 'file to write; - or none writes to standard output')
    .exitStatus('not_found', 'there is no such account')
    .example('svcapi account export "Hana Veil" hana.ndjson', 'into a file')
    .example('svcapi account export "Hana Veil" | gzip > hana.ndjson.gz', 'compressed')
    .action((name: string, file = '-') =>
      writeExport(command, file, async (store) => ({ account: (await findAccount(store, name)).id })),
    );
  return addStore(command);
}

type FindScope = (store: Store) => Promise<DumpScope>;

/** Writes a file with mode 0600, or to standard output for `-`. */
async function writeExport(command: CliCommand, file: string, findScope: FindScope): Promise<void> {
  const { context } = command;
  const { stdout, io } = context;
  if (file === '-') {
    const take = (piece: string) => stdout.write(stdout.isTerminal ? sanitizeJson(piece) : piece);
    return void (await write(command, findScope, take));
  }
  const records = await replaceFile(resolve(io.cwd, file), async (temporary) => {
    const handle = await open(temporary, 'w');
    try {
      return await write(command, findScope, (piece) => handle.writeFile(piece));
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
  take: (piece: string) => Promise<unknown>,
): Promise<number> {
  const { context } = command;
  const { exportRecords } = await import('../../../transfer/records.js');
  return interruptible(context, 'the export is not complete; run the same command again', (signal) =>
    withStore(command, async (store) => {
      let records = 0;
      for await (const piece of exportRecords(store, await findScope(store))) {
        signal.throwIfAborted();
        await take(piece);
        for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', end + 1)) records++;
      }
      // The last line is the end record.
      return records - 1;
    }),
  );
}
